"""Servers whose engines' process is killed or stands still, and engines whose server is gone."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from loadtest.memory import family
from tests.faults.cursed import HANG, curse
from tests.faults.processes import TRANSLATION, client_of, translate
from tests.live import LiveServer, serving
from tests.service.api.observing import events_in, eventually, metric

pytestmark = pytest.mark.faults

LONG = {**TRANSLATION, "q": "The child sees.\n" * 400, "stream": True}


@pytest.fixture
def server(bundle: Path) -> Iterator[LiveServer]:
    with serving([bundle], "--max-rows", "1", "--stall-timeout-s", "1", "--cache-bytes", "0") as server:
        yield server


def engines_of(server: LiveServer) -> list[int]:
    """The processes below a server's."""
    return family(server.process.pid)[1:]


def is_running(pid: int) -> bool:
    """Not even waiting to be asked how it ended."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def test_a_killed_engine_is_told_to_everybody_and_left_to_the_supervisor(server: LiveServer) -> None:
    [engine] = engines_of(server)
    with (
        client_of(server) as client,
        client.stream("POST", "/translate", json=LONG) as stream,
        ThreadPoolExecutor(1) as pool,
    ):
        events = events_in(stream)
        next(events)
        whole = pool.submit(httpx.post, f"{server.url}/translate", json={**LONG, "stream": False}, timeout=60)
        assert eventually(lambda: metric(client, "dragoman_waiting") > 400)
        os.kill(engine, signal.SIGKILL)
        *_, last = events
        assert "its process was ended by SIGKILL" in last["error"]
        assert whole.result().status_code == 503
        assert "its process was ended by SIGKILL" in whole.result().json()["error"]
    assert server.wait_ended() == 1
    assert "giving up: tiny-en-de: its process was ended by SIGKILL" in server.text


def test_an_engine_that_stands_still_is_seen_and_ended_with_the_server(server: LiveServer) -> None:
    [engine] = engines_of(server)
    assert translate(server).status_code == 200
    os.kill(engine, signal.SIGSTOP)
    answer = translate(server)
    assert answer.status_code == 503
    assert "a step has not ended for more than 1 s" in answer.json()["error"]
    assert server.wait_ended() == 1
    assert eventually(lambda: not is_running(engine))


def test_an_engine_that_nothing_is_asked_of_may_stand_still(server: LiveServer) -> None:
    """As one does whose machine slept: nobody waits for it, and it goes on."""
    [engine] = engines_of(server)
    expected = translate(server).json()
    os.kill(engine, signal.SIGSTOP)
    time.sleep(2.0)
    assert server.status_of("/livez") == 200
    os.kill(engine, signal.SIGCONT)
    assert translate(server).json() == expected


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_engine_outlives_its_server_though_its_step_never_ends(
    tiny_bundles: dict[str, Path], tmp_path: Path, number: signal.Signals
) -> None:
    cursed = curse(tiny_bundles["int8"], tmp_path / "tiny-en-de")
    flags = ("--workers", "1", "--drain-timeout-s", "0.5", "--stall-timeout-s", "600")
    with serving([cursed], *flags) as server, client_of(server) as client, ThreadPoolExecutor(1) as pool:
        [engine] = engines_of(server)
        body = {"inputs": "Hi", "parameters": {"target_prefix": HANG}}
        hung = pool.submit(httpx.post, f"{server.url}/generate", json=body, timeout=60)
        assert eventually(lambda: metric(client, "dragoman_active_rows") == 1)
        server.process.send_signal(number)
        server.wait_ended()
        assert eventually(lambda: not is_running(engine))
        assert hung.exception() or hung.result().status_code == 503


def test_signals_to_the_whole_group_let_running_requests_end(server: LiveServer) -> None:
    """A terminal's Ctrl-C reaches every process; so does a supervisor's SIGTERM."""
    [engine] = engines_of(server)
    with client_of(server) as client, client.stream("POST", "/translate", json=LONG) as stream:
        events = events_in(stream)
        next(events)
        for pid in (engine, server.process.pid):
            os.kill(pid, signal.SIGTERM)
        *_, last = events
        assert "error" not in last
    assert server.wait_ended() == 0
    assert not is_running(engine)
