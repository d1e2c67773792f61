"""Targets that go round in a loop: the same few tokens again and again, which no source asks for.

n rows, M target capacity, S source tokens, P periods. A run of period p is a stretch of tokens each equal to the one
p before it. It is a loop when it has at least 20 tokens and five rounds, and is more than twice as long as any run in
the source: a source that repeats itself may be translated by a target that does.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

MAX_PERIOD = 16
MIN_TOKENS = 20
MIN_ROUNDS = 5
MAX_TIMES_SOURCE = 2

_PERIODS = np.arange(1, MAX_PERIOD + 1)
_FIRST_LENGTH = MIN_TOKENS + 1  # no target is a loop before; more than every period
_SHORTEST_LOOPS = np.maximum(MIN_TOKENS, MIN_ROUNDS * _PERIODS)

Rows = npt.NDArray[np.intp]


class LoopDetector:
    """Follows every row that is long enough: for each period, how long the run is that the row's last token ends."""

    def __init__(self, max_rows: int) -> None:
        self._sources: list[Sequence[int]] = [()] * max_rows
        self._runs = np.zeros((max_rows, MAX_PERIOD), np.intp)
        self._shortest = np.zeros((max_rows, MAX_PERIOD), np.intp)  # a run that is as long is a loop

    def start(self, rows: Sequence[int], source_ids: Sequence[int]) -> None:
        """These rows begin a new target for this source."""
        for row in rows:
            self._sources[row] = source_ids

    def push(self, rows: Rows, history: npt.NDArray[np.int32], lengths: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
        """Take in one token per row: whether it is going round in a loop [n].

        `history` [n, M] holds the rows' tokens, `lengths` [n] how many of them count: the new one is the last.
        """
        is_loop = np.zeros(len(rows), np.bool_)
        if len(rows) == 0 or lengths.max() < _FIRST_LENGTH:
            return is_loop
        for place in np.flatnonzero(lengths == _FIRST_LENGTH).tolist():
            self._begin(rows[place], history[place, : _FIRST_LENGTH - 1])
        long = np.flatnonzero(lengths >= _FIRST_LENGTH)
        is_loop[long] = self._go_on(rows[long], history, long, lengths[long])
        return is_loop

    def copy(self, sources: Rows, targets: Rows) -> None:
        """Let each of `targets` go on where the row of `sources` in the same place is."""
        self._runs[targets] = self._runs[sources]
        self._shortest[targets] = self._shortest[sources]
        copied = [self._sources[source] for source in sources.tolist()]
        for target, source_ids in zip(targets.tolist(), copied, strict=True):
            self._sources[target] = source_ids

    def _begin(self, row: int, ids: npt.NDArray[np.int32]) -> None:
        """Catch up with a row that may soon be a loop: most never get as long, and cost nothing."""
        longest = _longest_run(self._sources[row])
        self._runs[row] = _run_lengths(ids.astype(np.intp))[:, -1]
        self._shortest[row] = np.maximum(_SHORTEST_LOOPS, MAX_TIMES_SOURCE * longest + 1)

    def _go_on(
        self, rows: Rows, history: npt.NDArray[np.int32], places: Rows, lengths: npt.NDArray[np.intp]
    ) -> npt.NDArray[np.bool_]:
        """As `push`, for rows that have begun; row i stands at `places[i]` of the history."""
        last = lengths - 1
        earlier = last[:, None] - _PERIODS
        is_equal = history[places[:, None], earlier] == history[places, last][:, None]
        runs = (self._runs[rows] + 1) * is_equal
        self._runs[rows] = runs
        is_loop: npt.NDArray[np.bool_] = (runs >= self._shortest[rows]).any(axis=1)
        return is_loop


def _longest_run(ids: Sequence[int]) -> int:
    """Length of the longest run of any period in `ids`, if it is long enough to matter: otherwise perhaps 0."""
    # Every token of a run is there before, so few tokens that are there twice make no run worth looking for.
    if MAX_TIMES_SOURCE * (len(ids) - len(set(ids))) < MIN_TOKENS:
        return 0
    lengths = _run_lengths(np.asarray(ids))
    longest = lengths.max(axis=1)
    return int(longest[longest >= _PERIODS].max(initial=0))


def _run_lengths(ids: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """[P, S]: how long the run of each period is that each token ends."""
    positions = np.arange(len(ids))
    earlier = positions - _PERIODS[:, None]
    is_equal = (ids[np.maximum(earlier, 0)] == ids) & (earlier >= 0)
    last_other = np.maximum.accumulate(np.where(is_equal, -1, positions), axis=1)
    return positions - last_other
