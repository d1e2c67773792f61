"""What others get when a model hangs, fails, or computes nonsense in the middle of their requests."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.faults.cursed import FAIL, HANG, NONSENSE, curse
from tests.live import LiveServer, serving
from tests.service.api.observing import events_in, eventually, is_idle, metric

pytestmark = pytest.mark.faults

SENTENCES = [f"The child sees {number} fish." for number in range(8)]


@pytest.fixture(scope="module")
def bundle(tiny_bundles: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return curse(tiny_bundles["int8"], tmp_path_factory.mktemp("cursed") / "tiny-en-de")


@pytest.fixture(scope="module")
def server(bundle: Path) -> Iterator[LiveServer]:
    with serving([bundle], "--workers", "1") as server:
        yield server


@pytest.fixture
def client(server: LiveServer) -> Iterator[httpx.Client]:
    with connected(server) as client:
        yield client


def connected(server: LiveServer) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=60, trust_env=False)


def generate(client: httpx.Client, text: str, **parameters: object) -> httpx.Response:
    return client.post("/generate", json={"inputs": text, "parameters": {"max_new_tokens": 30, **parameters}})


def generate_beside(client: httpx.Client, fault: str) -> tuple[list[httpx.Response], list[httpx.Response]]:
    """Answers to all sentences, and to requests with a fault that run among them."""
    with ThreadPoolExecutor(16) as pool:
        cursed = [pool.submit(generate, client, "Hi", target_prefix=fault) for _ in range(4)]
        healthy = [pool.submit(generate, client, text) for text in SENTENCES]
        return [future.result() for future in healthy], [future.result() for future in cursed]


def test_nonsense_in_one_row_fails_that_request_and_changes_nobody_elses_answer(client: httpx.Client) -> None:
    alone = [generate(client, text).json() for text in SENTENCES]
    for _ in range(5):
        healthy, cursed = generate_beside(client, NONSENSE)
        assert [response.json() for response in healthy] == alone
        assert {response.status_code for response in cursed} == {424}
        assert all(response.json()["error_type"] == "generation" for response in cursed)
    assert eventually(lambda: is_idle(client))


def test_a_step_that_fails_is_told_to_all_who_took_part_and_the_next_ones_are_served(client: httpx.Client) -> None:
    alone = [generate(client, text).json() for text in SENTENCES]
    failed_before = metric(client, "dragoman_sequences_failed_total")
    for _ in range(5):
        healthy, cursed = generate_beside(client, FAIL)
        assert {response.status_code for response in cursed} == {424}
        for response, expected in zip(healthy, alone, strict=True):
            assert response.status_code == 424 or response.json() == expected
    assert metric(client, "dragoman_sequences_failed_total") - failed_before >= 20
    assert client.get("/livez").status_code == 200
    assert [generate(client, text).json() for text in SENTENCES] == alone


def test_a_step_that_never_ends_is_seen_answered_and_left_to_the_supervisor(bundle: Path) -> None:
    """A stream that has had text already is told so, and a request that had not even begun."""
    body = {"inputs": "Hi", "parameters": {"target_prefix": f"fish fish {HANG}"}}
    with (
        serving([bundle], "--workers", "1", "--max-rows", "1", "--stall-timeout-s", "1") as server,
        connected(server) as client,
        connected(server) as other,
        client.stream("POST", "/generate_stream", json=body) as response,
    ):
        events = events_in(response)
        assert next(events)["token"]["text"]
        waiting = generate(other, "Hi")
        assert waiting.status_code == 503
        assert "a step has not ended for more than 1 s" in waiting.json()["error"]
        *_, last = events
        assert "a step has not ended for more than 1 s" in last["error"]
        probe = other.get("/livez")
        assert probe.status_code == 503
        assert probe.json()["error"].startswith("tiny-en-de: a step has not ended for more than 1 s")
        assert server.wait_ended() == 1
    assert "giving up: tiny-en-de" in server.text
