import time
from types import SimpleNamespace
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from service.api.record import RequestRecord
from service.api.tracing import MAX_STAGES, Tracing
from service.engine.timeline import Span, Stage, Timeline
from service.settings import SettingsError, load_settings

SCOPE: dict[str, Any] = {"method": "POST", "headers": [], "route": SimpleNamespace(path="/translate")}


def reported(outcome: str, status: int, *, num_stages: int = 0) -> tuple[ReadableSpan, list[ReadableSpan]]:
    """The span of a request, and those below it."""
    exporter, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    record, timeline = RequestRecord("r", status=status), Timeline()
    now = time.perf_counter()
    timeline.spans = [Span(Stage.ENCODE, now - 2.0, now - 0.5, 3)] * num_stages
    Tracing(provider).report(SCOPE, record, outcome, timeline)
    *below, root = exporter.get_finished_spans()
    return root, below


def duration_s(span: ReadableSpan) -> float:
    return ((span.end_time or 0) - (span.start_time or 0)) / 1e9


def test_a_stage_has_its_own_times() -> None:
    root, [stage] = reported("ok", 200, num_stages=1)
    assert duration_s(stage) == pytest.approx(1.5)
    assert (root.end_time or 0) - (stage.end_time or 0) == pytest.approx(0.5e9, rel=0.1)


@pytest.mark.parametrize(
    ("outcome", "status", "is_error"),
    [
        ("ok", 200, False),
        ("queue_full", 429, False),
        ("failed", 500, True),
        ("shutting_down", 503, True),
        ("failed", 200, True),  # a stream that broke
        ("cancelled", 200, False),
        ("cancelled", 0, False),  # gone before an answer was begun
    ],
)
def test_what_the_server_is_to_blame_for_is_an_error(outcome: str, status: int, *, is_error: bool) -> None:
    root, _ = reported(outcome, status)
    assert root.status.status_code is (StatusCode.ERROR if is_error else StatusCode.UNSET)


def test_a_long_text_has_no_more_stages_than_a_trace_can_show_and_they_are_counted() -> None:
    root, below = reported("ok", 200, num_stages=MAX_STAGES + 7)
    assert len(below) == MAX_STAGES
    assert root.attributes is not None
    assert root.attributes["dragoman.stages_left_out"] == 7
    assert root.attributes["dragoman.tokens.in"] == 3 * (MAX_STAGES + 7), "tokens are those of all"


@pytest.mark.parametrize("endpoint", ["localhost:4318", "grpc://collector:4317", "http://", "http://a b"])
def test_an_endpoint_that_is_none_is_refused(endpoint: str) -> None:
    with pytest.raises(SettingsError, match="DRAGOMAN_OTLP_ENDPOINT"):
        load_settings({"otlp_endpoint": endpoint})
