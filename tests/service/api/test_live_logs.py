"""The log of a real server at its default level, as JSON, while every API gets texts, good and bad."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import LiveServer, serving
from tests.service.api.observing import eventually, metric

SECRET = "Confidential"
TEXT = f"{SECRET} fish."
INPUT = {"name": "text", "datatype": "BYTES", "shape": [1], "data": [TEXT]}
BODIES: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "/translate": (
        "LibreTranslate",
        [
            {"q": TEXT, "source": "en", "target": "de"},
            {"q": TEXT, "source": "en", "target": "de", "stream": True},
            {"q": TEXT, "source": SECRET, "target": "de"},
            {"q": TEXT, "source": "en", "target": "de", SECRET: 1},
        ],
    ),
    "/generate": (
        "text-generation-inference",
        [{"inputs": TEXT, "model": "tiny-en-de"}, {"inputs": TEXT, "model": SECRET}, {"inputs": [TEXT]}],
    ),
    "/v1/chat/completions": (
        "OpenAI",
        [
            {"model": "tiny-en-de", "messages": [{"role": "user", "content": TEXT}]},
            {"model": "tiny-en-de", "messages": [{"role": "user", "content": TEXT}], "stream": True},
            {"model": SECRET, "messages": [{"role": SECRET, "content": TEXT}]},
        ],
    ),
    "/v2/translate": (
        "DeepL",
        [{"text": [TEXT], "source_lang": "EN", "target_lang": "DE"}, {"text": TEXT, "target_lang": SECRET}],
    ),
    "/v2/models/tiny-en-de/infer": ("KServe", [{"inputs": [INPUT]}, {"inputs": [{**INPUT, "datatype": SECRET}]}]),
}
NUM_BODIES = sum(len(bodies) for _, bodies in BODIES.values())


@pytest.fixture(scope="module")
def server(bundles: list[Path]) -> Iterator[LiveServer]:
    with serving(bundles, "--log-format", "json") as server:
        yield server


@pytest.fixture(scope="module")
def client(server: LiveServer) -> Iterator[httpx.Client]:
    headers = {"X-Request-Id": "mine", "Authorization": "DeepL-Auth-Key any"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=60, trust_env=False) as client:
        for path, (_, bodies) in BODIES.items():
            statuses = [client.post(path, json=body).status_code for body in bodies]
            assert statuses[0] == 200
            assert statuses[-1] < 500
        yield client


@pytest.mark.usefixtures("client")
def test_every_line_is_json_with_its_request_and_none_has_a_text(server: LiveServer) -> None:
    def lines() -> list[dict[str, Any]]:
        found = [json.loads(line) for line in list(server.log) if line.endswith("\n")]
        return [entry for entry in found if entry["logger"] == "service.access" and entry["level"] == "info"]

    assert eventually(lambda: len(lines()) == NUM_BODIES)  # a line is written when the answer has been sent
    assert {entry["request_id"] for entry in lines()} == {"mine"}
    assert {entry.get("model") for entry in lines()} == {None, "tiny-en-de"}
    assert SECRET not in server.text


@pytest.mark.parametrize("path", BODIES)
def test_requests_are_counted_by_their_api(client: httpx.Client, path: str) -> None:
    api, bodies = BODIES[path]
    total = metric(client, "dragoman_requests_total", api=api)
    assert total == len(bodies)
    assert metric(client, "dragoman_requests_total", api=api, outcome="ok") >= 1


@pytest.mark.parametrize("route", ["/translate", "/v1/chat/completions"])
def test_the_first_event_of_a_stream_is_measured(client: httpx.Client, route: str) -> None:
    assert metric(client, "dragoman_first_event_seconds_count", route=route) == 1
    whole = metric(client, "dragoman_request_seconds_sum", route=route)
    assert 0 < metric(client, "dragoman_first_event_seconds_sum", route=route) < whole
