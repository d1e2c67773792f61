"""What beams that stream can show already: the tokens that every possible winner begins with.

The winner of a search is its best ended hypothesis or comes from a live beam. g searches, K beams, M target capacity.
"""

from collections.abc import Sequence

import numpy as np

from service.engine.arrays import Counts, Flags, LogProbs, Rows, TokenIds
from service.engine.targets import Targets
from service.runtime.compiling import compiled


class Agreement:
    """How much of each search's winner is certain. A search's place is its number in these arrays."""

    def __init__(self, max_searches: int, targets: Targets) -> None:
        self._targets = targets
        self._num_certain = np.zeros(max_searches, np.intp)
        self._is_streamed = np.zeros(max_searches, np.bool_)
        self._best_ids = np.zeros((max_searches, targets.history.shape[1]), np.int32)
        self._best_lengths = np.zeros(max_searches, np.intp)  # 0 while nothing has ended

    def start(self, place: int, *, num_certain: int, is_streamed: bool) -> None:
        """A search begins with so many tokens that are certain."""
        self._num_certain[place] = num_certain
        self._is_streamed[place] = is_streamed
        self._best_lengths[place] = 0

    def set_best(self, place: int, token_ids: Sequence[int]) -> None:
        """The best of a search's ended hypotheses."""
        if self._is_streamed[place]:
            self._best_ids[place, : len(token_ids)] = token_ids
            self._best_lengths[place] = len(token_ids)

    def move(self, source: int, target: int) -> None:
        """The search at `source` is at `target` from now on."""
        for array in (self._num_certain, self._is_streamed, self._best_ids, self._best_lengths):
            array[target] = array[source]

    def num_certain(self, place: int) -> int:
        """How many tokens of a search's winner are known."""
        return int(self._num_certain[place])

    def advance(self, rows: Rows, totals: LogProbs) -> list[tuple[int, int, int, int]]:
        """Place, row and the span of tokens that have become certain in it, for each search where some have.

        `rows` [g, K] hold the beams of places 0 to g - 1, `totals` [g, K] their log-probabilities, -inf for dead ones.
        """
        before = self._num_certain[: len(rows)].copy()
        leaders = np.empty(len(rows), np.intp)
        targets = self._targets
        is_grown = _agree(
            rows,
            totals,
            targets.history,
            targets.lengths,
            self._is_streamed,
            self._best_ids,
            self._best_lengths,
            self._num_certain,
            leaders,
        )
        if not is_grown:
            return []
        after = self._num_certain[: len(rows)]
        spans = np.stack((np.arange(len(rows)), leaders, before, after), axis=1)[after > before]
        return [(place, row, start, stop) for place, row, start, stop in spans.tolist()]


@compiled(
    "boolean(int64[:, ::1], float64[:, ::1], int32[:, ::1], int64[::1], boolean[::1], int32[:, ::1], int64[::1], "
    "int64[::1], int64[::1])"
)
def _agree(
    rows: Rows,
    totals: LogProbs,
    history: TokenIds,
    lengths: Counts,
    is_streamed: Flags,
    best_ids: TokenIds,
    best_lengths: Counts,
    num_certain: Counts,
    leaders: Rows,
) -> bool:
    """Raise `num_certain` [g] as far as all possible winners have the same tokens; whether any was raised.

    The row of a live beam goes to `leaders` [g]. A search without one, or that does not stream, is left alone.
    """
    is_grown = False
    for search in range(len(rows)):
        leader = -1
        for beam in range(rows.shape[1] - 1, -1, -1):
            if totals[search, beam] > -np.inf:
                leader = rows[search, beam]
        if not is_streamed[search] or leader < 0:
            continue
        leaders[search] = leader
        position = num_certain[search]
        while position < lengths[leader]:
            token = history[leader, position]
            is_agreed = best_lengths[search] == 0 or (
                position < best_lengths[search] and best_ids[search, position] == token
            )
            for beam in range(rows.shape[1]):
                is_agreed &= not totals[search, beam] > -np.inf or history[rows[search, beam], position] == token
            if not is_agreed:
                break
            position += 1
        is_grown |= position > num_certain[search]
        num_certain[search] = position
    return is_grown
