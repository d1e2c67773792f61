"""Traces of a real server with the shipped bundles, as a collector gets them when the server has stopped."""

import itertools
import time
from collections.abc import Iterator, Mapping

import httpx
import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.collector import Collector, attributes, collecting
from tests.live import ROOT, serving

BUNDLES = ROOT / "models" / "bundles"
TRACE_ID = "0af7651916cd43dd8448eb211c80319c"
PARENT_ID = "b7ad6b7169203331"
STAGES = ["tokenise", "queue", "encode", "decode", "detokenise"]
SECRET = "Confidential"


def ask(url: str) -> None:
    """One request of each kind."""

    def post(path: str, request_id: str, body: Mapping[str, object], **headers: str) -> None:
        named = {"X-Request-Id": request_id, **headers}
        httpx.post(f"{url}{path}", json=body, headers=named, timeout=60, trust_env=False)

    text = {"q": f"{SECRET} fish.", "source": "en", "target": "de"}
    post("/translate", "whole", text, traceparent=f"00-{TRACE_ID}-{PARENT_ID}-01")
    post("/translate", "again", text)
    post("/translate", "streamed", {**text, "q": f"{SECRET} birds.", "stream": True})
    post("/translate", "unsampled", text, traceparent=f"00-{TRACE_ID}-{PARENT_ID}-00")
    post("/translate", "refused", {**text, "source": SECRET}, traceparent="nonsense")
    body = {"inputs": f"{SECRET}.", "model": "en-de", "parameters": {"max_new_tokens": 5}}
    post("/generate", "generated", body)
    httpx.get(f"{url}/readyz", headers={"X-Request-Id": "polled"}, trust_env=False)


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        with serving([BUNDLES], environ={"DRAGOMAN_OTLP_ENDPOINT": collector.url}) as server:
            ask(server.url)
            assert server.stop() == 0
        yield collector


def end_to_end(spans: list[Span]) -> bool:
    """Whether each begins where the one before ends, or after it."""
    return all(one.end_time_unix_nano <= next.start_time_unix_nano for one, next in itertools.pairwise(spans))


@pytest.mark.parametrize("request_id", ["whole", "generated"])
def test_a_request_is_a_span_with_its_stages_below(collector: Collector, request_id: str) -> None:
    root = collector.root(request_id)
    stages = collector.below(root)
    assert [span.name for span in stages] == STAGES
    assert end_to_end(stages)
    assert root.start_time_unix_nano <= stages[0].start_time_unix_nano
    assert stages[-1].end_time_unix_nano <= root.end_time_unix_nano
    assert abs(root.end_time_unix_nano - time.time_ns()) < 600e9, "the time of day, not of some other clock"


def test_a_span_says_what_was_asked_for_and_how_it_ended(collector: Collector) -> None:
    root = collector.root("generated")
    assert root.name == "POST /generate"
    assert root.kind == Span.SPAN_KIND_SERVER
    found = attributes(root)
    assert found.pop("dragoman.tokens.in") > 1
    assert found == {
        "http.request.method": "POST",
        "http.route": "/generate",
        "http.response.status_code": 200,
        "dragoman.request_id": "generated",
        "dragoman.model": "en-de",
        "dragoman.outcome": "ok",
        "dragoman.tokens.out": 5,
    }


def test_a_stream_is_one_span_to_its_end(collector: Collector) -> None:
    root = collector.root("streamed")
    assert {span.name for span in collector.below(root)} == set(STAGES)
    assert attributes(root)["dragoman.outcome"] == "ok"
    assert attributes(root)["dragoman.tokens.out"] > 0


def test_what_the_cache_answers_was_never_in_the_engine(collector: Collector) -> None:
    assert [span.name for span in collector.below(collector.root("again"))] == ["tokenise"]


def test_a_refusal_is_the_client_s_and_no_error(collector: Collector) -> None:
    root = collector.root("refused")
    assert attributes(root)["dragoman.outcome"] == "invalid"
    assert root.status.code == Status.STATUS_CODE_UNSET
    assert collector.below(root) == []


def test_a_traceparent_is_taken_over(collector: Collector) -> None:
    root = collector.root("whole")
    assert root.trace_id.hex() == TRACE_ID
    assert root.parent_span_id.hex() == PARENT_ID
    assert {span.trace_id.hex() for span in collector.below(root)} == {TRACE_ID}
    assert collector.root("refused").parent_span_id == b"", "what is none is ignored"


def test_a_client_that_does_not_sample_is_obeyed_and_probes_are_left_out(collector: Collector) -> None:
    ids = {attributes(span).get("dragoman.request_id") for span in collector.spans}
    assert ids - {None} == {"whole", "again", "streamed", "refused", "generated"}


def test_traces_hold_no_text_of_users(collector: Collector) -> None:
    assert collector.bodies
    assert not any(SECRET.encode() in body for body in collector.bodies)


def test_a_collector_that_fails_is_the_log_s_business_alone() -> None:
    with collecting(status=400) as collector, serving([BUNDLES], "--otlp-endpoint", collector.url) as server:
        answer = httpx.post(
            f"{server.url}/translate", json={"q": "fish", "source": "en", "target": "de"}, timeout=60, trust_env=False
        )
        assert answer.status_code == 200, server.text
        assert server.stop() == 0
        assert "Failed to export" in server.text
