"""The engine's thread. Its model stands still at every step until the test lets it go on, so nothing sleeps."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from service.engine.arrays import Positions
from service.engine.budget import TokenBudget
from service.engine.engine import Engine, EngineConfig
from service.engine.errors import EngineStopped, QueueFull, SourceTooLong, TokensFull, TooManyRows
from service.engine.events import Cancelled, Event, Failed, Finished, TerminalEvent, TokenEvent
from service.engine.thread import EngineThread
from tests.fakes import DECODER_START, EOS, FakeRunner, Ids, echo_rule, model_failure
from tests.service.engine.bench import make_request

PATIENCE_S = 20.0  # only a broken engine ever waits that long
AGES = 100_000  # tokens that nobody waits for


def endless_rule(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
    """Never eos."""
    return echo_rule((7,), target, vocab_size)


class GatedRunner(FakeRunner):
    """Each step announces itself and then waits until the gate is open."""

    def __init__(self) -> None:
        super().__init__(rule=echo_rule, num_slots=2, max_source_tokens=8, max_target_tokens=AGES)
        self.entered = threading.Semaphore(0)
        self.gate = threading.Event()

    def step(
        self, tokens: npt.NDArray[np.int64], cached_lengths: Positions, *, with_alignment: bool = False
    ) -> npt.NDArray[np.float32]:
        self.entered.release()
        assert self.gate.wait(PATIENCE_S)
        return super().step(tokens, cached_lengths, with_alignment=with_alignment)

    def wait_for_step(self) -> None:
        """Until a step has begun; it stays there."""
        assert self.entered.acquire(timeout=PATIENCE_S)

    def open(self) -> None:
        """Let every step go through from now on, the one that waits included."""
        self.gate.set()


class WaitingSink:
    """Collects events; a test can wait for the ending."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._ended = threading.Event()

    def __call__(self, events: Sequence[Event]) -> None:
        self.events += events
        if isinstance(events[-1], TerminalEvent):
            self._ended.set()

    def ending(self) -> TerminalEvent:
        assert self._ended.wait(PATIENCE_S)
        [ending] = [event for event in self.events if isinstance(event, TerminalEvent)]
        return ending

    def error(self) -> Exception:
        ending = self.ending()
        assert isinstance(ending, Failed)
        return ending.error


@pytest.fixture
def runner() -> GatedRunner:
    return GatedRunner()


@pytest.fixture
def thread(runner: GatedRunner) -> Iterator[EngineThread]:
    thread = EngineThread(Engine(runner, EngineConfig(DECODER_START, EOS)), max_waiting=2)
    thread.start()
    yield thread
    runner.open()
    thread.stop()


Submit = Callable[..., WaitingSink]


@pytest.fixture
def submit(thread: EngineThread) -> Submit:
    def submit(name: str, *source: int, **options: Any) -> WaitingSink:
        sink = WaitingSink()
        thread.submit(make_request(name, *source, max_new_tokens=AGES, stop_on_loop=False, **options), sink)
        return sink

    return submit


def test_a_request_is_answered_on_the_engines_thread(submit: Submit, runner: GatedRunner) -> None:
    runner.open()
    sink = submit("a", 7, 8, stream=True)
    assert isinstance(sink.ending(), Finished)
    assert sink.events[:-1] == [TokenEvent(7), TokenEvent(8), TokenEvent(EOS)]


def test_an_idle_engine_wakes_up_for_each_new_request(submit: Submit, runner: GatedRunner) -> None:
    runner.open()
    for name in "abc":
        assert isinstance(submit(name, 7).ending(), Finished)


def test_requests_join_while_others_run(submit: Submit, runner: GatedRunner) -> None:
    first = submit("first", 7, 8, 9)
    runner.wait_for_step()
    second = submit("second", 7)
    runner.open()
    assert isinstance(second.ending(), Finished)
    assert isinstance(first.ending(), Finished)
    assert runner.stepped == [1, 2, 2, 1]


def test_refusals_are_raised_at_once(thread: EngineThread, submit: Submit) -> None:
    with pytest.raises(SourceTooLong):
        submit("a", *[7] * 8)
    assert thread.stats().waiting == 0


def test_a_full_queue_refuses_until_somebody_leaves_it(
    thread: EngineThread, submit: Submit, runner: GatedRunner
) -> None:
    """Two slots and two places to wait: the fifth request is refused while the model stands in a step."""
    submit("a", 7)
    runner.wait_for_step()
    sinks = [submit(name, 7) for name in "bcd"]
    with pytest.raises(QueueFull) as caught:
        submit("e", 7)
    assert caught.value.retry_after_s >= 1.0
    thread.cancel("c")
    late = submit("e", 7)  # the place is free although the engine has not even noticed
    runner.open()
    assert sinks[1].ending() == Cancelled()
    assert sinks[1].events == [Cancelled()]
    assert isinstance(late.ending(), Finished)


def test_long_sources_fill_the_line_sooner_and_leave_room_when_they_go(runner: GatedRunner) -> None:
    """Two rows and a hundred places: it is their length that is too much."""
    engine = Engine(runner, EngineConfig(DECODER_START, EOS))
    thread = EngineThread(engine, max_waiting=100, budget=TokenBudget(20))
    thread.start()
    sinks = {name: WaitingSink() for name in "abcd"}
    thread.submit(make_request("a", *[7] * 7), sinks["a"])
    runner.wait_for_step()
    thread.submit(make_request("b", *[7] * 7), sinks["b"])
    with pytest.raises(TokensFull, match="16 source tokens are open already, 5 more would be above the limit of 20"):
        thread.submit(make_request("c", *[7] * 4), sinks["c"])
    thread.submit(make_request("d", *[7] * 3), sinks["d"])
    assert thread.stats().waiting_tokens == 12
    thread.cancel("b")
    thread.submit(make_request("c", *[7] * 4), sinks["c"])
    runner.open()
    assert [type(sinks[name].ending()) for name in "abcd"] == [Finished, Cancelled, Finished, Finished]
    thread.stop()
    assert thread.budget.num_taken == 0


def test_a_cancelled_running_request_takes_part_in_no_later_step(
    thread: EngineThread, submit: Submit, runner: GatedRunner
) -> None:
    gone = submit("gone", 7, 8, 9, stream=True)
    runner.wait_for_step()
    thread.cancel("gone")
    thread.cancel("gone")
    runner.open()
    assert gone.ending() == Cancelled()
    assert len(gone.events) == 2  # the token of the step that was under way, then the ending
    assert isinstance(submit("next", 7).ending(), Finished)
    assert runner.stepped == [1, 1, 1]


def test_a_model_failure_leaves_the_thread_healthy(thread: EngineThread, submit: Submit, runner: GatedRunner) -> None:
    runner.open()
    runner.encode_error = model_failure()
    assert "the model failed" in str(submit("a", 7).error())
    runner.step_error = model_failure()
    assert "the model failed" in str(submit("b", 7).error())
    assert thread.is_healthy
    assert isinstance(submit("c", 7).ending(), Finished)


def test_an_unexpected_error_fails_everyone_and_marks_the_engine_unhealthy(
    thread: EngineThread, submit: Submit, runner: GatedRunner, caplog: pytest.LogCaptureFixture
) -> None:
    healthy_when_told: list[bool] = []
    thread.submit(make_request("first", 7), lambda events: healthy_when_told.append(thread.is_healthy))
    running = submit("running", 7, 8)
    runner.wait_for_step()
    waiting = [submit(name, 7) for name in "cd"]
    thread.cancel("d")
    runner.step_error = ZeroDivisionError("a bug")
    with caplog.at_level(logging.CRITICAL):
        runner.open()
        for sink in (running, *waiting):
            assert isinstance(sink.error(), EngineStopped)
    assert healthy_when_told == [False]
    assert not thread.is_healthy
    with pytest.raises(EngineStopped, match=r"it broke .ZeroDivisionError.; the server has to be restarted"):
        submit("e", 7)


def test_a_sink_that_raises_does_not_keep_others_from_their_ending(
    thread: EngineThread, submit: Submit, runner: GatedRunner, caplog: pytest.LogCaptureFixture
) -> None:
    def raising(events: Sequence[Event]) -> None:
        raise RuntimeError("a broken sink")

    with caplog.at_level(logging.CRITICAL):
        thread.submit(make_request("broken", 7, 8), raising)
        runner.wait_for_step()
        others = [submit(name, 7, 8) for name in "ab"]
        runner.open()
        for sink in others:
            assert isinstance(sink.error(), EngineStopped)
    assert not thread.is_healthy


def test_stopping_fails_what_is_open_and_may_be_repeated(
    thread: EngineThread, submit: Submit, runner: GatedRunner
) -> None:
    runner.rule = endless_rule
    runner.open()
    sinks = [submit(name, 7) for name in "abcd"]
    thread.stop()
    thread.stop()
    assert all("it was stopped" in str(sink.error()) for sink in sinks)
    assert not thread.is_healthy
    with pytest.raises(EngineStopped, match="it was stopped"):
        submit("late", 7)


def test_a_thread_that_was_not_started_refuses_and_can_be_stopped(runner: GatedRunner) -> None:
    thread = EngineThread(Engine(runner, EngineConfig(DECODER_START, EOS)), max_waiting=2)
    assert not thread.is_healthy
    with pytest.raises(EngineStopped, match="it was not started"):
        thread.submit(make_request("a", 7), WaitingSink())
    thread.stop()


def test_stats_count_what_waits_and_runs(thread: EngineThread, submit: Submit, runner: GatedRunner) -> None:
    submit("a", 7)
    runner.wait_for_step()
    last = [submit(name, 7) for name in "bcd"][-1]
    stats = thread.stats()
    assert (stats.active, stats.waiting, stats.slots) == (1, 3, 2)
    assert stats.waiting_tokens == 3 * 2
    assert stats.is_healthy
    runner.open()
    last.ending()
    thread.stop()
    stats = thread.stats()
    assert (stats.active, stats.waiting, stats.finished, stats.generated_tokens) == (0, 0, 4, 8)
    assert stats.waiting_tokens == 0


def test_stats_count_the_rows_of_beams(thread: EngineThread, submit: Submit, runner: GatedRunner) -> None:
    submit("a", 7, num_beams=2)
    runner.wait_for_step()
    submit("b", 7)
    stats = thread.stats()
    assert (stats.active, stats.waiting, stats.slots) == (2, 1, 2)


def test_wide_requests_fill_the_queue_sooner(thread: EngineThread, submit: Submit, runner: GatedRunner) -> None:
    """Two slots are one search of two beams; two more may wait."""
    for name in "abc":
        submit(name, 7, num_beams=2)
    with pytest.raises(QueueFull, match="2 requests are waiting"):
        submit("d", 7, num_beams=2)


def test_a_request_wider_than_the_engine_is_refused_at_once(thread: EngineThread, submit: Submit) -> None:
    with pytest.raises(TooManyRows):
        submit("a", 7, num_beams=3)
    assert thread.stats().waiting == 0


def test_a_queue_without_places_is_refused(runner: GatedRunner) -> None:
    with pytest.raises(ValueError, match="max_waiting must be at least 1, not 0"):
        EngineThread(Engine(runner, EngineConfig(DECODER_START, EOS)), max_waiting=0)


# A thread that does not come back


def test_the_step_in_progress_is_told_from_outside(thread: EngineThread, submit: Submit, runner: GatedRunner) -> None:
    assert thread.round_in_progress is None
    submit("a", 7)
    runner.wait_for_step()
    first = thread.round_in_progress
    assert first is not None
    assert thread.round_in_progress == first
    assert thread.trouble is None


def test_an_abandoned_engine_fails_everyone_at_once_though_its_step_never_ends(
    thread: EngineThread, submit: Submit, runner: GatedRunner
) -> None:
    sinks = [submit(name, 7, 8) for name in "abc"]
    runner.wait_for_step()
    thread.abandon("a step has not ended for more than 30 s")
    for sink in sinks:
        assert "a step has not ended for more than 30 s" in str(sink.error())
    assert thread.trouble == "a step has not ended for more than 30 s"
    assert not thread.is_healthy
    with pytest.raises(EngineStopped, match="a step has not ended"):
        submit("late", 7)


def test_an_abandoned_engine_that_comes_back_says_nothing_more(
    thread: EngineThread, submit: Submit, runner: GatedRunner
) -> None:
    sink = submit("a", 7, stream=True)
    runner.wait_for_step()
    thread.abandon("it hangs")
    runner.open()
    thread.stop()
    thread._thread.join(PATIENCE_S)
    assert len(sink.events) == 1
    assert thread.stats().waiting == 0


def test_a_thread_that_was_stopped_is_in_no_trouble(thread: EngineThread) -> None:
    thread.stop()
    assert thread.trouble is None
