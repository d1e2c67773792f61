"""The best tokens of rows of logits and the logarithm of their whole weight, without sorting a row.

n rows, r of them looked at, V vocabulary, W lanes, L ids in a lane; g searches, K beams, C candidates. Lane j holds
the ids j, j + W, j + 2W and so on, so the lanes' maxima are maxima of whole slices, which is fast. The k best ids of a
row lie in the k lanes with the largest maxima, the C best continuations of a search in C lanes of its beams. Each row
is computed from its own logits alone, so no neighbour changes a bit of its results.
"""

import numpy as np
import numpy.typing as npt

from service.engine.arrays import Flags, Ids, Logits, LogProbs, Rows
from service.engine.candidates import Candidates, best_candidates, flat_places, pick

_LANE_SIZE = 32
_MIN_LANES = 64
_CHUNK = 2**16  # logits that are looked at together: they and their exponentials stay in the processor's cache
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
        self._normalizers = np.empty(max_rows)
        self._chunk_rows = max(1, _CHUNK // vocab_size)
        self._weights = np.empty((self._chunk_rows, vocab_size), np.float32)
        self.logits = self._weights[:0]

    def load(self, logits: Logits) -> None:
        """Look at logits [n, V] from now on."""
        self.logits = logits
        self._look(logits, slice(len(logits)))

    def reload(self, rows: Rows) -> None:
        """Look again at `rows`, whose logits have changed."""
        self._look(self.logits[rows], rows)

    def clear_broken(self, rows: Rows) -> Rows:
        """Those of `rows` whose logits make no distribution (NaN or infinity); they become zeros, fit for the rest."""
        is_sound = np.isfinite(self._peaks[rows])
        if is_sound.all():
            return rows[:0]
        broken = rows[~is_sound]
        self.logits[broken] = 0
        self.reload(broken)
        return broken

    def log_normalizers(self, rows: Rows) -> LogProbs:
        """What to subtract from a logit of each of `rows` [r] to get its log-probability."""
        return self._normalizers[rows]

    def best(self, rows: Rows, k: int) -> tuple[Ids, Logits]:
        """The k best ids of each of `rows` [r, k] and their logits [r, k], best first, lower ids first among equals."""
        k = min(k, self._vocab_size)
        each = np.arange(len(rows))[:, None]
        lanes, has_lane_tie = _largest(self._maxima[rows], k)
        members = self._members(np.broadcast_to(rows[:, None], lanes.shape), lanes)
        places, has_tie = _largest(members.reshape(len(rows), -1), k)
        size = members.shape[2]
        ids = lanes[each, places // size] + self._width * (places % size)
        for tied in np.flatnonzero(has_lane_tie | has_tie):
            ids[tied] = best_ids(self.logits[rows[tied]], k)
        values = self.logits[rows[:, None], ids]
        order = np.lexsort((ids, -values))
        return ids[each, order], values[each, order]

    def best_of_searches(self, rows: Rows, offsets: LogProbs, count: int) -> Candidates:
        """The C best continuations of beams in `rows` [g, K], whose log-probabilities are a logit and an offset [g, K].

        Among equals the lower beam is first, then the lower id.
        """
        size, found = rows.shape[1] * self._width, self._maxima[rows] + offsets[:, :, None]
        if count >= size:
            return self._all_best(rows, offsets, count)
        lanes, has_lane_tie = _largest(found.reshape(len(rows), size), count)
        beams, lanes = np.divmod(lanes, self._width)
        members = self._members(pick(rows, beams), lanes)
        totals = (members + pick(offsets, beams)[:, :, None]).reshape(len(rows), -1)
        places, has_tie = _largest(totals, count)
        of_lane, place_in_lane = np.divmod(places, members.shape[2])
        of_lane = flat_places(of_lane, count)
        tokens = lanes.take(of_lane) + self._width * place_in_lane
        best = Candidates(pick(totals, places), beams.take(of_lane), tokens)
        best = best.pick(np.lexsort((best.tokens, best.beams, -best.totals)))
        is_tied = has_lane_tie | has_tie
        if is_tied.any():
            tied = np.flatnonzero(is_tied).tolist()
            best.put(tied, self._all_best(rows[tied], offsets[tied], count))
        return best

    def _all_best(self, rows: Rows, offsets: LogProbs, count: int) -> Candidates:
        """As `best_of_searches`, by way of the best of every beam: slower, and always right."""
        ids, logits = self.best(rows.ravel(), count)
        shape = (*rows.shape, ids.shape[1])
        return best_candidates(logits.reshape(shape) + offsets[:, :, None], ids.reshape(shape), count=count)

    def _look(self, logits: Logits, rows: Rows | slice) -> None:
        """Find out what there is to know about logits [r, V] of `rows`."""
        maxima = np.empty((len(logits), self._width), np.float32)
        sums = np.empty(len(logits), np.float32)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            for start in range(0, len(logits), self._chunk_rows):
                chunk = slice(start, start + self._chunk_rows)
                self._lane_maxima(logits[chunk], out=maxima[chunk])
                self._sum_exponentials(logits[chunk], out=sums[chunk])
            peaks = maxima.max(axis=1)
            is_safe = np.abs(peaks) < _SAFE_EXPONENT
            if is_safe.all():
                self._normalizers[rows] = np.log(sums, dtype=np.float64)
            else:
                self._normalizers[rows] = self._shifted(logits, np.where(is_safe, np.float32(0), peaks), sums)
        self._maxima[rows], self._peaks[rows] = maxima, peaks

    def _shifted(self, logits: Logits, shifts: Logits, sums: Logits) -> LogProbs:
        """The normalizers of rows [r, V] of which some have to be shifted by `shifts` [r], so that nothing overflows.

        Shifting takes one more pass, and hardly any model's logits need it.
        """
        for row in np.flatnonzero(shifts).tolist():
            self._sum_exponentials(logits[row, None] - shifts[row], out=sums[row, None])
        normalizers: LogProbs = np.log(sums, dtype=np.float64)
        normalizers += shifts
        return normalizers

    def _lane_maxima(self, logits: Logits, out: Logits) -> None:
        """Logits [r, V] -> the maximum of each lane [r, W]."""
        whole = self._depth * self._width
        np.maximum.reduce(logits[:, :whole].reshape(len(logits), self._depth, self._width), axis=1, out=out)
        rest = self._vocab_size - whole
        np.maximum(out[:, :rest], logits[:, whole:], out=out[:, :rest])

    def _sum_exponentials(self, logits: Logits, out: Logits) -> None:
        """Logits [r, V] -> the sum of each row's exponentials [r]; `einsum` adds three times as fast as `sum` does."""
        weights = self._weights[: len(logits)]
        np.exp(logits, out=weights)
        np.einsum("rv->r", weights, out=out)

    def _members(self, rows: Rows, lanes: Ids) -> Logits:
        """The logits of rows for all ids in lanes, both [r, k] -> [r, k, L]; minus infinity where one is missing."""
        whole = self._depth * self._width
        blocks = self.logits[:, :whole].reshape(len(self.logits), self._depth, self._width)
        members: Logits = blocks[rows, :, lanes]
        rest = self._vocab_size - whole
        if not rest:
            return members
        last = self.logits[rows, np.minimum(whole + lanes, self._vocab_size - 1)]
        return np.concatenate((members, np.where(lanes < rest, last, -np.inf)[:, :, None]), axis=2)


def best_ids(logits: Logits, k: int) -> Ids:
    """The k best ids of one row [V] -> [k], best first, lower ids first among equals: slower, and always right."""
    border = np.partition(logits, len(logits) - k)[len(logits) - k]
    better = np.flatnonzero(logits > border)
    equal = np.flatnonzero(logits == border)[: k - len(better)]
    return np.concatenate((better[np.argsort(-logits[better], kind="stable")], equal))


def _largest(values: npt.NDArray[np.floating], k: int) -> tuple[Ids, Flags]:
    """Places of the k largest of each row [r, c] -> [r, k], in no order; and where an equal one was left out [r]."""
    size = values.shape[1]
    if size <= k:
        return np.broadcast_to(np.arange(size), values.shape), np.zeros(len(values), np.bool_)
    order = values.argpartition(size - k - 1, axis=1)[:, size - k - 1 :]
    chosen = pick(values, order)
    return order[:, 1:], chosen[:, 1:].min(axis=1) == chosen[:, 0]
