"""Random arrivals and departures against what each request would have got alone."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.events import Cancelled, Finished
from service.engine.request import GenerationRequest
from tests.fakes import RecordingSink
from tests.service.engine.bench import EngineBench, make_request


@dataclass(frozen=True)
class Arrival:
    """A request, the step at which it comes and, perhaps, the step at which it is cancelled."""

    source: tuple[int, ...]
    max_new_tokens: int
    seed: int | None
    at_step: int
    cancelled_at: int | None

    def request(self, name: str) -> GenerationRequest:
        sampling = {} if self.seed is None else {"do_sample": True, "temperature": 3.0, "seed": self.seed}
        return make_request(name, *self.source, max_new_tokens=self.max_new_tokens, **sampling)


ARRIVALS = st.lists(
    st.builds(
        Arrival,
        source=st.lists(st.integers(3, 23), max_size=6).map(tuple),
        max_new_tokens=st.integers(1, 16),
        seed=st.none() | st.integers(0, 9),
        at_step=st.integers(0, 12),
        cancelled_at=st.none() | st.integers(0, 20),
    ),
    max_size=12,
)


def play(bench: EngineBench, arrivals: list[Arrival]) -> list[RecordingSink]:
    """Submit and cancel everything at its step, then run until all is over. Sinks in the order of `arrivals`."""
    for step in range(21):
        for number, arrival in enumerate(arrivals):
            if arrival.at_step == step:
                bench.submit(arrival.request(str(number)))
        for number, arrival in enumerate(arrivals):
            if arrival.cancelled_at == step:
                bench.engine.cancel(str(number))
        bench.engine.step()
    bench.run()
    return [bench.sinks[str(number)] for number in range(len(arrivals))]


def alone(arrival: Arrival) -> list[tuple[int, float]]:
    bench = EngineBench()
    sink = bench.submit(arrival.request("alone"))
    bench.run()
    return sink.scored_tokens


@settings(max_examples=150, deadline=None)
@given(arrivals=ARRIVALS, num_slots=st.integers(1, 5), bound=st.integers(1, 20))
def test_every_request_ends_once_with_what_it_would_have_got_alone(
    arrivals: list[Arrival], num_slots: int, bound: int
) -> None:
    bench = EngineBench(num_slots=num_slots, max_encode_tokens=bound)
    for arrival, sink in zip(arrivals, play(bench, arrivals), strict=True):
        [ending] = sink.endings
        assert sink.events[-1] is ending
        expected = alone(arrival)
        if isinstance(ending, Cancelled):
            assert arrival.cancelled_at is not None
            assert sink.scored_tokens == expected[: len(sink.scored_tokens)]
        else:
            assert isinstance(ending, Finished)
            assert sink.scored_tokens == expected
            assert ending.num_tokens == len(expected)


@settings(max_examples=50, deadline=None)
@given(arrivals=ARRIVALS, num_slots=st.integers(1, 5))
def test_no_row_leaks_and_no_step_runs_more_rows_than_there_are(arrivals: list[Arrival], num_slots: int) -> None:
    bench = EngineBench(num_slots=num_slots)
    play(bench, arrivals)
    assert bench.engine.num_running == 0
    assert not bench.engine.has_work
    assert max(bench.runner.stepped, default=0) <= num_slots


def test_the_fake_model_exercises_both_endings() -> None:
    """The properties above mean little unless some targets stop by themselves and some are cut."""
    lengths = [len(alone(Arrival((source,), 16, None, 0, None))) for source in range(3, 24)]
    stopped = [length for length in lengths if length < 16]
    assert len(stopped) >= 3
    assert len(lengths) - len(stopped) >= 1
