"""Drawing tokens from logits. V vocabulary.

A sampler belongs to one sequence and has a generator of its own, so what it draws does not depend on who else is
served.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from service.engine.arrays import Ids, Logits
from service.engine.options import DecodingOptions
from service.engine.topk import best_ids

Weights = npt.NDArray[np.float64]


class Sampler:
    """Draws tokens for one sequence: temperature, then top-k, then top-p (nucleus)."""

    def __init__(self, options: DecodingOptions, seed: Sequence[int]) -> None:
        self._options = options
        self._generator = np.random.default_rng(seed)

    def pick(self, logits: Logits) -> int:
        """One token id drawn from logits [V], of which one at least is finite. Uses exactly one random number."""
        if self._options.top_k:
            ids = best_ids(logits, min(self._options.top_k, len(logits)))
            weights = self._weights(logits[ids])
            return int(ids[self._draw(weights[: _nucleus_size(weights, self._options.top_p, weights.sum())])])
        weights = self._weights(logits)
        if self._options.top_p == 1:
            return self._draw(weights)
        ids = _nucleus(weights, self._options.top_p)
        return int(ids[self._draw(weights[ids])])

    def _weights(self, logits: Logits) -> Weights:
        """Unnormalised probabilities, the largest one 1."""
        with np.errstate(over="ignore"):  # of a difference that the temperature makes infinite
            scores = (logits.astype(np.float64) - float(logits.max())) / self._options.temperature
        weights: Weights = np.exp(scores)
        return weights

    def _draw(self, weights: Weights) -> int:
        """A place in `weights`, as often as its share of them says."""
        mass = np.cumsum(weights)
        # A random number is below 1 by at least the rounding of this product, which so stays below the last mass.
        return int(np.searchsorted(mass, self._generator.random() * mass[-1], side="right"))


def _nucleus(weights: Weights, top_p: float) -> Ids:
    """Ids of the smallest set of the heaviest tokens that has `top_p` of all weight, heaviest first."""
    total = weights.sum()
    # All tokens below this weight together have less than what may be left out.
    ids = np.flatnonzero(weights >= (1 - top_p) * total / len(weights))
    ids = ids[np.argsort(-weights[ids], kind="stable")]
    return ids[: _nucleus_size(weights[ids], top_p, total)]


def _nucleus_size(weights: Weights, top_p: float, total: float) -> int:
    """How many of the leading `weights`, heaviest first, reach `top_p` of `total`."""
    return int(np.searchsorted(np.cumsum(weights), top_p * total)) + 1
