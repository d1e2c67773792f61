"""The continuations between which a beam search chooses, and the rows of those that go on.

g searches, K beams, C candidates, c of them, V vocabulary.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from service.engine.arrays import Flags, Ids, LogProbs
from service.engine.options import MAX_SEQUENCES

Scalar = TypeVar("Scalar", bound=np.generic)

_IS_EARLIER = np.tri(MAX_SEQUENCES, k=-1, dtype=np.bool_)
_BEAMS = np.arange(MAX_SEQUENCES)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Continuations of each search, best first: log-probability, the beam that is continued, token [g, C].

    A log-probability of minus infinity is no continuation at all.
    """

    totals: LogProbs
    beams: Ids
    tokens: Ids

    def first(self, count: int) -> "Candidates":
        """The `count` best of each search."""
        return Candidates(self.totals[:, :count].copy(), self.beams[:, :count].copy(), self.tokens[:, :count].copy())

    def pick(self, order: Ids) -> "Candidates":
        """Those at `order` [g, c] in each search."""
        places = flat_places(order, self.totals.shape[1])
        return Candidates(self.totals.take(places), self.beams.take(places), self.tokens.take(places))

    def put(self, places: Sequence[int], others: "Candidates") -> None:
        """Take `others` for the searches at `places`."""
        self.totals[places] = others.totals
        self.beams[places] = others.beams
        self.tokens[places] = others.tokens


def best_candidates(totals: LogProbs, tokens: Ids, *, count: int) -> Candidates:
    """The `count` best of c continuations of each beam, log-probabilities and tokens [g, K, c], as Candidates [g, C].

    Among equals the lower beam is first, then the one that stands first.
    """
    num_searches, num_beams, num_each = totals.shape
    totals = totals.reshape(num_searches, num_beams * num_each)
    order = np.argsort(-totals, axis=1, kind="stable")[:, :count]
    return Candidates(pick(totals, order), order // num_each, pick(tokens.reshape(totals.shape), order))


def heir_places(parents: Ids) -> tuple[Ids, Flags]:
    """Where the heirs of beams `parents` [g, K] go [g, K]: the first heir of a beam takes its parent's place, the
    others the places of beams without heirs. And which they are, these others [g, K].
    """
    is_same = parents[:, :, None] == parents[:, None, :]
    num_beams = parents.shape[1]
    is_other = (is_same & _IS_EARLIER[:num_beams, :num_beams]).any(axis=2)
    has_heir = (parents[:, :, None] == _BEAMS[:num_beams]).any(axis=1)
    places = parents.copy()
    # Both in order of search and rank; each search has as many of the ones as of the others.
    places[is_other] = (~has_heir).nonzero()[1]
    return places, is_other


def pick(values: npt.NDArray[Scalar], order: Ids) -> npt.NDArray[Scalar]:
    """From each row of `values` [g, C] those at `order` [g, c]: take_along_axis with less ado."""
    return values.take(flat_places(order, values.shape[1]))


def flat_places(order: Ids, width: int) -> Ids:
    """Where `order` [g, c] of each row points in an array [g, width] as one row."""
    places: Ids = order + _row_starts(len(order), width)
    return places


@lru_cache(maxsize=1024)
def _row_starts(num_rows: int, width: int) -> Ids:
    starts = np.arange(0, num_rows * width, width)[:, None]
    starts.flags.writeable = False
    return starts
