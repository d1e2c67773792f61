"""What beams that stream can show already: the tokens that every possible winner begins with.

The winner of a search is its best ended hypothesis or comes from a live beam. g searches, K beams, M target capacity.
"""

from collections.abc import Sequence

import numpy as np

from service.engine.arrays import Counts, Flags, LogProbs, Rows
from service.engine.targets import Targets


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
        is_streamed = self._is_streamed[: len(rows)]
        if not is_streamed.any():
            return []
        streamed = np.flatnonzero(is_streamed)
        is_live = totals > -np.inf
        places = streamed[is_live[streamed].any(axis=1)]
        rows, is_live = rows[places], is_live[places]
        leaders = rows[np.arange(len(rows)), is_live.argmax(axis=1)]
        before = self._num_certain[places]
        after = before.copy()
        while (is_agreed := self._is_agreed(places, rows, is_live, leaders, after)).any():
            after += is_agreed
        self._num_certain[places] = after
        grown = after > before
        spans = np.stack((places, leaders, before, after), axis=1)[grown]
        return [(place, row, start, stop) for place, row, start, stop in spans.tolist()]

    def _is_agreed(self, places: Counts, rows: Rows, is_live: Flags, leaders: Rows, position: Counts) -> Flags:
        """Whether all possible winners have the same token at `position` [g]."""
        targets = self._targets
        tokens = targets.history[leaders, position]
        is_same = targets.history[rows, position[:, None]] == tokens[:, None]
        best_lengths = self._best_lengths[places]
        is_best_same = (self._best_ids[places, position] == tokens) & (position < best_lengths)
        is_agreed: Flags = (is_same | ~is_live).all(axis=1) & (is_best_same | (best_lengths == 0))
        return is_agreed & (position < targets.lengths[leaders])
