"""What a worker reports: events, runs and how it is, in one message a step. A real engine on a fake model."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from service.engine.engine import Engine, EngineConfig
from service.engine.events import Cancelled, Event, Finished, TokenEvent
from service.engine.thread import EngineThread
from service.hosting.codec import decode_events, load
from service.hosting.messages import Report, Run
from service.hosting.opening import OpenEngine
from service.hosting.outgoing import Outgoing, Runs
from tests.fakes import DECODER_START, EOS, FakeRunner, echo_rule
from tests.service.engine.bench import make_request


class Bench:
    """A worker that is stepped by hand: its thread is never started."""

    def __init__(self) -> None:
        runs = Runs()
        runner: Any = FakeRunner(rule=echo_rule)
        self.engine = Engine(runner, EngineConfig(DECODER_START, EOS), observer=runs)
        self.worker = EngineThread(self.engine, max_waiting=4)
        self.reports: list[Report] = []
        opened = OpenEngine(self.engine, runner, runs)
        self.outgoing = Outgoing(3, opened, self.worker, lambda message: self.reports.append(load(message)))

    def submit(self, ticket: int, *source: int, **options: Any) -> None:
        request = make_request(str(ticket), *source, **options)
        self.engine.add(self.engine.new_sequence(request, partial(self.outgoing.collect, ticket)))

    def events(self) -> dict[int, list[Event]]:
        """All that was reported, by ticket."""
        found: dict[int, list[Event]] = {}
        for report in self.reports:
            for ticket, encoded in report.events:
                found.setdefault(ticket, []).extend(decode_events(encoded))
        return found

    def runs(self) -> Sequence[Run]:
        return [run for report in self.reports for run in report.runs]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_one_message_has_the_events_of_all_requests_in_a_step(bench: Bench) -> None:
    bench.submit(11, 7, 8, stream=True)
    bench.submit(12, 9, stream=True)
    bench.engine.step()
    bench.outgoing.flush()
    [report] = bench.reports
    assert report.worker == 3
    assert bench.events() == {11: [TokenEvent(7)], 12: [TokenEvent(9)]}


def test_everything_is_reported_once(bench: Bench) -> None:
    bench.submit(11, 7, 8, stream=True)
    while bench.engine.has_work:
        bench.engine.step()
        bench.outgoing.flush()
    bench.outgoing.flush()
    *tokens, ending = bench.events()[11]
    assert tokens == [TokenEvent(7), TokenEvent(8), TokenEvent(EOS)]
    assert isinstance(ending, Finished)
    assert bench.reports[-1].events == []


def test_runs_are_told_with_their_sizes_and_times(bench: Bench) -> None:
    bench.submit(11, 7, 8)
    bench.submit(12, 9)
    bench.engine.step()
    bench.outgoing.flush()
    encoded, stepped = bench.runs()
    assert encoded[:3] == ("encoded", 2, 5)
    assert stepped[:2] == ("stepped", 2)
    assert encoded[-1] > 0
    assert stepped[-1] > 0


def test_copies_of_caches_are_runs_too_and_endings_are_not() -> None:
    runs = Runs()
    runs.moved(num_rows=2, duration_s=0.5)
    runs.ended(Cancelled())
    assert runs.take() == [("moved", 2, 0.5)]
    assert runs.take() == []


def test_the_status_is_that_after_the_step(bench: Bench) -> None:
    bench.submit(11, 7, 8)
    bench.submit(12, 9)
    bench.engine.step()
    bench.outgoing.flush()
    status = bench.reports[-1].status
    assert (status.num_active, status.num_running, status.num_running_tokens) == (2, 2, 5)
    assert status.counters is not None
    assert (status.counters.steps, status.counters.encoder_runs) == (1, 1)
    assert (status.trouble, status.has_ended) == (None, False)
    while bench.engine.has_work:
        bench.engine.step()
    bench.outgoing.flush()
    status = bench.reports[-1].status
    assert (status.num_active, status.num_running, status.num_running_tokens) == (0, 0, 0)
    assert status.mean_duration_s > 0


def test_the_pulse_is_told_only_when_something_has_changed(bench: Bench) -> None:
    bench.outgoing.flush_if_changed()
    first = len(bench.reports)
    bench.outgoing.flush_if_changed()
    assert len(bench.reports) == first
    bench.submit(11, 7, 8)
    bench.engine.step()
    bench.outgoing.flush_if_changed()
    assert len(bench.reports) == first + 1
    assert bench.reports[-1].status.num_active == 1


@pytest.fixture
def started(bench: Bench) -> Iterator[Bench]:
    bench.worker.start()
    yield bench
    bench.worker.stop()


def test_a_worker_that_has_ended_says_so(started: Bench) -> None:
    started.worker.stop()
    started.outgoing.flush_if_changed()
    assert started.reports[-1].status.has_ended
