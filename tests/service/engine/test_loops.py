"""The loop rule against a slow reading of it, token by token, in any mixture of rows."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.loops import LoopDetector

CAPACITY = 130


def run_of(ids: Sequence[int], period: int) -> int:
    """How many tokens at the end of `ids` equal the one `period` before them."""
    length = 0
    while length + period < len(ids) and ids[-1 - length] == ids[-1 - length - period]:
        length += 1
    return length


def longest_run(ids: Sequence[int]) -> int:
    lengths = [(run_of(ids[:end], period), period) for end in range(1, len(ids) + 1) for period in range(1, 17)]
    return max((length for length, period in lengths if length >= period), default=0)


def loops(source: Sequence[int], target: Sequence[int]) -> list[bool]:
    """For each token of `target` whether it is one too many."""
    source_run = longest_run(source)
    lengths = [[(run_of(target[:end], period), period) for period in range(1, 17)] for end in range(1, len(target) + 1)]
    return [any(run >= max(20, 5 * period) and run > 2 * source_run for run, period in runs) for runs in lengths]


def padded(*targets: Sequence[int]) -> npt.NDArray[np.int32]:
    """[n, M]: what stands behind a target must not matter, and is the same for every one."""
    history = np.full((len(targets), CAPACITY), 3, np.int32)
    for row, target in enumerate(targets):
        history[row, : len(target)] = target
    return history


class Follower:
    """One row of a detector, fed with a target."""

    def __init__(self, source: Sequence[int], *, detector: LoopDetector | None = None, row: int = 0) -> None:
        self._detector = detector or LoopDetector(1)
        self._row = np.array([row])
        self._detector.start([row], source)

    def feed(self, target: Sequence[int], start: int = 0) -> list[bool]:
        """What the detector says to each token of `target` from `start` on."""
        history = padded(target)
        lengths = range(start + 1, len(target) + 1)
        return [bool(self._detector.push(self._row, history, np.array([length]))[0]) for length in lengths]


def first_loop(source: Sequence[int], target: Sequence[int]) -> int | None:
    """How many tokens of `target` came until it was called a loop."""
    answers = Follower(source).feed(target)
    return answers.index(True) + 1 if True in answers else None


# A few ids, in pieces that are often repeated: nearly every example has long runs.
PIECES = st.tuples(st.lists(st.integers(3, 6), min_size=1, max_size=18), st.integers(1, 30))
IDS = st.lists(PIECES, min_size=1, max_size=4).map(
    lambda pieces: [token for piece, times in pieces for token in piece * times][:CAPACITY]
)


@settings(deadline=None)
@given(source=IDS, target=IDS)
def test_the_rule_holds_at_every_token(source: list[int], target: list[int]) -> None:
    assert Follower(source).feed(target) == loops(source, target)


@pytest.mark.parametrize(
    ("period", "tokens"), [(1, 20), (2, 20), (3, 20), (4, 20), (5, 25), (7, 35), (16, 80)], ids=str
)
def test_a_loop_has_twenty_tokens_and_five_rounds_behind_its_first(period: int, tokens: int) -> None:
    target = [100 + number % period for number in range(CAPACITY)]
    assert first_loop([5, 6, 2], target) == period + tokens


def test_a_round_may_have_sixteen_tokens_and_no_more() -> None:
    target = [100 + number % 17 for number in range(CAPACITY)]
    assert first_loop([5, 6, 2], target) is None


def test_nineteen_times_is_not_a_loop() -> None:
    assert first_loop([5, 2], [8, *[9] * 20, 8, *[9] * 20, 8]) is None


def test_a_source_that_repeats_itself_may_be_translated_by_more_than_twice_its_run() -> None:
    """A run of 29 in the source allows one of 58 in the target, whatever their periods."""
    laughter = [*[7] * 30, 2]
    assert first_loop(laughter, [8, 9] * 40) == 2 + 2 * 29 + 1


def test_a_source_with_a_short_run_allows_nothing_more() -> None:
    assert first_loop([*[7] * 11, 2], [9] * 60) == 1 + 20 + 1
    assert first_loop([*[7] * 10, 2], [9] * 60) == 1 + 20


def test_a_stretch_that_is_shorter_than_its_period_is_no_run() -> None:
    """Twelve tokens that come again after 16 are a repeated phrase, not a run of period 16."""
    phrase = list(range(100, 112))
    source = [*phrase, 1, 2, 3, 4, *phrase, 2]
    assert first_loop(source, [9] * 60) == 1 + 20


@settings(deadline=None)
@given(targets=st.lists(IDS, min_size=1, max_size=5), order=st.randoms(use_true_random=False))
def test_a_row_is_judged_alone_whoever_is_pushed_with_it(targets: list[list[int]], order: object) -> None:
    alone = [Follower([5, 2]).feed(target) for target in targets]
    detector = LoopDetector(len(targets))
    detector.start(range(len(targets)), [5, 2])
    answers: list[list[bool]] = [[] for _ in targets]
    while rows := [row for row, target in enumerate(targets) if len(answers[row]) < len(target)]:
        order.shuffle(rows)  # type: ignore[attr-defined]
        lengths = np.array([len(answers[row]) + 1 for row in rows])
        loops = detector.push(np.array(rows), padded(*(targets[row] for row in rows)), lengths)
        for row, loop in zip(rows, loops.tolist(), strict=True):
            answers[row].append(loop)
    assert answers == alone


def test_a_row_that_starts_again_remembers_nothing() -> None:
    detector = LoopDetector(1)
    Follower([7] * 30, detector=detector).feed([9] * 50)
    assert Follower([5, 2], detector=detector).feed([9] * 21) == [*[False] * 20, True]


def test_rows_of_one_request_start_together() -> None:
    detector = LoopDetector(3)
    detector.start([0, 2], [5, 2])
    history = padded([9] * 30, [9] * 30)
    answers = [detector.push(np.array([0, 2]), history, np.array([k, k])).tolist() for k in range(1, 22)]
    assert answers == [[False, False]] * 20 + [[True, True]]


def test_a_copied_row_goes_on_where_the_other_is() -> None:
    """Also when rows change places with each other, as beams do."""
    detector = LoopDetector(2)
    looping, other = (
        Follower([5, 2], detector=detector, row=0),
        Follower([7] * 30, detector=detector, row=1),
    )
    looping.feed([9] * 22)
    mixed = [9, 8, 7, *range(100, 122)]
    other.feed(mixed)
    detector.copy(np.array([0, 1]), np.array([1, 0]))
    assert other.feed([9] * 23, start=22) == [True]
    assert not any(looping.feed([*mixed, *[6] * 40], start=len(mixed)))


def test_a_row_copied_while_it_is_short_takes_its_source_along() -> None:
    detector = LoopDetector(2)
    Follower([5, 2], detector=detector, row=0).feed([9] * 10)
    Follower([7] * 30, detector=detector, row=1).feed([9] * 10)
    detector.copy(np.array([0]), np.array([1]))
    history = padded([9] * 30)
    answers = [bool(detector.push(np.array([1]), history, np.array([k]))[0]) for k in range(11, 22)]
    assert answers == [*[False] * 10, True]


def test_targets_shorter_than_the_longest_period_are_fine() -> None:
    history = np.full((1, 4), 9, np.int32)
    detector = LoopDetector(1)
    detector.start([0], [5, 2])
    assert not detector.push(np.array([0]), history, np.array([4]))[0]
