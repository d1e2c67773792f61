from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.scheduler import Scheduler
from service.engine.sequence import TokenSequence, new_sequence
from tests.fakes import RecordingSink
from tests.service.engine.bench import make_request


def filled(lengths: Iterable[int], *, max_encode_tokens: int = 100) -> Scheduler:
    """Sequences named 0, 1, 2 ... whose sources have these many tokens."""
    scheduler = Scheduler(max_encode_tokens)
    for number, length in enumerate(lengths):
        request = make_request(str(number), *[5] * (length - 1))
        scheduler.add(new_sequence(request, RecordingSink(), decoder_start=1, now=0.0))
    return scheduler


def names(sequences: list[TokenSequence]) -> str:
    return " ".join(sequence.request_id for sequence in sequences)


def test_first_come_first_served() -> None:
    scheduler = filled([3, 3, 3])
    assert names(scheduler.admit(2)) == "0 1"
    assert names(scheduler.admit(2)) == "2"
    assert scheduler.admit(2) == []


def test_nobody_is_admitted_without_a_free_row() -> None:
    scheduler = filled([3])
    assert scheduler.admit(0) == []
    assert scheduler.num_waiting == 1


def test_one_encoder_run_takes_a_bounded_number_of_tokens() -> None:
    scheduler = filled([4, 4, 4], max_encode_tokens=8)
    assert names(scheduler.admit(10)) == "0 1"


def test_the_bound_counts_the_padding_that_a_long_source_brings() -> None:
    """Three sources of 2, 2 and 8 tokens are 12 together, but attention runs over a grid of 3 times 8."""
    scheduler = filled([2, 2, 8], max_encode_tokens=12)
    assert names(scheduler.admit(10)) == "0 1"


def test_a_source_above_the_bound_runs_alone_instead_of_waiting_for_ever() -> None:
    scheduler = filled([20, 2], max_encode_tokens=8)
    assert names(scheduler.admit(10)) == "0"


def test_a_short_source_does_not_overtake_a_long_one() -> None:
    scheduler = filled([4, 20, 2], max_encode_tokens=8)
    assert names(scheduler.admit(10)) == "0"
    assert names(scheduler.admit(10)) == "1"


def test_a_waiting_sequence_leaves_from_anywhere_in_the_line() -> None:
    scheduler = filled([3, 3, 3])
    removed = scheduler.remove("1")
    assert removed is not None
    assert removed.request_id == "1"
    assert scheduler.remove("1") is None
    assert names(scheduler.admit(10)) == "0 2"


def test_clear_empties_the_line() -> None:
    scheduler = filled([3, 3])
    assert names(scheduler.clear()) == "0 1"
    assert scheduler.num_waiting == 0


@settings(deadline=None)
@given(st.lists(st.integers(1, 16), max_size=30), st.integers(1, 40), st.integers(1, 8))
def test_everyone_is_admitted_in_order_and_no_run_is_too_large(lengths: list[int], bound: int, num_free: int) -> None:
    scheduler = filled(lengths, max_encode_tokens=bound)
    admitted: list[TokenSequence] = []
    while batch := scheduler.admit(num_free):
        grid = len(batch) * max(sequence.num_source_tokens for sequence in batch)
        assert len(batch) <= num_free
        assert len(batch) == 1 or grid <= bound
        admitted += batch
    assert [sequence.request_id for sequence in admitted] == [str(number) for number in range(len(lengths))]
