"""The best tokens of rows of logits and the logarithm of their whole weight, without sorting a row.

n rows, r of them looked at, V vocabulary, W lanes, L ids in a lane. Lane j holds the ids j, j + W, j + 2W and so on,
so the lanes' maxima are maxima of whole slices, which is fast. The k best ids of a row lie in the k lanes with the
largest maxima. Each row is computed from its own logits alone, so no neighbour changes a bit of its results.
"""

import numpy as np

from service.engine.arrays import Flags, Ids, Logits, LogProbs, Rows

_LANE_SIZE = 32
_MIN_LANES = 64
_CHUNK = 2**16  # logits whose exponentials are in memory at a time: they stay in the processor's cache
_SAFE_EXPONENT = 50.0  # the exponential of no row whose peak is within this range overflows or vanishes


class Ranking:
    """Looks at the logits of one step after another. Owns the scratch memory that this takes.

    Rows without a finite peak have to be cleared before anything else is asked.
    """

    def __init__(self, max_rows: int, vocab_size: int) -> None:
        self._vocab_size = vocab_size
        self._width = min(vocab_size, max(vocab_size // _LANE_SIZE, _MIN_LANES))
        self._depth = vocab_size // self._width
        self._maxima = np.empty((max_rows, self._width), np.float32)
        self._peaks = np.empty(max_rows, np.float32)  # NaN where a logit is
        self._chunk_rows = max(1, _CHUNK // vocab_size)
        self._weights = np.empty((self._chunk_rows, vocab_size), np.float32)
        self.logits = self._weights[:0]

    def load(self, logits: Logits) -> None:
        """Look at logits [n, V] from now on."""
        self.logits = logits
        maxima = self._lane_maxima(logits)
        self._maxima[: len(logits)] = maxima
        self._peaks[: len(logits)] = maxima.max(axis=1)

    def reload(self, rows: Rows) -> None:
        """Look again at `rows`, whose logits have changed."""
        maxima = self._lane_maxima(self.logits[rows])
        self._maxima[rows] = maxima
        self._peaks[rows] = maxima.max(axis=1)

    def clear_broken(self, rows: Rows) -> Rows:
        """Those of `rows` whose logits make no distribution (NaN or infinity); they become zeros, fit for the rest."""
        broken = rows[~np.isfinite(self._peaks[rows])]
        if len(broken):
            self.logits[broken] = 0
            self.reload(broken)
        return broken

    def log_normalizers(self, rows: Rows) -> LogProbs:
        """What to subtract from a logit of each of `rows` [r] to get its log-probability."""
        order = np.argsort(rows)  # neighbours in memory are read where they are
        rows = rows[order]
        peaks = self._peaks[rows]
        # Shifting takes one more pass, and hardly any model's logits need it.
        shifts = np.where(np.abs(peaks) < _SAFE_EXPONENT, np.float32(0), peaks)
        sums = np.empty(len(rows), np.float32)
        for start in range(0, len(rows), self._chunk_rows):
            chunk = slice(start, start + self._chunk_rows)
            self._sum_exponentials(rows[chunk], shifts[chunk], sums[chunk])
        normalizers = np.empty(len(rows))
        normalizers[order] = shifts + np.log(sums, dtype=np.float64)
        return normalizers

    def best(self, rows: Rows, k: int) -> tuple[Ids, Logits]:
        """The k best ids of each of `rows` [r, k] and their logits [r, k], best first, lower ids first among equals."""
        k = min(k, self._vocab_size)
        each = np.arange(len(rows))[:, None]
        lanes, has_lane_tie = _largest(self._maxima[rows], k)
        members = self._members(rows, lanes)
        places, has_tie = _largest(members.reshape(len(rows), -1), k)
        size = members.shape[2]
        ids = lanes[each, places // size] + self._width * (places % size)
        for tied in np.flatnonzero(has_lane_tie | has_tie):
            ids[tied] = best_ids(self.logits[rows[tied]], k)
        values = self.logits[rows[:, None], ids]
        order = np.lexsort((ids, -values))
        return ids[each, order], values[each, order]

    def _lane_maxima(self, logits: Logits) -> Logits:
        """Logits [r, V] -> the maximum of each lane [r, W]."""
        whole = self._depth * self._width
        blocks = logits[:, :whole].reshape(len(logits), self._depth, self._width)
        maxima: Logits = blocks.max(axis=1)
        rest = self._vocab_size - whole
        np.maximum(maxima[:, :rest], logits[:, whole:], out=maxima[:, :rest])
        return maxima

    def _members(self, rows: Rows, lanes: Ids) -> Logits:
        """The logits of all ids in lanes [r, k] -> [r, k, L]; minus infinity where the last one is missing."""
        whole = self._depth * self._width
        blocks = self.logits[:, :whole].reshape(len(self.logits), self._depth, self._width)
        members: Logits = blocks[rows[:, None], :, lanes]
        rest = self._vocab_size - whole
        if not rest:
            return members
        last = self.logits[rows[:, None], np.minimum(whole + lanes, self._vocab_size - 1)]
        return np.concatenate((members, np.where(lanes < rest, last, -np.inf)[:, :, None]), axis=2)

    def _sum_exponentials(self, rows: Rows, shifts: Logits, sums: Logits) -> None:
        """Put the sum of exp(logit - shift) of each of `rows` [r], in order, into `sums` [r]."""
        weights = self._weights[: len(rows)]
        first, last = int(rows[0]), int(rows[-1])
        logits = self.logits[first : last + 1] if last - first == len(rows) - 1 else self.logits[rows]
        if shifts.any():
            logits = np.subtract(logits, shifts[:, None], out=weights)
        np.exp(logits, out=weights)
        weights.sum(axis=1, out=sums)


def best_ids(logits: Logits, k: int) -> Ids:
    """The k best ids of one row [V] -> [k], best first, lower ids first among equals: slower, and always right."""
    border = np.partition(logits, len(logits) - k)[len(logits) - k]
    better = np.flatnonzero(logits > border)
    equal = np.flatnonzero(logits == border)[: k - len(better)]
    return np.concatenate((better[np.argsort(-logits[better], kind="stable")], equal))


def _largest(values: Logits, k: int) -> tuple[Ids, Flags]:
    """Places of the k largest of each row [r, c] -> [r, k], in no order; and where an equal one was left out [r]."""
    size = values.shape[1]
    if size <= k:
        return np.broadcast_to(np.arange(size), values.shape), np.zeros(len(values), np.bool_)
    each = np.arange(len(values))
    order = np.argpartition(values, size - k - 1, axis=1)
    places = order[:, size - k :]
    left_out = values[each, order[:, size - k - 1]]
    return places, values[each[:, None], places].min(axis=1) == left_out
