"""Real processes with the engines of a tiny bundle: they answer as threads do, and end with whoever started them."""

import dataclasses
import logging
import os
import queue
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from service.engine.errors import EngineStopped
from service.engine.events import Cancelled, Event, Failed, Finished, FinishReason, TerminalEvent
from service.hosting.hosted import HostedEngine
from service.hosting.messages import Order
from service.hosting.process import EngineProcess
from service.runtime.bundle import Bundle, BundleError, load_bundle
from service.runtime.errors import RuntimeLayerError
from service.runtime.tokenizer import Tokenizer
from service.text.stops import StopStrings
from tests.faults.cursed import FAIL, curse
from tests.service.engine.bench import make_request

PATIENCE_S = 60.0


class Waiting:
    """A sink that can be waited for."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._endings: queue.SimpleQueue[TerminalEvent] = queue.SimpleQueue()

    def __call__(self, events: Sequence[Event]) -> None:
        self.events += events
        if isinstance(events[-1], TerminalEvent):
            self._endings.put(events[-1])

    def ending(self) -> TerminalEvent:
        return self._endings.get(timeout=PATIENCE_S)


@pytest.fixture(scope="module")
def bundle(tiny_bundles: dict[str, Path]) -> Bundle:
    return load_bundle(tiny_bundles["int8"])


def order_for(bundle: Bundle, **changes: Any) -> Order:
    order = Order(bundle, "cpu", num_workers=2, num_slots=4, threads=1, log_level=logging.WARNING)
    return order._replace(**changes)


class Running:
    """A process and its engines."""

    def __init__(self, order: Order) -> None:
        self.process = EngineProcess(order)
        self.engines = [
            HostedEngine(self.process, index, max_waiting=50) for index in range(len(self.process.ready.limits))
        ]
        self.process.listen(self.engines)
        for engine in self.engines:
            engine.start()

    def submit(self, name: str, *source: int, worker: int = 0, **options: Any) -> Waiting:
        sink = Waiting()
        self.engines[worker].submit(make_request(name, *source, **options), sink)
        return sink

    def stop(self) -> None:
        for engine in self.engines:
            engine.stop()


@pytest.fixture
def running(bundle: Bundle) -> Iterator[Running]:
    running = Running(order_for(bundle))
    yield running
    running.stop()


def eventually(is_so: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE_S
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    return is_so()


def runs(pid: int) -> bool:
    """Whether there is such a process that has not ended; one that nobody waited for has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_it_says_what_it_really_has(running: Running, bundle: Bundle) -> None:
    ready = running.process.ready
    assert (ready.provider, ready.threads) == ("CPUExecutionProvider", 1)
    assert [limits.num_rows for limits in ready.limits] == [4, 4]
    assert ready.limits[0].max_source_tokens == bundle.manifest.limits.max_source_tokens


def test_every_worker_answers_and_the_same(running: Running) -> None:
    sinks = [running.submit("a", 11, 12, worker=worker, stream=True, logprobs=True) for worker in (0, 1)]
    endings = [sink.ending() for sink in sinks]
    assert all(isinstance(ending, Finished) for ending in endings)
    one, other = (ending.best.tokens for ending in endings if isinstance(ending, Finished))
    assert one == other
    assert sinks[0].events[:-1] == list(one)


def test_a_condition_of_the_request_is_asked_over_there(running: Running, bundle: Bundle) -> None:
    """The model can only say fish, and stops with the second one."""
    tokenizer = Tokenizer.from_file(bundle.file("tokenizer.json"))
    *_, fish = tokenizer.encode("fish")
    words = (2 * tokenizer.token_bytes(fish)).decode().strip()
    others = tuple(token_id for token_id in range(bundle.manifest.sizes.vocab_size) if token_id != fish)
    stop = StopStrings(tokenizer, [words])
    ending = running.submit("a", 11, suppress_tokens=others, stop=stop, stop_on_loop=False).ending()
    assert isinstance(ending, Finished)
    assert ending.best.token_ids == (fish, fish)
    assert ending.best.reason is FinishReason.STOP_SEQUENCE


def test_a_request_can_be_cancelled(running: Running) -> None:
    sinks = [running.submit(str(number), 11, 12, max_new_tokens=12, min_new_tokens=12) for number in range(20)]
    running.engines[0].cancel("19")
    assert isinstance(sinks[19].ending(), Cancelled)
    assert all(isinstance(sink.ending(), Finished) for sink in sinks[:19])
    assert eventually(lambda: running.engines[0].stats().finished == 19)
    assert running.engines[0].stats().cancelled == 1


def test_one_worker_can_end_before_the_other_and_the_process_ends_with_the_last(running: Running) -> None:
    pid = running.process.pid
    assert running.engines[0].stop()
    assert isinstance(running.submit("a", 11, worker=1).ending(), Finished)
    assert running.engines[1].stop()
    assert not runs(pid)
    assert [engine.trouble for engine in running.engines] == [None, None]


def test_signals_are_left_to_the_server(running: Running) -> None:
    """A terminal or a supervisor sends them to every process, and the server lets running requests end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(running.process.pid, number)
    assert isinstance(running.submit("a", 11).ending(), Finished)


def test_a_process_that_was_killed_fails_what_is_open_on_all_its_workers(running: Running) -> None:
    os.kill(running.process.pid, signal.SIGSTOP)
    sinks = [running.submit("a", 11, worker=worker) for worker in (0, 1)]
    os.kill(running.process.pid, signal.SIGKILL)
    for sink in sinks:
        ending = sink.ending()
        assert isinstance(ending, Failed)
        assert "its process was ended by SIGKILL; the server has to be restarted" in str(ending.error)
    for engine in running.engines:
        assert engine.trouble == "its process was ended by SIGKILL; the server has to be restarted"
        with pytest.raises(EngineStopped):
            engine.submit(make_request("b", 11), Waiting())


def test_nobody_waits_for_a_process_that_stands_still(running: Running) -> None:
    os.kill(running.process.pid, signal.SIGSTOP)
    sinks = [running.submit(str(number), 11) for number in range(50)]
    assert not running.engines[0].stop(0.05)
    for engine in running.engines:
        engine.abandon("it stands still")
    assert all(isinstance(sink.ending(), Failed) for sink in sinks)
    assert eventually(lambda: not runs(running.process.pid))


def test_a_process_ends_when_nobody_holds_the_other_end_of_its_socket(
    bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is what it sees of a server that was killed."""
    ends: list[socket.socket] = []
    make_pair = socket.socketpair

    def recorded() -> tuple[socket.socket, socket.socket]:
        pair = make_pair()
        ends.append(pair[0])
        return pair

    monkeypatch.setattr("service.hosting.process.socket.socketpair", recorded)
    running = Running(order_for(bundle))
    assert runs(running.process.pid)
    ends[0].shutdown(socket.SHUT_RDWR)
    assert eventually(lambda: running.engines[0].trouble is not None)
    assert running.engines[0].trouble == "its process has ended with status 0; the server has to be restarted"
    assert not runs(running.process.pid)


def test_what_it_logs_is_logged_here(bundle: Bundle, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cursed = load_bundle(curse(bundle.path, tmp_path / "cursed"))
    *_, failing = Tokenizer.from_file(bundle.file("tokenizer.json")).encode(FAIL)
    running = Running(order_for(cursed))
    ending = running.submit("a", 11, prefix=(failing,)).ending()
    running.stop()
    assert isinstance(ending, Failed)
    [record] = [record for record in caplog.records if record.process == running.process.pid]
    assert (record.name, record.levelno) == ("service.engine.engine", logging.ERROR)
    assert record.getMessage().startswith("1 requests failed")


def test_a_bundle_that_cannot_be_loaded_is_refused_with_its_own_error(bundle: Bundle, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(bundle.path, copy)
    (copy / "decoder.onnx").write_bytes(b"nothing")
    with pytest.raises(BundleError, match=r"decoder\.onnx cannot be loaded"):
        EngineProcess(order_for(dataclasses.replace(bundle, path=copy)))


def test_a_process_that_ends_while_it_is_loading_is_told_with_its_status(
    bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.hosting.process.sys.executable", shutil.which("false"))
    with pytest.raises(RuntimeLayerError, match="has ended with status 1 while it was loading"):
        EngineProcess(order_for(bundle))


def test_requests_from_several_threads_get_each_their_own_events(running: Running) -> None:
    alone = {number: running.submit(f"alone {number}", number).ending() for number in range(10, 18)}
    found: dict[int, TerminalEvent] = {}

    def ask(number: int) -> None:
        found[number] = running.submit(f"together {number}", number, worker=number % 2).ending()

    threads = [threading.Thread(target=ask, args=(number,)) for number in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    for number, ending in alone.items():
        together = found[number]
        assert isinstance(ending, Finished)
        assert isinstance(together, Finished)
        assert together.hypotheses == ending.hypotheses
