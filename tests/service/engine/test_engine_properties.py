"""Random arrivals and departures of requests of every kind against what each would have got alone."""

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.events import Cancelled, Finished
from service.engine.request import GenerationRequest
from tests.fakes import RecordingSink
from tests.service.engine.bench import EngineBench
from tests.service.engine.strategies import VOCAB_SIZE, requests

NUM_SLOTS = 6


@dataclass(frozen=True)
class Arrival:
    """A request, the step at which it comes and, perhaps, the step at which it is cancelled."""

    request: GenerationRequest
    at_step: int
    cancelled_at: int | None

    def named(self, name: str) -> GenerationRequest:
        return replace(self.request, request_id=name)


ARRIVALS = st.lists(
    st.builds(
        Arrival,
        request=requests(),
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
                bench.submit(arrival.named(str(number)))
        for number, arrival in enumerate(arrivals):
            if arrival.cancelled_at == step:
                bench.engine.cancel(str(number))
        bench.engine.step()
    bench.run()
    return [bench.sinks[str(number)] for number in range(len(arrivals))]


def told(ending: Finished) -> list[Any]:
    """Everything that a request got, to the last bit, but when."""
    return [
        [
            hypothesis.reason,
            hypothesis.score,
            *((token.token_id, token.logprob, token.top, str(token.alignment)) for token in hypothesis.tokens),
        ]
        for hypothesis in ending.hypotheses
    ]


@settings(max_examples=150, deadline=None)
@given(arrivals=ARRIVALS, bound=st.integers(1, 20))
def test_every_request_ends_once_with_what_it_would_have_got_alone(arrivals: list[Arrival], bound: int) -> None:
    bench = EngineBench(num_slots=NUM_SLOTS, vocab_size=VOCAB_SIZE, max_encode_tokens=bound)
    for arrival, sink in zip(arrivals, play(bench, arrivals), strict=True):
        [ending] = sink.endings
        assert sink.events[-1] is ending
        alone = EngineBench(num_slots=NUM_SLOTS, vocab_size=VOCAB_SIZE).play(arrival.request)
        if isinstance(ending, Cancelled):
            assert arrival.cancelled_at is not None
            assert sink.tokens == alone.tokens[: len(sink.tokens)]
        else:
            assert isinstance(ending, Finished)
            assert told(ending) == told(alone.finished)
            assert sink.tokens == (list(sink.best) if arrival.request.stream else [])


@settings(max_examples=50, deadline=None)
@given(arrivals=ARRIVALS, num_slots=st.integers(5, 9))
def test_no_row_leaks_and_no_step_runs_more_rows_than_there_are(arrivals: list[Arrival], num_slots: int) -> None:
    bench = EngineBench(num_slots=num_slots, vocab_size=VOCAB_SIZE)
    play(bench, arrivals)
    assert (bench.engine.num_running, bench.engine.num_active) == (0, 0)
    assert not bench.engine.has_work
    assert max(bench.runner.stepped, default=0) <= num_slots
    assert all(len(pairs) <= num_slots for pairs in (*bench.runner.moved, *bench.runner.forked))
