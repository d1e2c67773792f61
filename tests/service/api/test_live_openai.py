"""What a client of the OpenAI routes that leaves sets free, on a server that decodes one sequence at a time."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import LiveServer, serving
from tests.service.api.observing import eventually, is_idle, metric

SENTENCES = [f"fish {number}" for number in range(250)]  # equal ones would be decoded once
LONG = {"role": "user", "content": "\n".join(SENTENCES)}
CHAT = {"model": "tiny-en-de", "messages": [LONG], "stream": True}
COMPLETION = {"model": "tiny-en-de", "prompt": SENTENCES[:100], "stream": True}


@pytest.fixture(scope="module")
def slow_server(bundles: list[Path]) -> Iterator[LiveServer]:
    with serving(bundles, "--max-rows", "1", "--max-waiting", "800") as server:
        yield server


@pytest.fixture
def slow(slow_server: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=slow_server.url, timeout=120, trust_env=False) as client:
        yield client
        assert eventually(lambda: is_idle(client), 60)


@pytest.mark.parametrize(("path", "body"), [("/v1/chat/completions", CHAT), ("/v1/completions", COMPLETION)])
def test_a_client_that_leaves_a_stream_frees_what_it_had(slow: httpx.Client, path: str, body: Any) -> None:
    before = metric(slow, "dragoman_sequences_cancelled_total")
    with slow.stream("POST", path, json=body) as response:
        lines = response.iter_lines()  # kept: once it is collected, the connection is closed
        assert json.loads(next(lines).removeprefix("data: "))["choices"]
        assert not is_idle(slow)
    assert eventually(lambda: is_idle(slow))
    assert metric(slow, "dragoman_sequences_cancelled_total") > before + 10


def test_a_stop_text_ends_the_work_too(slow: httpx.Client) -> None:
    """What comes behind it is not decoded for nothing."""
    before = metric(slow, "dragoman_sequences_cancelled_total")
    body = {"q": SENTENCES[0], "source": "en", "target": "de"}
    first = slow.post("/translate", json=body).json()["translatedText"]
    answer = slow.post("/v1/chat/completions", json=CHAT | {"stop": first[:2]}).text
    assert '"finish_reason":"stop"' in answer
    assert eventually(lambda: is_idle(slow))
    assert metric(slow, "dragoman_sequences_cancelled_total") > before + 10
