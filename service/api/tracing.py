"""Traces over OTLP: of each request a span, with its stages below it. Numbers and names only, never a text."""

import time
from typing import Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.util.types import AttributeValue
from starlette.datastructures import Headers
from starlette.types import Scope

from service import __version__
from service.api.record import RequestRecord, route_of
from service.engine.timeline import Span, Stage, Timeline

TRACES_PATH: Final = "/v1/traces"
# A collector that does not answer costs a leaving server this time for each batch that waits: twice or three times.
EXPORT_TIMEOUT_S: Final = 2.0
MAX_WAITING_SPANS: Final = 4096  # beyond it spans are dropped, and the log says so
BATCH_SPANS: Final = 2048
MAX_STAGES: Final = 256  # spans below one request: about 50 sentences
TOKENS: Final = "dragoman.tokens"
FIRST_ERROR: Final = 500  # of the statuses: those below are not the server's fault


class Tracing:
    """Sends what is known about a request when it has ended. Its own thread does, and fails without consequences."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("dragoman", __version__)
        self._propagator = TraceContextTextMapPropagator()

    def report(self, scope: Scope, record: RequestRecord, outcome: str, timeline: Timeline) -> None:
        """Make the spans of a request that ends now; a `traceparent` of the client is above them."""
        clock = _Clock()
        route = route_of(scope)
        root = self._tracer.start_span(
            f"{scope['method']} {route}",
            context=self._propagator.extract(Headers(scope=scope)),
            kind=SpanKind.SERVER,
            attributes=_attributes(scope["method"], route, record, outcome) | _numbers(timeline),
            start_time=clock.nanoseconds(record.started),
        )
        if record.status >= FIRST_ERROR or outcome == "failed":
            root.set_status(Status(StatusCode.ERROR, outcome))
        context = set_span_in_context(root)
        for span in timeline.spans[:MAX_STAGES]:
            child = self._tracer.start_span(
                span.stage, context=context, attributes=_tokens(span), start_time=clock.nanoseconds(span.started)
            )
            child.end(clock.nanoseconds(span.ended))
        root.end(clock.now)

    def close(self) -> None:
        """Send what waits, for a few seconds at most."""
        self._provider.shutdown()


def start_tracing(endpoint: str) -> Tracing:
    """Traces to an OTLP/HTTP collector at `endpoint`, from a thread that starts here."""
    exporter = OTLPSpanExporter(endpoint.rstrip("/") + TRACES_PATH, timeout=EXPORT_TIMEOUT_S)
    resource = Resource.create({"service.name": "dragoman", "service.version": __version__})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(
        BatchSpanProcessor(exporter, max_queue_size=MAX_WAITING_SPANS, max_export_batch_size=BATCH_SPANS)
    )
    return Tracing(provider)


class _Clock:
    """The time of day at moments that were taken on the clock `time.perf_counter`."""

    def __init__(self) -> None:
        self.now = time.time_ns()
        self._counter = time.perf_counter()

    def nanoseconds(self, moment: float) -> int:
        return self.now - int((self._counter - moment) * 1e9)


def _attributes(method: str, route: str, record: RequestRecord, outcome: str) -> dict[str, AttributeValue]:
    return {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": record.status,
        "dragoman.request_id": record.request_id,
        "dragoman.model": record.model,
        "dragoman.outcome": outcome,
    }


def _numbers(timeline: Timeline) -> dict[str, AttributeValue]:
    numbers: dict[str, AttributeValue] = {
        f"{TOKENS}.in": timeline.num_tokens(Stage.ENCODE),
        f"{TOKENS}.out": timeline.num_tokens(Stage.DECODE),
    }
    num_left_out = len(timeline.spans) - MAX_STAGES
    return numbers | ({"dragoman.stages_left_out": num_left_out} if num_left_out > 0 else {})


def _tokens(span: Span) -> dict[str, AttributeValue]:
    return {} if span.num_tokens is None else {TOKENS: span.num_tokens}
