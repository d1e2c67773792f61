"""A request's way through the engine, on a fake model: how it joins, how it ends, and what is told of it."""

from typing import Any

import pytest

from service.engine.engine import EngineConfig
from service.engine.errors import GenerationFailed, SourceTooLong, TooManyRows
from service.engine.events import Cancelled, Event, Failed, Finished, TerminalEvent
from tests.fakes import EOS, echo_rule, model_failure
from tests.service.engine.bench import EngineBench, make_request


@pytest.fixture
def bench() -> EngineBench:
    """Two slots; the model repeats the source, so a source of k tokens takes k+1 steps with its eos."""
    return EngineBench(num_slots=2, rule=echo_rule)


def failure(events: list[Event]) -> str:
    """The message of the one Failed event that ends `events`."""
    ending = events[-1]
    assert isinstance(ending, Failed)
    return str(ending.error)


# Ends


def test_a_request_is_told_of_its_end_and_nothing_else(bench: EngineBench) -> None:
    sink = bench.play(make_request("a", 7, 8))
    assert [type(event) for event in sink.events] == [Finished]
    assert sink.best == (7, 8, EOS)
    assert sink.finished.num_tokens == 3
    assert sink.finished.seed is None


def test_a_slot_can_be_filled_to_the_models_limit() -> None:
    bench = EngineBench(rule=echo_rule, max_target_tokens=4)
    assert bench.play(make_request("a", 7, 8, 9, 10, prefix=(7,), max_new_tokens=3)).best == (7, 8, 9, 10)
    assert bench.play(make_request("b", 7, 8, 9, 10, num_beams=3, max_new_tokens=4)).best == (7, 8, 9, 10)


def test_a_sink_is_called_once_per_step_and_the_last_call_holds_the_ending(bench: EngineBench) -> None:
    sink = bench.play(make_request("a", 7, stream=True))
    assert [len(call) for call in sink.calls] == [1, 2]
    assert isinstance(sink.calls[-1][-1], Finished)


# Continuous batching


def test_a_waiting_request_joins_in_the_step_after_a_row_is_freed(bench: EngineBench) -> None:
    for name, source in (("long", (7, 8, 9, 10)), ("short", (7,)), ("next", (8, 9))):
        bench.submit(make_request(name, *source))
    bench.run()
    assert bench.sinks["next"].best == (8, 9, EOS)
    assert bench.runner.stepped == [2, 2, 2, 2, 2]  # long and short twice, then long and next three times


def test_those_who_wait_are_encoded_with_those_who_run() -> None:
    """One encoder run for all costs far less than one for each row that becomes free."""
    bench = EngineBench(num_slots=2, max_encode_tokens=8)
    for name in "abcde":
        bench.submit(make_request(name, 7))
    bench.run()
    assert [len(sources) for sources in bench.runner.encoded] == [4, 1]


def test_a_request_cancelled_between_encoder_and_row_never_runs(bench: EngineBench) -> None:
    for name in "abc":
        bench.submit(make_request(name, 7))
    bench.engine.step()
    assert [len(sources) for sources in bench.runner.encoded] == [3]
    bench.engine.cancel("c")
    bench.run()
    assert bench.sinks["c"].events == [Cancelled()]
    assert bench.runner.stepped == [2, 2]


def test_requests_that_wait_together_are_encoded_together_up_to_the_bound() -> None:
    bench = EngineBench(num_slots=8, max_encode_tokens=6)
    for name in "abc":
        bench.submit(make_request(name, 7, 8))
    bench.engine.step()
    assert [len(sources) for sources in bench.runner.encoded] == [2]
    bench.engine.step()
    assert [len(sources) for sources in bench.runner.encoded] == [2, 1]


def test_the_encoder_bound_does_not_stop_running_rows() -> None:
    """While a crowd is encoded piece by piece, a stream that runs gets a token in every step."""
    bench = EngineBench(num_slots=8, max_encode_tokens=3, rule=echo_rule)
    running = bench.submit(make_request("running", 7, 8, 9, 10, stream=True))
    bench.engine.step()
    for number in range(3):
        bench.submit(make_request(str(number), 7, 8))
        bench.engine.step()
    assert len(running.calls) == 4


# Cancelling

KINDS: list[dict[str, Any]] = [
    {},
    {"num_beams": 2},
    {"do_sample": True, "num_return_sequences": 2},
    {"prefix": (7, 7, 7)},
    {"num_beams": 2, "prefix": (7, 7, 7)},
]


@pytest.mark.parametrize("options", KINDS)
def test_a_waiting_request_that_is_cancelled_never_runs(bench: EngineBench, options: dict[str, Any]) -> None:
    sink = bench.submit(make_request("a", 7, **options))
    bench.engine.cancel("a")
    bench.run()
    bench.engine.step()
    assert sink.events == [Cancelled()]
    assert bench.runner.encoded == []


@pytest.mark.parametrize("options", KINDS)
@pytest.mark.parametrize("num_steps", [1, 2, 3, 4, 5])
def test_a_running_request_that_is_cancelled_frees_its_rows_for_the_next_step(
    options: dict[str, Any], num_steps: int
) -> None:
    bench = EngineBench(num_slots=4, rule=echo_rule)
    gone = bench.submit(make_request("gone", *[7, 8] * 5, **options))
    others = [bench.submit(make_request(str(number), *[9] * 6)) for number in range(2)]
    for _ in range(num_steps):
        bench.engine.step()
    waiting = bench.submit(make_request("waiting", 10, num_beams=2))
    bench.engine.cancel("gone")
    bench.run()
    assert gone.events == [Cancelled()]
    assert waiting.best == (10, EOS)
    assert bench.runner.stepped[num_steps] == 4
    assert [sink.best for sink in others] == [(*[9] * 6, EOS)] * 2


def test_a_stream_that_is_cancelled_gets_no_more_tokens(bench: EngineBench) -> None:
    sink = bench.submit(make_request("a", 7, 8, 9, stream=True))
    bench.engine.step()
    bench.engine.cancel("a")
    bench.run()
    bench.engine.step()
    assert [len(call) for call in sink.calls] == [1, 1]
    assert sink.endings == [Cancelled()]


def test_cancelling_twice_or_too_late_or_nobody_changes_nothing(bench: EngineBench) -> None:
    done = bench.submit(make_request("done", 7))
    bench.run()
    gone = bench.submit(make_request("gone", 7, 8))
    for name in ("gone", "gone", "done", "never there"):
        bench.engine.cancel(name)
    bench.engine.step()
    assert gone.endings == [Cancelled()]
    assert len(done.endings) == 1


# Failures


def test_a_failed_encoder_run_fails_only_what_it_encoded(bench: EngineBench) -> None:
    running = bench.submit(make_request("running", 7, 8))
    bench.engine.step()
    bench.runner.encode_error = model_failure()
    lost = bench.submit(make_request("lost", 9))
    bench.run()
    assert failure(lost.events) == "the model failed on this request; try again"
    assert running.best == (7, 8, EOS)


def test_a_failed_step_fails_what_runs_and_the_engine_goes_on(bench: EngineBench) -> None:
    lost = [bench.submit(make_request(name, 7, 8)) for name in ("a", "b")]
    waiting = bench.submit(make_request("waiting", 9))
    bench.engine.step()
    bench.runner.step_error = model_failure()
    bench.run()
    assert [len(sink.endings) for sink in lost] == [1, 1]
    assert {failure(sink.events) for sink in lost} == {"the model failed on this request; try again"}
    assert waiting.best == (9, EOS)


# What is refused


def test_what_goes_beyond_the_model_or_the_rows_is_refused_before_it_waits(bench: EngineBench) -> None:
    with pytest.raises(SourceTooLong):
        bench.submit(make_request("long", *[7] * 16))
    with pytest.raises(TooManyRows, match="at most 2 rows"):
        bench.submit(make_request("wide", 7, num_beams=3))
    assert not bench.engine.has_work


def test_an_encoder_bound_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="max_encode_tokens must be at least 1, not 0"):
        EngineConfig(decoder_start=1, eos=2, max_encode_tokens=0)


# What it tells


def test_timings_say_where_the_time_went() -> None:
    """The clock ticks 1 s per reading: submitted 1, encoder 2 to 3, its row at 4, steps 5 to 6 and 7 to 8."""
    bench = EngineBench(rule=echo_rule, tick=1.0)
    timings = bench.play(make_request("a", 7)).finished.timings
    assert (timings.queue_s, timings.encode_s, timings.decode_s, timings.first_token_s) == (2, 1, 4, 7)


def test_the_first_token_of_a_stream_is_timed_when_it_is_certain() -> None:
    """A token more to read the clock for: submitted 1, encoder 2 to 3, its row at 4, first step 5 to 7, token at 6."""
    bench = EngineBench(rule=echo_rule, tick=1.0)
    assert bench.play(make_request("a", 7, stream=True)).finished.timings.first_token_s == 5


def test_counters_count_runs_tokens_and_endings() -> None:
    bench = EngineBench(num_slots=4, rule=echo_rule)
    for name in "abc":
        bench.submit(make_request(name, 7, 8))
    bench.engine.cancel("c")
    bench.run()
    bench.submit(make_request("d", 9))
    bench.runner.encode_error = model_failure()
    bench.run()
    counters = bench.engine.counters
    assert (counters.finished, counters.cancelled, counters.failed) == (2, 1, 1)
    assert (counters.encoder_runs, counters.source_tokens) == (1, 6)
    assert (counters.steps, counters.generated_tokens) == (3, 6)


def test_running_requests_and_the_rows_that_they_take_are_counted() -> None:
    bench = EngineBench(num_slots=8, rule=echo_rule)
    for name, num_beams in (("a", 1), ("b", 3), ("c", 4), ("waiting", 1)):
        bench.submit(make_request(name, 7, 8, num_beams=num_beams))
    bench.engine.step()
    assert (bench.engine.num_slots, bench.engine.num_active, bench.engine.num_running) == (8, 8, 3)
    assert bench.engine.num_running_tokens == 9, "a source counts once, however many rows it takes"
    bench.engine.cancel("b")
    assert (bench.engine.num_active, bench.engine.num_running) == (5, 2)
    assert bench.engine.num_running_tokens == 6
    bench.run()
    assert bench.engine.num_running_tokens == 0


class RecordingObserver:
    def __init__(self) -> None:
        self.seen: list[tuple[str, int, float]] = []
        self.endings: list[TerminalEvent] = []

    def encoded(self, *, num_sources: int, num_tokens: int, duration_s: float) -> None:
        self.seen.append((f"encoded {num_tokens}", num_sources, duration_s))

    def stepped(self, *, num_rows: int, duration_s: float) -> None:
        self.seen.append(("stepped", num_rows, duration_s))

    def moved(self, *, num_rows: int, duration_s: float) -> None:
        self.seen.append(("moved", num_rows, duration_s))

    def ended(self, event: TerminalEvent) -> None:
        self.endings.append(event)


def test_an_observer_is_told_of_every_run_with_its_size_and_duration() -> None:
    observer = RecordingObserver()
    bench = EngineBench(rule=echo_rule, tick=0.5, observer=observer)
    for source in ((7,), (8,), (9, 9)):
        bench.submit(make_request(str(source), *source))
    bench.run()
    assert observer.seen == [
        ("encoded 7", 3, 0.5),
        ("stepped", 3, 0.5),
        ("stepped", 3, 0.5),
        ("moved", 1, 0.5),
        ("stepped", 1, 0.5),
    ]


def test_an_observer_is_told_of_forks_within_a_step() -> None:
    observer = RecordingObserver()
    bench = EngineBench(tick=0.5, observer=observer)
    bench.play(make_request("a", 7, num_beams=4))
    forks = [(name, num_rows, duration) for name, num_rows, duration in observer.seen if name == "moved"]
    assert forks == [("moved", len(pairs), 0.5) for pairs in bench.runner.forked]
    assert forks


def test_an_observer_is_told_of_every_ending() -> None:
    observer = RecordingObserver()
    bench = EngineBench(rule=echo_rule, observer=observer)
    done, gone = bench.submit(make_request("done", 7)), bench.submit(make_request("gone", 7))
    bench.engine.cancel("gone")
    bench.run()
    bench.runner.encode_error = model_failure()
    lost = bench.play(make_request("lost", 7))
    assert observer.endings == [*gone.endings, *done.endings, *lost.endings]


@pytest.mark.parametrize("copying", ["place", "fork", "move"])
def test_a_copy_that_fails_fails_those_who_run_and_the_engine_goes_on(copying: str) -> None:
    """On a device a copy is a run of its own, and memory may lack for it as for any other."""
    bench = EngineBench(num_slots=5, rule=echo_rule)
    for name, length in (("a", 1), ("b", 6)):
        bench.submit(make_request(name, *[7] * length))
    bench.submit(make_request("beams", 7, 8, 9, num_beams=3))
    if copying != "place":
        bench.engine.step()
    if copying == "move":
        bench.engine.cancel("a")
    running = [bench.sinks[name] for name in ("b", "beams")]
    bench.runner.copy_error = model_failure()
    while bench.runner.copy_error and bench.engine.has_work:
        bench.engine.step()
    assert bench.runner.copy_error is None
    assert all(isinstance(sink.error, GenerationFailed) for sink in running)
    assert (bench.engine.num_active, bench.engine.has_work) == (0, False)
    again = [bench.submit(make_request(f"again {beams}", 7, 8, num_beams=beams)) for beams in (3, 1)]
    bench.run()
    assert [sink.best for sink in again] == [(7, 8, EOS)] * 2
