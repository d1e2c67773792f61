"""The best tokens of rows of logits and the logarithm of their whole weight, without sorting a row.

n rows, r of them looked at, V vocabulary, B blocks; g searches, K beams, C candidates.
"""

import numpy as np

from service.engine.arrays import Ids, Logits, LogProbs, Rows
from service.engine.candidates import Candidates
from service.engine.choosing import find_best
from service.engine.weighing import BLOCK_SIZE, weigh


class Ranking:
    """Looks at the logits of one step after another. Owns the scratch memory that this takes.

    Rows without a finite peak have to be cleared before anything else is asked.
    """

    def __init__(self, max_rows: int, vocab_size: int) -> None:
        self._vocab_size = vocab_size
        self._block_peaks = np.empty((max_rows, -(-vocab_size // BLOCK_SIZE)), np.float32)
        self._peaks = np.empty(max_rows, np.float32)  # NaN where a logit is
        self._normalizers = np.empty(max_rows)
        self._all_rows = np.arange(max_rows)
        self._is_sound = True
        self.logits = np.empty((0, vocab_size), np.float32)

    def load(self, logits: Logits) -> None:
        """Look at logits [n, V] from now on."""
        self.logits = logits
        self._is_sound = self._weigh(self._all_rows[: len(logits)])

    def reload(self, rows: Rows) -> None:
        """Look again at `rows`, whose logits have become log-probabilities, however they were changed then."""
        self._weigh(rows)
        self._normalizers[rows] = 0

    def clear_broken(self, rows: Rows) -> Rows:
        """Those of `rows` whose logits make no distribution (NaN or infinity); they become zeros, fit for the rest."""
        broken = rows[:0] if self._is_sound else rows[~np.isfinite(self._peaks[rows])]
        if len(broken):
            self.logits[broken] = 0
            self._weigh(broken)
        return broken

    def log_normalizers(self, rows: Rows) -> LogProbs:
        """What to subtract from a logit of each of `rows` to get its log-probability."""
        return self._normalizers[rows]

    def best(self, rows: Rows, k: int) -> tuple[Ids, Logits]:
        """The k best ids of each of `rows` [r, k] and their logits [r, k], best first, lower ids first among equals."""
        alone = rows[:, None]
        best = Candidates.empty(len(rows), min(k, self._vocab_size))
        self.rank_searches(alone, np.zeros(alone.shape), best)
        return best.tokens, self.logits[alone, best.tokens]

    def num_candidates(self, num_beams: int) -> int:
        """C for K beams: as many as may end, and K to go on with, where the vocabulary has as many."""
        return min(2 * num_beams, num_beams * self._vocab_size)

    def rank_searches(self, rows: Rows, totals: LogProbs, best: Candidates) -> None:
        """Put the best continuations of beams in `rows` [g, K], of log-probabilities `totals` [g, K], in `best` [g, C].

        Among equals the lower beam is first, then the lower id. There are as many as C at least.
        """
        find_best(
            self.logits,
            self._normalizers,
            self._block_peaks,
            BLOCK_SIZE,
            rows,
            totals,
            best.totals,
            best.beams,
            best.tokens,
        )

    def _weigh(self, rows: Rows) -> bool:
        return weigh(self.logits, rows, self._block_peaks, self._peaks, self._normalizers)


def best_ids(logits: Logits, k: int) -> Ids:
    """The k best ids of one row [V] -> [k], best first, lower ids first among equals."""
    border = np.partition(logits, len(logits) - k)[len(logits) - k]
    better = np.flatnonzero(logits > border)
    equal = np.flatnonzero(logits == border)[: k - len(better)]
    return np.concatenate((better[np.argsort(-logits[better], kind="stable")], equal))
