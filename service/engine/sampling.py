"""From logits to tokens: greedy for all rows at once, a sampler of its own for each row that samples.

n rows, V vocabulary. Every row is computed from its own logits alone, element by element, so its token and
score do not depend on which rows are its neighbours.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from service.engine.options import SamplingOptions

Logits = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float64]

# A token whose weight is below e**-50 of the best one's is out of reach of a random number's 53 bits.
_NEGLIGIBLE = -50.0


class Sampler:
    """Draws tokens for one request: temperature, then top-k, then top-p (nucleus)."""

    def __init__(self, options: SamplingOptions, seed: int) -> None:
        self._options = options
        self._generator = np.random.default_rng(seed)

    def pick(self, logits: Logits) -> int:
        """One token id drawn from logits [V]. Uses exactly one random number."""
        scores = (logits.astype(np.float64) - float(logits.max())) / self._options.temperature
        ids = _most_likely(scores, self._options.top_k)
        mass = np.cumsum(np.exp(scores[ids]))
        kept = _nucleus_size(mass, self._options.top_p)
        drawn = int(np.searchsorted(mass[:kept], self._generator.random() * mass[kept - 1], side="right"))
        return int(ids[min(drawn, kept - 1)])


def _most_likely(scores: Scores, top_k: int) -> npt.NDArray[np.intp]:
    """Ids of the `top_k` best scores (all for 0), best first, equal ones in id order. The best score is 0."""
    ids = np.flatnonzero(~(scores < _NEGLIGIBLE))
    order = ids[np.argsort(-scores[ids], kind="stable")]
    return order[:top_k] if top_k else order


def _nucleus_size(mass: Scores, top_p: float) -> int:
    """How many of the leading candidates reach `top_p` of the whole; `mass` is their cumulated weight."""
    return min(int(np.searchsorted(mass, top_p * mass[-1], side="left")) + 1, len(mass))


class TokenChooser:
    """Chooses the next token of every row and scores it. Owns the scratch memory that this takes."""

    def __init__(self, max_rows: int, vocab_size: int) -> None:
        self._scratch = np.empty((max_rows, vocab_size), np.float32)

    def choose(
        self, logits: Logits, samplers: Sequence[Sampler | None]
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float32]]:
        """Tokens [n] and their log-probabilities [n] for logits [n, V]; a row without a sampler is greedy.

        A row whose logits make no distribution (NaN or infinity) gets a score that is not finite.
        """
        best = logits.argmax(axis=1)
        tokens = best.copy()
        with np.errstate(invalid="ignore"):
            for row, sampler in enumerate(samplers):
                if sampler is not None:
                    tokens[row] = sampler.pick(logits[row])
            return tokens, self._log_probabilities(logits, best, tokens)

    def _log_probabilities(
        self, logits: Logits, best: npt.NDArray[np.intp], tokens: npt.NDArray[np.intp]
    ) -> npt.NDArray[np.float32]:
        """Log-softmax [n] of `logits` at `tokens`; `best` is each row's most likely token."""
        rows = np.arange(len(logits))
        peaks = logits[rows, best]
        weights = self._scratch[: len(logits)]
        np.subtract(logits, peaks[:, None], out=weights)
        np.exp(weights, out=weights)
        scores: npt.NDArray[np.float32] = logits[rows, tokens] - peaks - np.log(weights.sum(axis=1))
        return scores
