"""The continuations between which a beam search chooses, and those that go on.

g searches, K beams, C candidates.
"""

from dataclasses import dataclass

import numpy as np

from service.engine.arrays import Ids, LogProbs, Rows
from service.engine.choosing import Codes, pick_heirs


@dataclass(frozen=True, slots=True)
class Candidates:
    """Continuations of each search, best first: log-probability, the beam that is continued, token [g, C].

    A log-probability of minus infinity is no continuation at all.
    """

    totals: LogProbs
    beams: Ids
    tokens: Ids

    @classmethod
    def empty(cls, num_searches: int, count: int) -> "Candidates":
        """Room for `count` of each search."""
        shape = (num_searches, count)
        return cls(np.empty(shape), np.empty(shape, np.intp), np.empty(shape, np.intp))

    def pick(self, ends: Codes, heirs: "Candidates") -> None:
        """Put the beams to go on with in `heirs` [g, K]: the best whose code in `ends` [g, C] is 0, then dead ones."""
        pick_heirs(self.totals, self.beams, self.tokens, ends, heirs.totals, heirs.beams, heirs.tokens)


@dataclass(frozen=True, slots=True)
class Workspace:
    """Room for what one step of g searches comes to. Made anew in each step, it would take as long as what fills it."""

    candidates: Candidates  # [g, C]
    ends: Codes  # [g, C]
    heirs: Candidates  # [g, K]
    heir_rows: Rows  # [g, K]
    sources: Rows  # [g * K], of rows that are copied
    targets: Rows  # [g * K], of where to

    @classmethod
    def of(cls, num_searches: int, num_beams: int, num_candidates: int) -> "Workspace":
        """Room for so many searches."""
        rows = np.empty((3, num_searches, num_beams), np.intp)
        return cls(
            Candidates.empty(num_searches, num_candidates),
            np.empty((num_searches, num_candidates), np.int8),
            Candidates.empty(num_searches, num_beams),
            rows[0],
            rows[1].ravel(),
            rows[2].ravel(),
        )


def ended(ends: Codes) -> list[tuple[int, int]]:
    """Search and rank of the candidates whose code [g, K] is not 0. Lists do: these are few, and numpy's calls slow."""
    return [(place, rank) for place, codes in enumerate(ends.tolist()) for rank, code in enumerate(codes) if code]
