"""The load generator does what it says, as a process too."""

import asyncio
import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loadtest import load as load_module
from loadtest.http_client import Answer, BadAnswer
from loadtest.load import Answered, Generator, Load, LoadResult, summarise
from tests.loadtest.http_servers import Handler, serving, streamed, whole

GOOD = whole(b'{"translatedText": "Hallo."}')


def load_for(url: str, **changes: Any) -> Load:
    """A short closed loop of one client."""
    fields: dict[str, Any] = {
        "url": url,
        "path": "/translate",
        "bodies": ['{"q": "a"}', '{"q": "b"}'],
        "expected": '"translatedText"',
        "warm_up_s": 0.02,
        "seconds": 0.1,
    }
    return Load(**(fields | changes))


def run(handler: Handler, **changes: Any) -> LoadResult:
    """A load on a server with this handler."""

    async def generate() -> LoadResult:
        async with serving(handler) as url:
            return await Generator(load_for(url, **changes)).run()

    return asyncio.run(generate())


def test_a_closed_loop_never_has_more_requests_than_clients() -> None:
    open_now = most = 0

    async def handler(_: bytes) -> list[bytes]:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await asyncio.sleep(0.001)
        open_now -= 1
        return GOOD

    result = run(handler, clients=5)
    assert most == 5
    assert result.num_answers == len(result.latencies) >= 10
    assert min(result.latencies) >= 0.001


def test_bodies_are_sent_in_turn() -> None:
    seen: list[bytes] = []

    async def handler(body: bytes) -> list[bytes]:
        seen.append(body)
        return GOOD

    run(handler)
    assert seen[:4] == [b'{"q": "a"}', b'{"q": "b"}'] * 2


def test_an_open_loop_sends_on_time_though_nothing_is_answered() -> None:
    """Twenty requests a second for half a second; nobody is answered for a second and a half."""
    open_now = most = 0

    async def handler(_: bytes) -> list[bytes]:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await asyncio.sleep(1.5)
        open_now -= 1
        return GOOD

    result = run(handler, rate=20.0, warm_up_s=0.0, seconds=0.5)
    assert most == len(result.latencies) >= 3
    assert min(result.latencies) >= 1.4


def test_an_open_loop_never_sends_on_a_connection_that_was_idle_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server hangs up before the next request is due; on an old connection, it would never be answered."""
    monkeypatch.setattr(load_module, "MAX_IDLE_S", 0.02)

    async def handler(_: bytes) -> list[bytes]:
        return GOOD

    async def generate() -> LoadResult:
        async with serving(handler, keep_alive_s=0.04) as url:
            return await Generator(load_for(url, rate=8.0, warm_up_s=0.0, seconds=1.0)).run()

    assert asyncio.run(generate()).num_answers >= 4


def test_refusals_of_an_open_loop_are_counted() -> None:
    """Every second request is one too many."""
    seen: list[bytes] = []

    async def handler(body: bytes) -> list[bytes]:
        seen.append(body)
        return GOOD if len(seen) % 2 else whole(b"{}", "429 Too Many Requests")

    result = run(handler, rate=40.0, warm_up_s=0.0, seconds=0.5)
    assert len(seen) >= 4
    assert (result.num_answers, result.num_refused) == ((len(seen) + 1) // 2, len(seen) // 2)


def test_a_slow_server_gets_its_chance() -> None:
    """No answer comes within the planned time; it is watched until every client has two, or four times as long."""

    async def handler(_: bytes) -> list[bytes]:
        await asyncio.sleep(0.15)
        return GOOD

    result = run(handler, clients=2, warm_up_s=0.0, seconds=0.1)
    assert result.num_answers >= 4
    assert result.requests_per_s > 0


def answered(due: float, *times: float) -> Answered:
    return Answered(due, Answer([b"x"] * len(times), list(times)))


def test_a_request_counts_with_its_share_of_the_window() -> None:
    """Three waves of two; the window cuts the first and the last one in half."""
    waves = [answered(start, start + 1.0) for start in (0.0, 1.0, 2.0) for _ in range(2)]
    result = summarise(waves, 0.5, 2.5, 0.0)
    assert result.requests_per_s == pytest.approx(2.0)
    assert result.num_answers == 4, "percentiles are of those that were due within"
    assert result.latencies == [1.0] * 4


def test_what_lies_outside_counts_for_nothing() -> None:
    result = summarise([answered(0.0, 0.4), answered(0.6, 0.9, 1.0), answered(3.0, 4.0)], 0.5, 2.5, 0.0)
    assert result.requests_per_s == pytest.approx(0.5)
    assert result.latencies == [pytest.approx(0.4)]
    assert result.first_parts == [pytest.approx(0.3)]
    assert result.gaps == [pytest.approx(0.1)]


def test_a_stream_shows_its_first_part_and_the_gaps() -> None:
    async def handler(_: bytes) -> list[bytes]:
        return streamed(b'{"delta": "Hal"}', b'{"delta": "lo"}', b'{"translatedText": "Hallo"}')

    result = run(handler)
    assert len(result.first_parts) == result.num_answers
    assert len(result.gaps) == 2 * result.num_answers
    assert max(result.first_parts) <= max(result.latencies)


def test_a_wrong_answer_ends_the_load() -> None:
    async def handler(_: bytes) -> list[bytes]:
        return whole(b'{"error": "no"}')

    with pytest.raises(ExceptionGroup) as caught:
        run(handler)
    assert caught.group_contains(BadAnswer, match="without '\"translatedText\"'")


def test_it_runs_as_a_process_of_its_own(repository: Path) -> None:
    async def handler(_: bytes) -> list[bytes]:
        return GOOD

    def generate(url: str) -> dict[str, Any]:
        command = [sys.executable, "-m", "loadtest.load"]
        text = json.dumps(dataclasses.asdict(load_for(url)))
        done = subprocess.run(command, cwd=repository, input=text, stdout=subprocess.PIPE, text=True, check=True)
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    async def serve() -> dict[str, Any]:
        async with serving(handler) as url:
            return await asyncio.to_thread(generate, url)

    assert len(asyncio.run(serve())["latencies"]) >= 2
