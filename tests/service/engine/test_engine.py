import math

import numpy as np
import numpy.typing as npt
import pytest

from service.engine.engine import EngineConfig
from service.engine.errors import GenerationFailed, SourceTooLong, TargetTooLong, TokenOutOfRange
from service.engine.events import Cancelled, Event, Failed, Finished, FinishReason
from tests.fakes import EOS, Ids, echo_rule, model_failure
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


# Ends that a request comes to by itself


def test_eos_is_delivered_as_a_token_and_stops(bench: EngineBench) -> None:
    sink = bench.submit(make_request("a", 7, 8))
    bench.run()
    assert sink.tokens == [7, 8, EOS]
    [ending] = sink.endings
    assert isinstance(ending, Finished)
    assert (ending.reason, ending.num_tokens) == (FinishReason.STOP, 3)


def test_the_token_limit_ends(bench: EngineBench) -> None:
    sink = bench.submit(make_request("a", 7, 8, 9, max_new_tokens=2))
    bench.run()
    assert sink.tokens == [7, 8]
    [ending] = sink.endings
    assert isinstance(ending, Finished)
    assert (ending.reason, ending.num_tokens) == (FinishReason.LENGTH, 2)


def test_a_slot_can_be_filled_to_the_models_limit() -> None:
    bench = EngineBench(rule=echo_rule, max_target_tokens=3)
    sink = bench.submit(make_request("a", 7, 8, 9, 10, max_new_tokens=3))
    bench.run()
    assert sink.tokens == [7, 8, 9]


def test_a_sink_is_called_once_per_step_and_the_last_call_holds_the_ending(bench: EngineBench) -> None:
    sink = bench.submit(make_request("a", 7))
    bench.run()
    assert [len(call) for call in sink.calls] == [1, 2]
    assert isinstance(sink.calls[-1][-1], Finished)


def test_a_token_carries_its_log_probability() -> None:
    def even_odds(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        return np.zeros(vocab_size, np.float32)

    bench = EngineBench(rule=even_odds, vocab_size=8)
    sink = bench.submit(make_request("a", 7, max_new_tokens=1))
    bench.run()
    [(_, logprob)] = sink.scored_tokens
    assert logprob == pytest.approx(math.log(1 / 8))


def test_the_seed_of_a_sampled_request_is_reported_and_draws_the_same_again() -> None:
    bench = EngineBench()
    first = bench.submit(make_request("a", 7, do_sample=True, temperature=5.0))
    bench.run()
    [ending] = first.endings
    assert isinstance(ending, Finished)
    assert ending.seed is not None
    again = bench.submit(make_request("b", 7, do_sample=True, temperature=5.0, seed=ending.seed))
    bench.run()
    assert again.scored_tokens == first.scored_tokens


# Continuous batching


def test_a_waiting_request_joins_in_the_step_after_a_row_is_freed(bench: EngineBench) -> None:
    for name, source in (("long", (7, 8, 9, 10)), ("short", (7,)), ("next", (8, 9))):
        bench.submit(make_request(name, *source))
    bench.run()
    assert bench.sinks["next"].tokens == [8, 9, EOS]
    assert bench.runner.stepped == [2, 2, 2, 2, 2]  # long and short twice, then long and next three times
    assert [len(sources) for sources in bench.runner.encoded] == [2, 1]


def test_only_a_row_that_goes_on_is_moved() -> None:
    """Rows 0, 1 and 3 end in one step: row 2 closes the gaps, and the cache of row 3 is copied nowhere."""
    bench = EngineBench(num_slots=4, rule=echo_rule)
    for name, source in (("a", (7,)), ("b", (7,)), ("c", (7, 8)), ("d", (7,))):
        bench.submit(make_request(name, *source))
    bench.run()
    assert bench.runner.moved == [(2, 1), (1, 0)]


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
    running = bench.submit(make_request("running", 7, 8, 9, 10))
    bench.engine.step()
    for number in range(3):
        bench.submit(make_request(str(number), 7, 8))
        bench.engine.step()
    assert len(running.calls) == 4


# Cancelling


def test_a_waiting_request_that_is_cancelled_never_runs(bench: EngineBench) -> None:
    sink = bench.submit(make_request("a", 7))
    bench.engine.cancel("a")
    bench.run()
    bench.engine.step()
    assert sink.events == [Cancelled()]
    assert bench.runner.encoded == []


def test_a_running_request_that_is_cancelled_frees_its_row_for_the_next_step(bench: EngineBench) -> None:
    gone = bench.submit(make_request("gone", 7, 8, 9))
    bench.submit(make_request("other", 7, 8, 9))
    waiting = bench.submit(make_request("waiting", 10))
    bench.engine.step()
    bench.engine.cancel("gone")
    bench.engine.step()
    assert gone.events[-1] == Cancelled()
    assert gone.tokens == [7]
    assert waiting.tokens == [10]
    bench.run()
    assert bench.sinks["other"].tokens == [7, 8, 9, EOS]


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
    assert running.tokens == [7, 8, EOS]


def test_a_failed_step_fails_what_runs_and_the_engine_goes_on(bench: EngineBench) -> None:
    lost = [bench.submit(make_request(name, 7, 8)) for name in ("a", "b")]
    waiting = bench.submit(make_request("waiting", 9))
    bench.engine.step()
    bench.runner.step_error = model_failure()
    bench.run()
    assert [len(sink.endings) for sink in lost] == [1, 1]
    assert {failure(sink.events) for sink in lost} == {"the model failed on this request; try again"}
    assert waiting.tokens == [9, EOS]


def test_scores_that_are_no_numbers_fail_that_row_alone() -> None:
    def poisoned(source: Ids, target: Ids, vocab_size: int) -> npt.NDArray[np.float32]:
        return echo_rule(source, target, vocab_size) * np.float32(np.nan if source[0] == 13 else 1)

    bench = EngineBench(rule=poisoned)
    bad, good = bench.submit(make_request("bad", 13)), bench.submit(make_request("good", 7))
    bench.run()
    assert isinstance(bad.events[0], Failed)
    assert isinstance(bad.events[0].error, GenerationFailed)
    assert good.tokens == [7, EOS]


def test_fail_all_ends_what_waits_and_what_runs(bench: EngineBench) -> None:
    sinks = [bench.submit(make_request(name, 7, 8)) for name in "abcd"]
    bench.engine.step()
    bench.engine.fail_all("it was stopped")
    bench.engine.step()
    assert [len(sink.endings) for sink in sinks] == [1, 1, 1, 1]
    assert {failure(sink.events) for sink in sinks} == {"the engine is not running: it was stopped"}
    assert not bench.engine.has_work


# What is refused


def test_too_long_a_source_is_refused_with_both_numbers() -> None:
    bench = EngineBench(max_source_tokens=4)
    bench.submit(make_request("fits", 7, 7, 7))
    with pytest.raises(SourceTooLong, match="the source has 5 tokens, the model takes at most 4") as caught:
        bench.submit(make_request("long", 7, 7, 7, 7))
    assert (caught.value.given, caught.value.limit) == (5, 4)


def test_too_many_new_tokens_are_refused_with_both_numbers() -> None:
    bench = EngineBench(max_target_tokens=4)
    with pytest.raises(TargetTooLong, match="5 new tokens were asked for, the model generates at most 4"):
        bench.submit(make_request("a", 7, max_new_tokens=5))


@pytest.mark.parametrize("token_id", [-1, 24])
def test_an_id_outside_the_vocabulary_is_refused(token_id: int) -> None:
    """One such id inside an encoder run would fail the strangers that are encoded with it."""
    with pytest.raises(TokenOutOfRange, match=f"source token {token_id} .* from 0 to 23"):
        EngineBench(vocab_size=24).submit(make_request("a", token_id))


def test_an_encoder_bound_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="max_encode_tokens must be at least 1, not 0"):
        EngineConfig(decoder_start=1, eos=2, max_encode_tokens=0)


# What it tells


def test_timings_say_where_the_time_went() -> None:
    """The clock ticks 1 s per reading: submitted 1, encoder 2 to 3, first step 4 to 5, second step 6 to 7."""
    bench = EngineBench(rule=echo_rule, tick=1.0)
    sink = bench.submit(make_request("a", 7))
    bench.run()
    [ending] = sink.endings
    assert isinstance(ending, Finished)
    timings = ending.timings
    assert (timings.queue_s, timings.encode_s, timings.decode_s, timings.first_token_s) == (1, 1, 4, 4)


def test_counters_count_runs_tokens_and_endings(bench: EngineBench) -> None:
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


class RecordingObserver:
    def __init__(self) -> None:
        self.seen: list[tuple[str, int, float]] = []

    def encoded(self, *, num_sources: int, num_tokens: int, duration_s: float) -> None:
        self.seen.append((f"encoded {num_tokens}", num_sources, duration_s))

    def stepped(self, *, num_rows: int, duration_s: float) -> None:
        self.seen.append(("stepped", num_rows, duration_s))


def test_an_observer_is_told_of_every_run_with_its_size_and_duration() -> None:
    observer = RecordingObserver()
    bench = EngineBench(rule=echo_rule, tick=0.5, observer=observer)
    bench.submit(make_request("a", 7))
    bench.submit(make_request("b", 8))
    bench.run()
    assert observer.seen == [("encoded 4", 2, 0.5), ("stepped", 2, 0.5), ("stepped", 2, 0.5)]
