import dataclasses
from collections.abc import Iterable
from itertools import chain, repeat

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.request import Priority
from service.engine.scheduler import Scheduler
from service.engine.sequence import TokenSequence, new_sequence
from tests.fakes import EOS, RecordingSink
from tests.service.engine.bench import make_request


def filled(lengths: Iterable[int], *, num_beams: Iterable[int] = (), max_encode_tokens: int = 100) -> Scheduler:
    """Sequences named 0, 1, 2 ... whose sources have these many tokens; one beam each if nothing else is said."""
    scheduler = Scheduler(max_encode_tokens)
    for number, (length, beams) in enumerate(zip(lengths, chain(num_beams, repeat(1)), strict=False)):
        request = make_request(str(number), *[5] * (length - 1), num_beams=beams)
        scheduler.add(new_sequence(request, RecordingSink(), eos=EOS, now=0.0))
    return scheduler


def names(sequences: list[TokenSequence]) -> str:
    return " ".join(sequence.request_id for sequence in sequences)


def encode(scheduler: Scheduler, num_free: int, *, num_running: int = 0) -> list[TokenSequence]:
    """What an engine does with `to_encode`."""
    chosen = scheduler.to_encode(num_free, num_running=num_running)
    for sequence in chosen:
        sequence.encoded = "encoded"
    return chosen


def encode_all(scheduler: Scheduler) -> Scheduler:
    """As if rows had been free for everybody."""
    encode(scheduler, 100)
    return scheduler


# Encoding


def test_one_encoder_run_takes_whoever_waits_whether_or_not_rows_are_free() -> None:
    scheduler = filled([3, 3, 3])
    assert names(encode(scheduler, 1)) == "0 1 2"
    assert scheduler.num_waiting == 3


def test_nobody_is_encoded_before_the_first_in_line_can_have_its_rows() -> None:
    scheduler = filled([3, 3], num_beams=[4, 1])
    assert scheduler.to_encode(3, num_running=0) == []
    assert names(encode(scheduler, 4)) == "0 1"


def test_nobody_is_encoded_while_the_first_in_line_is() -> None:
    """What was encoded ahead is used up first: no more than one run's sources lie there encoded."""
    scheduler = filled([4, 4, 4], max_encode_tokens=8)
    assert names(encode(scheduler, 1)) == "0 1"
    assert names(scheduler.admit(1)) == "0"
    assert scheduler.to_encode(1, num_running=0) == []
    assert names(scheduler.admit(1)) == "1"
    assert names(encode(scheduler, 1)) == "2"


def test_few_newcomers_are_held_for_two_steps_beside_many_that_run() -> None:
    """An encoder run for one source takes two thirds longer than its share of a run for several."""
    scheduler = filled([3])
    assert encode(scheduler, 9, num_running=5) == []
    assert encode(scheduler, 9, num_running=5) == []
    assert names(encode(scheduler, 9, num_running=5)) == "0"


def test_enough_newcomers_are_not_held() -> None:
    scheduler = filled([3, 3])
    assert names(encode(scheduler, 9, num_running=8)) == "0 1"


def test_whoever_is_encoded_ends_the_wait_of_all() -> None:
    scheduler = filled([3])
    encode(scheduler, 9, num_running=9)
    scheduler.add(new_sequence(make_request("late", 5), RecordingSink(), eos=EOS, now=0.0))
    encode(scheduler, 9, num_running=9)
    assert names(encode(scheduler, 9, num_running=9)) == "0 late"
    assert names(scheduler.admit(9)) == "0 late"
    scheduler.add(new_sequence(make_request("later", 5), RecordingSink(), eos=EOS, now=0.0))
    assert encode(scheduler, 9, num_running=9) == []


def test_an_empty_line_has_nothing_to_encode() -> None:
    assert filled([]).to_encode(8, num_running=0) == []


def test_a_source_counts_once_in_the_encoder_run_however_many_rows_it_takes() -> None:
    scheduler = filled([4, 4, 4], num_beams=[4, 4, 4], max_encode_tokens=8)
    assert names(scheduler.to_encode(12, num_running=0)) == "0 1"


def test_the_bound_counts_the_padding_that_a_long_source_brings() -> None:
    """Three sources of 2, 2 and 8 tokens are 12 together, but attention runs over a grid of 3 times 8."""
    scheduler = filled([2, 2, 8], max_encode_tokens=12)
    assert names(scheduler.to_encode(10, num_running=0)) == "0 1"


def test_a_source_above_the_bound_runs_alone_instead_of_waiting_for_ever() -> None:
    scheduler = filled([20, 2], max_encode_tokens=8)
    assert names(scheduler.to_encode(10, num_running=0)) == "0"


def test_a_short_source_does_not_overtake_a_long_one() -> None:
    scheduler = filled([4, 20, 2], max_encode_tokens=8)
    assert names(scheduler.to_encode(10, num_running=0)) == "0"


# Admission


def test_first_come_first_served() -> None:
    scheduler = encode_all(filled([3, 3, 3]))
    assert names(scheduler.admit(2)) == "0 1"
    assert names(scheduler.admit(2)) == "2"
    assert scheduler.admit(2) == []


def test_nobody_is_admitted_before_its_source_is_encoded() -> None:
    scheduler = filled([4, 4, 4], max_encode_tokens=8)
    assert scheduler.admit(9) == []
    encode(scheduler, 9)
    assert names(scheduler.admit(9)) == "0 1"


def test_nobody_is_admitted_without_a_free_row() -> None:
    scheduler = encode_all(filled([3]))
    assert scheduler.admit(0) == []
    assert scheduler.num_waiting == 1


def test_a_request_that_needs_many_rows_waits_until_they_are_free() -> None:
    scheduler = encode_all(filled([3, 3, 3], num_beams=[2, 4, 1]))
    assert names(scheduler.admit(5)) == "0"
    assert scheduler.admit(3) == []
    assert names(scheduler.admit(5)) == "1 2"


def test_nobody_overtakes_a_request_that_needs_many_rows() -> None:
    """Otherwise small ones could take every row that becomes free, and it would wait for ever."""
    scheduler = encode_all(filled([3, 3], num_beams=[4, 1]))
    assert scheduler.admit(3) == []
    assert scheduler.num_waiting == 2


def test_a_waiting_sequence_leaves_from_anywhere_in_the_line() -> None:
    scheduler = encode_all(filled([3, 3, 3]))
    removed = scheduler.remove("1")
    assert removed is not None
    assert removed.request_id == "1"
    assert scheduler.remove("1") is None
    assert names(scheduler.admit(10)) == "0 2"


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 16), st.integers(1, 4)), max_size=30), st.integers(1, 40), st.integers(4, 8))
def test_everyone_is_admitted_in_order_and_no_run_is_too_large(
    sizes: list[tuple[int, int]], bound: int, num_free: int
) -> None:
    lengths, beams = [length for length, _ in sizes], [num_beams for _, num_beams in sizes]
    scheduler = filled(lengths, num_beams=beams, max_encode_tokens=bound)
    admitted: list[TokenSequence] = []
    while scheduler.num_waiting:
        if batch := encode(scheduler, num_free):
            grid = len(batch) * max(sequence.num_source_tokens for sequence in batch)
            assert len(batch) == 1 or grid <= bound
        started = scheduler.admit(num_free)
        assert started
        assert sum(sequence.num_rows for sequence in started) <= num_free
        admitted += started
    assert [sequence.request_id for sequence in admitted] == [str(number) for number in range(len(lengths))]


# Priorities


def sequence_of(name: str, *, num_tokens: int = 1) -> TokenSequence:
    """Batch work, if its name begins with a `b`."""
    priority = Priority.BATCH if name.startswith("b") else Priority.INTERACTIVE
    request = dataclasses.replace(make_request(name, *[5] * (num_tokens - 1)), priority=priority)
    return new_sequence(request, RecordingSink(), eos=EOS, now=0.0)


def waiting(*names_in_order: str, max_encode_tokens: int = 10_000) -> Scheduler:
    """One-token sources in order of arrival."""
    scheduler = Scheduler(max_encode_tokens)
    for name in names_in_order:
        scheduler.add(sequence_of(name))
    return scheduler


def in_order(scheduler: Scheduler) -> list[TokenSequence]:
    """Everybody, the next first, as an encoder run takes them."""
    return scheduler.to_encode(1, num_running=0)


def test_batch_work_lets_interactive_requests_pass() -> None:
    assert names(in_order(waiting("b0", "b1", "i0", "i1"))) == "i0 i1 b0 b1"


def test_batch_work_is_passed_by_a_bounded_number_and_so_never_starves() -> None:
    order = names(in_order(waiting("b0", *(f"i{number}" for number in range(1000))))).split()
    assert order.index("b0") == 256


def test_who_is_encoded_already_is_not_encoded_again_when_somebody_has_passed_it() -> None:
    scheduler = waiting("b0")
    assert names(encode(scheduler, 1)) == "b0"
    scheduler.add(sequence_of("i0"))
    assert names(encode(scheduler, 1)) == "i0"
    assert names(scheduler.admit(2)) == "i0 b0"


def test_batch_work_is_not_encoded_further_ahead_while_interactive_requests_pass_it() -> None:
    """It once was, a run's worth for each of them, until all that waited lay there encoded."""
    scheduler = waiting("b0", "b1", "b2", "b3", max_encode_tokens=2)
    assert names(encode(scheduler, 1)) == "b0 b1"
    for name in ("i0", "i1", "i2"):
        scheduler.add(sequence_of(name))
        assert names(encode(scheduler, 1)) == name
        assert names(scheduler.admit(1)) == name
    assert names(scheduler.admit(2)) == "b0 b1"
    assert names(encode(scheduler, 1)) == "b2 b3"


@settings(deadline=None)
@given(st.data(), st.integers(1, 12))
def test_no_more_is_encoded_ahead_than_one_run_of_each_priority(data: st.DataObject, bound: int) -> None:
    """Whatever arrives, leaves or gets rows in between."""
    scheduler = waiting(max_encode_tokens=bound)
    present: dict[str, TokenSequence] = {}
    for number in range(data.draw(st.integers(0, 40))):
        priority, num_tokens = data.draw(st.tuples(st.sampled_from("bi"), st.integers(1, 6)))
        name = f"{priority}{number}"
        present[name] = sequence_of(name, num_tokens=num_tokens)
        scheduler.add(present[name])
        if data.draw(st.booleans()):
            gone = data.draw(st.sampled_from(sorted(present)))
            scheduler.remove(gone)
            del present[gone]
        num_free = data.draw(st.integers(0, 2))
        encode(scheduler, num_free)
        for sequence in scheduler.admit(num_free):
            del present[sequence.request_id]
        ahead = [sequence.num_source_tokens for sequence in present.values() if sequence.encoded is not None]
        assert sum(ahead) <= 2 * max(bound, 6)


def test_either_kind_can_be_removed() -> None:
    scheduler = waiting("b0", "i0")
    assert scheduler.remove("b0") is not None
    assert scheduler.remove("b0") is None
    assert scheduler.num_waiting == 1
