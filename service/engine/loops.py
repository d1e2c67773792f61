"""Targets that go round in a loop: the same few tokens again and again, which no source asks for.

C rows, n of them in use, M target capacity, S source tokens, P periods. A run of period p is a stretch of tokens each
equal to the one p before it. It is a loop when it has at least 20 tokens and five rounds, and is more than twice as
long as any run in the source: a source that repeats itself may be translated by a target that does.
"""

from collections.abc import Sequence

import numpy as np
from numba import njit

from service.engine.arrays import Counts, Flags, Rows, TokenIds
from service.runtime.compiling import compiled

MAX_PERIOD = 16
MIN_TOKENS = 20
MIN_ROUNDS = 5
MAX_TIMES_SOURCE = 2

_SHORTEST_LOOPS = np.maximum(MIN_TOKENS, MIN_ROUNDS * np.arange(1, MAX_PERIOD + 1))


class LoopDetector:
    """Looks at the end of every row, and remembers of its source how long a run must be that is a loop.

    A source is looked at when a target of it is long enough for a loop: most never are.
    """

    def __init__(self, max_rows: int) -> None:
        self._shortest = np.zeros((max_rows, MAX_PERIOD), np.intp)  # [C, P]
        self._unread: dict[int, Sequence[int]] = {}  # sources by row

    def start(self, rows: Sequence[int], source_ids: Sequence[int]) -> None:
        """These rows begin a new target for this source."""
        for row in rows:
            self._unread[row] = source_ids

    def move(self, sources: Rows, targets: Rows) -> None:
        """Let each of `targets` be what the row of `sources` in the same place is."""
        self._shortest[targets] = self._shortest[sources]
        for source, target in zip(sources.tolist(), targets.tolist(), strict=True):
            self._unread.pop(target, None)
            if source in self._unread:
                self._unread[target] = self._unread[source]

    def find(self, history: TokenIds, lengths: Counts) -> Flags | None:
        """Which of the first n rows are going round in a loop [n]; None if none is.

        `history` [n, M] holds the rows' tokens, `lengths` [n] how many of them count.
        """
        if self._unread:
            self._read(np.flatnonzero(lengths > MIN_TOKENS))
        is_loop = np.empty(len(lengths), np.bool_)
        return is_loop if _find(history, lengths, self._shortest, is_loop) else None

    def _read(self, rows: Rows) -> None:
        for row in rows.tolist():
            if (source_ids := self._unread.pop(row, None)) is not None:
                longest = _longest_run(np.array(source_ids, np.int32))
                self._shortest[row] = np.maximum(_SHORTEST_LOOPS, MAX_TIMES_SOURCE * longest + 1)


@njit
def _run_length(ids: TokenIds, end: int, period: int, enough: int) -> int:
    """Of the run that ends before `end`, or `enough` if it is longer."""
    length = 0
    while length < enough and length + period < end and ids[end - 1 - length] == ids[end - 1 - length - period]:
        length += 1
    return length


@compiled("boolean(int32[:, ::1], int64[::1], int64[:, ::1], boolean[::1])")
def _find(history: TokenIds, lengths: Counts, shortest: Counts, is_loop: Flags) -> bool:
    """Mark the rows of `history` [n, M] that end with a run of as many tokens as is `shortest` [C, P]; if any does."""
    is_any = False
    for row in range(len(lengths)):
        is_loop[row] = False
        if lengths[row] <= MIN_TOKENS:  # no room for a run of so many
            continue
        for period in range(1, MAX_PERIOD + 1):
            enough = shortest[row, period - 1]
            if _run_length(history[row], lengths[row], period, enough) == enough:
                is_loop[row] = is_any = True
                break
    return is_any


@compiled("int64(int32[::1])")
def _longest_run(ids: TokenIds) -> int:
    """Length of the longest run of any period in `ids` [S] that goes round once at least; 0 without one."""
    longest = 0
    for period in range(1, MAX_PERIOD + 1):
        length = 0
        for place in range(period, len(ids)):
            length = length + 1 if ids[place] == ids[place - period] else 0
            if length >= period:
                longest = max(longest, length)
    return longest
