"""When events arrive, and what a client that leaves sets free, on a server that decodes one sequence at a time."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.live import LiveServer, serving
from tests.service.api.observing import events_in, eventually, is_idle, metric

NUM_SENTENCES = 250
LONG = {"q": "fish\n" * NUM_SENTENCES, "source": "en", "target": "de"}


@pytest.fixture(scope="module")
def slow_server(bundles: list[Path]) -> Iterator[LiveServer]:
    with serving(bundles, "--max-rows", "1", "--max-waiting", "800") as server:
        yield server


@pytest.fixture
def slow(slow_server: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=slow_server.url, timeout=120, trust_env=False) as client:
        yield client
        assert eventually(lambda: is_idle(client), 60)


def cancelled(client: httpx.Client) -> float:
    return metric(client, "dragoman_sequences_cancelled_total")


def test_the_first_event_arrives_before_the_last_is_produced(slow: httpx.Client) -> None:
    with slow.stream("POST", "/translate", json={**LONG, "stream": True}) as response:
        events = events_in(response)
        first = next(events)
        assert "delta" in first
        assert not is_idle(slow)
        rest = list(events)
    assert is_idle(slow)
    assert first["delta"] + "".join(event["delta"] for event in rest[:-1]) == rest[-1]["translatedText"]


def test_each_token_has_an_event_and_none_waits_for_the_last(slow: httpx.Client) -> None:
    """Those that are there at the same time come in one piece. With a model as fast as this one that may be all of them
    for a client that is slow to read, but not for ten streams in a row.
    """
    streams = [pieces_of_a_stream(slow) for _ in range(10)]
    assert any(len(pieces) > 1 for pieces in streams)
    for pieces in streams:
        events = [event for event in b"".join(pieces).split(b"\n\n") if event]
        assert len(events) == json.loads(events[-1].removeprefix(b"data:"))["details"]["generated_tokens"]


def pieces_of_a_stream(client: httpx.Client) -> list[bytes]:
    payload = {"inputs": "fish", "model": "tiny-en-de", "parameters": {"max_new_tokens": 64}}
    with client.stream("POST", "/generate_stream", json=payload) as response:
        return [chunk for chunk in response.iter_raw() if chunk]


# Far more than can be done before a test looks at the metrics.
SEARCH = {**LONG, "q": ["The child sees.\n" * 100] * 8, "num_beams": 4, "stream": True}


def test_a_stream_of_a_search_begins_before_it_ends(client: httpx.Client) -> None:
    with client.stream("POST", "/translate", json=SEARCH) as response:
        events = events_in(response)
        first = next(events)
        assert not is_idle(client)
        *deltas, last = events
    texts = [""] * 8
    for event in (first, *deltas):
        texts[event["index"]] += event["delta"]
    assert texts == last["translatedText"]


def test_a_client_that_leaves_a_search_frees_the_rows_of_all_its_beams(bundles: list[Path]) -> None:
    """One search at a time: the client leaves long before the last one ends, however fast the machine is."""
    with (
        serving(bundles, "--max-rows", "4") as server,
        httpx.Client(base_url=server.url, timeout=120, trust_env=False) as client,
    ):
        with client.stream("POST", "/translate", json=SEARCH) as response:
            events = events_in(response)  # kept: once it is collected, the connection is closed
            assert "delta" in next(events)
            # Between two searches nobody runs for a moment.
            assert eventually(lambda: metric(client, "dragoman_active_rows") == 4)
        assert eventually(lambda: is_idle(client))
        assert cancelled(client) > 1


def test_a_client_that_leaves_in_the_middle_of_a_stream_frees_row_and_queue(slow: httpx.Client) -> None:
    before = cancelled(slow)
    with slow.stream("POST", "/translate", json={**LONG, "stream": True}) as response:
        next(events_in(response))
    assert eventually(lambda: is_idle(slow))
    assert cancelled(slow) - before > NUM_SENTENCES / 2
    assert metric(slow, "dragoman_requests_total", route="/translate", outcome="cancelled") >= 1


@pytest.mark.parametrize("body", [LONG, {**LONG, "stream": True}], ids=["plain", "stream"])
def test_a_client_that_leaves_before_its_answer_begins_frees_row_and_queue(
    slow_server: LiveServer, slow: httpx.Client, body: dict[str, object]
) -> None:
    """The row is taken by somebody else, so that nothing of this request's answer can have been sent."""
    before = cancelled(slow)
    address = urlsplit(slow_server.url)
    with slow.stream("POST", "/translate", json={**LONG, "stream": True}) as other:
        other_events = events_in(other)
        next(other_events)
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=30)
        connection.request("POST", "/translate", json.dumps(body), {"Content-Type": "application/json"})
        assert eventually(lambda: metric(slow, "dragoman_waiting") > NUM_SENTENCES)
        connection.close()
        assert eventually(lambda: cancelled(slow) - before >= NUM_SENTENCES)
        *_, last = other_events
    assert "translatedText" in last
    assert cancelled(slow) - before == NUM_SENTENCES


def test_a_client_that_stops_reading_and_then_leaves_frees_everything(
    slow_server: LiveServer, slow: httpx.Client
) -> None:
    """Its answer fills the buffers of the connection, so that the server cannot send any more."""
    address = urlsplit(slow_server.url)
    body = json.dumps({**LONG, "q": "fish\n" * 400, "stream": True}).encode()
    head = (
        f"POST /translate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    connection.connect((address.hostname, address.port))
    connection.sendall(head.encode() + body)
    assert connection.recv(10)
    assert not is_idle(slow)
    connection.close()
    assert eventually(lambda: is_idle(slow))


def test_others_are_not_disturbed_by_those_who_leave(slow: httpx.Client) -> None:
    expected = slow.post("/translate", json={**LONG, "q": "dog"}).json()
    for _ in range(5):
        with slow.stream("POST", "/translate", json={**LONG, "stream": True}) as response:
            next(events_in(response))
    assert slow.post("/translate", json={**LONG, "q": "dog"}).json() == expected


def test_requests_beyond_the_queue_are_told_when_to_come_back_and_leave_nothing_behind(bundles: list[Path]) -> None:
    with (
        serving(bundles, "--max-rows", "1", "--max-waiting", "19") as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client,
    ):
        responses: list[httpx.Response] = []
        body = {"q": "fish\n" * 20, "source": "en", "target": "de"}
        threads = [
            threading.Thread(target=lambda: responses.append(client.post("/translate", json=body))) for _ in range(30)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        refused = [response for response in responses if response.status_code != 200]
        assert {response.status_code for response in refused} == {429}
        assert all(int(response.headers["retry-after"]) >= 1 for response in refused)
        assert all("try again in" in response.json()["error"] for response in refused)
        assert metric(client, "dragoman_rejections_total", reason="queue_full") == len(refused)
        assert eventually(lambda: is_idle(client))
        assert client.post("/translate", json=body).status_code == 200

        assert eventually(lambda: is_idle(client))
        too_many = client.post("/translate", json={**body, "q": "fish\n" * 21})
        assert too_many.status_code == 400
        assert "more than 20 sentences" in too_many.json()["error"]


def test_a_stream_with_nothing_to_say_stays_open(bundles: list[Path]) -> None:
    """While another request has the only row, comments come."""
    with (
        serving(bundles, "--max-rows", "1", "--keep-alive-s", "0.02") as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client,
        client.stream("POST", "/translate", json={**LONG, "stream": True}) as first,
    ):
        first_events = first.iter_lines()
        next(first_events)
        with client.stream("POST", "/translate", json={**LONG, "q": "dog", "stream": True}) as second:
            lines = list(line for line in second.iter_lines() if line)
    assert lines[0] == ": keep-alive"
    assert "translatedText" in lines[-1]
