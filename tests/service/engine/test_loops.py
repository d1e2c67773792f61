"""The loop rule against a slow reading of it, token by token, in any mixture of rows."""

from collections.abc import Sequence
from random import Random

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
        self._row = row
        self._detector.start([row], source)

    def feed(self, target: Sequence[int]) -> list[bool]:
        """What the detector says to each token of `target`; all rows before it are empty."""
        history = padded(*[()] * self._row, target)
        lengths = range(1, len(target) + 1)
        return [answers(self._detector, history, [0] * self._row + [length])[self._row] for length in lengths]


def answers(detector: LoopDetector, history: npt.NDArray[np.int32], lengths: Sequence[int]) -> list[bool]:
    """What a detector says to the first rows, of which so many tokens count."""
    found = detector.find(history, np.array(lengths))
    return [False] * len(lengths) if found is None else found.tolist()


def first_loop(source: Sequence[int], target: Sequence[int]) -> int | None:
    """How many tokens of `target` came until it was called a loop."""
    found = Follower(source).feed(target)
    return found.index(True) + 1 if True in found else None


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
@given(targets=st.lists(IDS, min_size=1, max_size=5), lengths=st.randoms(use_true_random=False))
def test_a_row_is_judged_alone_whoever_stands_beside_it(targets: list[list[int]], lengths: Random) -> None:
    alone = [Follower([5, 2]).feed(target) for target in targets]
    detector = LoopDetector(len(targets))
    detector.start(range(len(targets)), [5, 2])
    for _ in range(20):
        some = [lengths.randint(1, len(target)) for target in targets]
        expected = [found[length - 1] for found, length in zip(alone, some, strict=True)]
        assert answers(detector, padded(*targets), some) == expected


def test_a_row_that_starts_again_remembers_nothing() -> None:
    detector = LoopDetector(1)
    Follower([7] * 30, detector=detector).feed([9] * 50)
    assert Follower([5, 2], detector=detector).feed([9] * 21) == [*[False] * 20, True]


def test_rows_of_one_request_start_together() -> None:
    detector = LoopDetector(3)
    detector.start([0, 2], [5, 2])
    detector.start([1], [7] * 30)
    history = padded(*[[9] * 30] * 3)
    found = [answers(detector, history, [length] * 3) for length in range(1, 22)]
    assert found == [[False] * 3] * 20 + [[True, False, True]]


def test_rows_that_are_moved_take_along_what_their_source_allows() -> None:
    detector = LoopDetector(3)
    detector.start([2], [5, 2])
    detector.start([1], [7] * 30)
    detector.move(np.array([2]), np.array([0]))
    detector.move(np.array([1]), np.array([2]))
    assert answers(detector, padded(*[[9] * 30] * 3), [21] * 3) == [True, False, False]


def test_a_row_takes_along_whether_its_source_was_looked_at_already() -> None:
    detector = LoopDetector(3)
    detector.start([2], [7] * 30)
    history = padded(*[[9] * 30] * 3)
    assert answers(detector, history, [0, 0, 21]) == [False] * 3
    detector.start([0], [5, 2])
    detector.move(np.array([2]), np.array([0]))
    assert answers(detector, history, [21, 0, 0]) == [False] * 3


def test_targets_shorter_than_the_longest_period_are_fine() -> None:
    history = np.full((1, 4), 9, np.int32)
    detector = LoopDetector(1)
    detector.start([0], [5, 2])
    assert answers(detector, history, [4]) == [False]
