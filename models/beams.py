"""Beam search over one source, apart from any model: log-probabilities in, rows and tokens out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class BeamStep:
    """How K rows go on: row i takes the history of row parents[i] and then tokens[i], both [K]."""

    parents: NDArray[np.int64]
    tokens: NDArray[np.int64]


class Beams:
    """K live hypotheses and those that have ended; they compete by log-probability / length ** length_penalty.

    The length counts the end token, as Wu et al. 2016 without their constants. An end token ends a hypothesis only
    when it is among the K best continuations; the search is done when K have ended or `max_length` is reached.
    """

    def __init__(self, num_beams: int, max_length: int, eos_id: int, length_penalty: float) -> None:
        self.num_beams = num_beams
        self.max_length = max_length
        self.eos_id = eos_id
        self.length_penalty = length_penalty
        self.live: list[list[int]] = [[] for _ in range(num_beams)]
        # All rows start alike: only the first counts.
        self.scores = np.array([0.0] + [-np.inf] * (num_beams - 1))
        self.ended: list[tuple[float, list[int]]] = []
        self.length = 0

    @property
    def is_done(self) -> bool:
        """Whether further steps change nothing."""
        return len(self.ended) >= self.num_beams or self.length >= self.max_length or not np.isfinite(self.scores).any()

    def best(self) -> list[int]:
        """The best ended hypothesis without its end token, or the best live one where none has ended."""
        if self.ended:
            return max(self.ended, key=lambda pair: pair[0])[1]
        return self.live[int(self.scores.argmax())]

    def advance(self, log_probabilities: NDArray[np.float32]) -> BeamStep:
        """Log-probabilities of the next token of each row [K, V] -> how the rows go on. Nothing happens once done."""
        if self.is_done:
            return BeamStep(np.arange(self.num_beams), np.full(self.num_beams, self.eos_id))
        self.length += 1
        totals, parents, tokens = self._candidates(log_probabilities)
        is_end = tokens == self.eos_id
        for rank in np.flatnonzero(is_end[: self.num_beams]):
            score = float(totals[rank]) / self.length**self.length_penalty
            self.ended.append((score, self.live[parents[rank]]))
        chosen = np.flatnonzero(~is_end)[: self.num_beams]
        return self._go_on(totals[chosen], parents[chosen], tokens[chosen])

    def _candidates(
        self, log_probabilities: NDArray[np.float32]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """The 2K best continuations, best first: score, row, token. Every row has one end token: K others are left."""
        totals = np.add(self.scores[:, None], log_probabilities, dtype=np.float64).ravel()
        count = min(2 * self.num_beams, len(totals))
        best: NDArray[np.int64] = np.argpartition(totals, -count)[-count:]
        best = best[np.argsort(-totals[best], kind="stable")]
        best = best[np.isfinite(totals[best])]
        vocab_size = log_probabilities.shape[1]
        return totals[best], best // vocab_size, best % vocab_size

    def _go_on(self, scores: NDArray[np.float64], parents: NDArray[np.int64], tokens: NDArray[np.int64]) -> BeamStep:
        """Make these the live hypotheses; rows that are left over take part no more."""
        spare = self.num_beams - len(scores)
        self.scores = np.concatenate((scores, np.full(spare, -np.inf)))
        parents = np.concatenate((parents, np.zeros(spare, np.int64)))
        tokens = np.concatenate((tokens, np.full(spare, self.eos_id)))
        self.live = [[*self.live[parent], int(token)] for parent, token in zip(parents, tokens, strict=True)]
        return BeamStep(parents, tokens)
