"""An engine in another process, as its pool sees it. The process is played by the test, message by message."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from service.engine.errors import EngineStopped, QueueFull, SourceTooLong, TooManyRows
from service.engine.events import Cancelled, Event, Failed, Finished, FinishReason, Hypothesis, Timings, TokenEvent
from service.engine.limits import Limits
from service.engine.stats import Counters
from service.hosting.codec import encode_events, load
from service.hosting.hosted import HostedEngine
from service.hosting.messages import Cancel, Ready, Report, Run, Status, Stop, Submit
from service.hosting.outgoing import Runs
from tests.fakes import RecordingSink
from tests.service.engine.bench import make_request

PATIENCE_S = 20.0
LIMITS = Limits(num_rows=2, max_source_tokens=8, max_target_tokens=16, vocab_size=24)
ENDING = Finished((Hypothesis((TokenEvent(7), TokenEvent(2)), FinishReason.STOP),), Timings(0, 0, 0, 0))


class PlayedProcess:
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.ready = Ready("CPU", 1, [LIMITS, LIMITS])
        self.sent: list[Any] = []
        self.num_let_go = 0
        self.is_killed = False

    def send(self, message: bytes) -> None:
        self.sent.append(load(message))

    def let_go(self) -> None:
        self.num_let_go += 1

    def kill(self) -> None:
        self.is_killed = True


class Watching(Runs):
    """Remembers the endings as well."""

    def __init__(self) -> None:
        super().__init__()
        self.endings: list[Event] = []

    def ended(self, event: Any) -> None:
        self.endings.append(event)


class Play:
    """Worker 1 of a played process."""

    def __init__(self) -> None:
        self.process = PlayedProcess()
        self.observer = Watching()
        process: Any = self.process
        self.engine = HostedEngine(process, 1, max_waiting=2, observer=self.observer)
        self.engine.start()

    def submit(self, name: str, *source: int, **options: Any) -> RecordingSink:
        sink = RecordingSink()
        self.engine.submit(make_request(name, *source, **options), sink)
        return sink

    def ticket(self, name: str) -> int:
        """Of the last request with this id."""
        sent = [message for message in self.process.sent if isinstance(message, Submit)]
        return [message.ticket for message in sent if message.request.request_id == name][-1]

    def report(self, events: dict[int, Sequence[Event]] | None = None, runs: Sequence[Run] = (), **status: Any) -> None:
        encoded = [(ticket, encode_events(each)) for ticket, each in (events or {}).items()]
        self.engine.take(Report(1, encoded, runs, Status(**status)))


@pytest.fixture
def play() -> Play:
    return Play()


def test_a_request_is_sent_and_its_events_come_back(play: Play) -> None:
    sink = play.submit("a", 7, stream=True)
    [sent] = play.process.sent
    assert (sent.worker, sent.request) == (1, make_request("a", 7, stream=True))
    play.report({sent.ticket: (TokenEvent(7),)})
    play.report({sent.ticket: (TokenEvent(2), ENDING)})
    assert sink.events == [TokenEvent(7), TokenEvent(2), ENDING]
    assert play.engine.num_open_rows == 0


def test_what_is_called_after_a_step_is_called_once_for_all_events_of_a_report(play: Play) -> None:
    calls: list[int] = []
    for name in "ab":
        play.engine.submit(make_request(name, 7), RecordingSink(), after_step=play.process.sent.clear)
        play.engine.submit(make_request(f"{name}2", 7), RecordingSink(), after_step=lambda: calls.append(1))
    assert calls == []
    play.report({number: (ENDING,) for number in range(4)})
    assert calls == [1, 1], "two functions, each once"


def test_too_large_a_request_is_refused_here_and_not_sent(play: Play) -> None:
    with pytest.raises(SourceTooLong):
        play.submit("a", *[7] * 8)
    with pytest.raises(TooManyRows):
        play.submit("a", 7, num_beams=3)
    assert play.process.sent == []


def test_a_full_line_refuses_until_somebody_leaves_it(play: Play) -> None:
    """Two rows and two places to wait."""
    sinks = {name: play.submit(name, 7) for name in "abcd"}
    with pytest.raises(QueueFull):
        play.submit("e", 7)
    with pytest.raises(QueueFull):
        play.engine.check_room(1, 1)
    play.engine.cancel("c")
    play.submit("e", 7)
    assert play.process.sent[-2] == Cancel(1, "c")
    play.report({play.ticket("c"): (Cancelled(),)})
    assert sinks["c"].events == [Cancelled()]


def test_an_id_may_be_used_again_while_the_end_of_its_first_request_is_on_its_way(play: Play) -> None:
    first = play.submit("a", 7)
    first_ticket = play.ticket("a")
    play.engine.cancel("a")
    second = play.submit("a", 8)
    play.report({first_ticket: (Cancelled(),), play.ticket("a"): (ENDING,)})
    assert first.events == [Cancelled()]
    assert second.events == [ENDING]


def test_cancelling_what_has_ended_sends_nothing(play: Play) -> None:
    play.submit("a", 7)
    play.report({play.ticket("a"): (ENDING,)})
    play.engine.cancel("a")
    play.engine.cancel("never")
    assert len(play.process.sent) == 1


def test_the_observer_is_told_what_the_engine_did_and_what_ended(play: Play) -> None:
    play.submit("a", 7)
    runs: list[Run] = [("encoded", 2, 9, 0.5), ("stepped", 2, 0.25), ("moved", 1, 0.125)]
    play.report({play.ticket("a"): (ENDING,)}, runs)
    assert play.observer.take() == runs
    assert play.observer.endings == [ENDING]


def test_stats_are_those_of_the_last_report(play: Play) -> None:
    for name in "abc":
        play.submit(name, 7)
    assert (play.engine.stats().waiting, play.engine.stats().waiting_tokens) == (3, 6)
    play.report(num_active=2, num_running=2, num_running_tokens=4, counters=Counters(steps=5, finished=1))
    stats = play.engine.stats()
    assert (stats.waiting, stats.waiting_tokens, stats.active, stats.slots) == (1, 2, 2, 2)
    assert (stats.steps, stats.finished, stats.is_healthy) == (5, 1, True)
    assert play.engine.max_open(1) == 4


def test_who_is_refused_hears_how_long_the_others_take(play: Play) -> None:
    for name in "abcd":
        play.submit(name, 7)
    play.report(num_running=2, mean_duration_s=10.0)
    with pytest.raises(QueueFull) as caught:
        play.submit("e", 7)
    assert caught.value.retry_after_s == 30.0


def test_the_step_in_progress_is_the_one_that_was_reported_while_anything_is_open(play: Play) -> None:
    play.report(round=4)
    assert play.engine.round_in_progress is None
    play.submit("a", 7)
    assert play.engine.round_in_progress == 4
    play.report(round=9)
    assert play.engine.round_in_progress == 9
    play.report({play.ticket("a"): (ENDING,)}, round=10)
    assert play.engine.round_in_progress is None


def test_an_engine_that_broke_is_of_no_use_any_more(play: Play) -> None:
    assert (play.engine.trouble, play.engine.is_healthy) == (None, True)
    play.report(trouble="it broke (ZeroDivisionError)")
    assert (play.engine.trouble, play.engine.is_healthy) == ("it broke (ZeroDivisionError)", False)


def test_a_process_that_is_gone_fails_everybody_and_whoever_comes_later(play: Play) -> None:
    sinks = [play.submit(name, 7) for name in "ab"]
    play.engine.lost("its process was ended by SIGKILL")
    for sink in sinks:
        [ending] = sink.events
        assert isinstance(ending, Failed)
        assert "its process was ended by SIGKILL" in str(ending.error)
    assert play.engine.trouble == "its process was ended by SIGKILL"
    assert not play.engine.is_healthy
    with pytest.raises(EngineStopped, match="ended by SIGKILL"):
        play.submit("c", 7)
    assert play.engine.stop()


def test_stopping_waits_until_the_engine_has_ended_and_lets_the_process_go_once(play: Play) -> None:
    sink = play.submit("a", 7)
    assert not play.engine.stop(0.01, reason="the server leaves")
    assert play.process.sent[-1] == Stop(1, "the server leaves")
    with pytest.raises(EngineStopped, match="the server leaves"):
        play.submit("b", 7)
    stopping = threading.Thread(target=play.engine.stop)
    stopping.start()
    play.report({play.ticket("a"): (Failed(EngineStopped("the server leaves")),)}, has_ended=True)
    stopping.join(PATIENCE_S)
    assert play.engine.stop()
    assert play.process.num_let_go == 1
    assert isinstance(sink.events[0], Failed)
    assert not play.engine.is_healthy
    play.engine.lost("its process has ended with status 0")
    assert play.engine.trouble is None, "it was meant to end"


def test_an_abandoned_process_is_killed_and_everybody_told_at_once(play: Play) -> None:
    sink = play.submit("a", 7)
    play.engine.abandon("a step has not ended for more than 30 s")
    assert play.process.is_killed
    [ending] = sink.events
    assert isinstance(ending, Failed)
    assert "a step has not ended" in str(ending.error)
    assert play.engine.trouble == "a step has not ended for more than 30 s"
    play.engine.lost("its process was ended by SIGKILL")
    assert play.engine.trouble == "a step has not ended for more than 30 s"


def test_what_a_process_says_after_everybody_was_told_is_heard_by_nobody(play: Play) -> None:
    sink = play.submit("a", 7)
    play.engine.abandon("it hangs")
    play.report({play.ticket("a"): (ENDING,)})
    assert len(sink.events) == 1


def test_an_engine_that_was_not_started_refuses() -> None:
    process: Any = PlayedProcess()
    with pytest.raises(EngineStopped, match="it was not started"):
        HostedEngine(process, 0, max_waiting=2).submit(make_request("a", 7), RecordingSink())
