"""The continuations between which a beam search chooses, and those that go on.

g searches, K beams, C candidates.
"""

from dataclasses import dataclass

import numpy as np

from service.engine.arrays import Ids, LogProbs
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

    def heirs(self, ends: Codes, num_beams: int) -> "Candidates":
        """The beams to go on with [g, K]: the best whose code in `ends` [g, C] is 0, then dead ones."""
        heirs = Candidates.empty(len(self.totals), num_beams)
        pick_heirs(self.totals, self.beams, self.tokens, ends, heirs.totals, heirs.beams, heirs.tokens)
        return heirs
