"""The continuations that beam searches choose between, and where those that go on sit.

g searches, K beams, C candidates, n rows, V vocabulary, B blocks of a row. A search is decided from its own beams
alone.
"""

import numpy as np
import numpy.typing as npt
from numba import njit

from service.engine.arrays import Counts, Flags, Ids, Logits, LogProbs, Rows
from service.runtime.compiling import compiled

Codes = npt.NDArray[np.int8]  # why a candidate ends a hypothesis, 0 if it does not


@njit
def _is_in(numbers: Ids, number: int) -> bool:
    is_in = False
    for other in numbers:
        is_in |= other == number
    return is_in


@njit
def _least_of_best(
    block_peaks: Logits, normalizers: LogProbs, rows: Rows, beam_totals: LogProbs, best: LogProbs
) -> float:
    """The C-th highest log-probability [C] of the peaks of all blocks [n, B] of beams in `rows` [K]: as many
    continuations are no lower, so none that is lower counts. `best` is overwritten.
    """
    best.fill(-np.inf)
    last = len(best) - 1
    for beam in range(len(rows)):
        row = rows[beam]
        offset = beam_totals[beam] - normalizers[row]
        for block in range(block_peaks.shape[1]):
            peak = block_peaks[row, block] + offset
            if not peak > best[last]:
                continue
            place = last
            while place > 0 and best[place - 1] < peak:
                best[place] = best[place - 1]
                place -= 1
            best[place] = peak
    least: float = best[last]
    return least


@compiled(
    "void(float32[:, ::1], float64[::1], float32[:, ::1], int64, int64[:, ::1], float64[:, ::1], float64[:, ::1], "
    "int64[:, ::1], int64[:, ::1])"
)
def find_best(
    logits: Logits,
    normalizers: LogProbs,
    block_peaks: Logits,
    block_size: int,
    rows: Rows,
    beam_totals: LogProbs,
    totals: LogProbs,
    beams: Ids,
    tokens: Ids,
) -> None:
    """The C best continuations of beams in `rows` [g, K] of logits [n, V], best first: log-probability, beam and token
    [g, C]. `beam_totals` [g, K] are the beams' own log-probabilities, logits less `normalizers` [n] those of tokens.
    No block is read whose peak [n, B] is too low.

    Among equals the lower beam is first, then the lower id.
    """
    vocab_size, last = logits.shape[1], totals.shape[1] - 1
    for search in range(len(rows)):
        num_found, border = 0, -np.inf
        floor = _least_of_best(block_peaks, normalizers, rows[search], beam_totals[search], totals[search])
        for beam in range(rows.shape[1]):
            row = rows[search, beam]
            offset = beam_totals[search, beam] - normalizers[row]
            for block in range(block_peaks.shape[1]):
                peak = block_peaks[row, block] + offset
                if peak < floor or (num_found > last and not peak > border):
                    continue
                start = block * block_size
                for token in range(start, min(start + block_size, vocab_size)):
                    total = logits[row, token] + offset
                    if total < floor or (num_found > last and not total > border):
                        continue
                    place = min(num_found, last)
                    while place > 0 and totals[search, place - 1] < total:
                        totals[search, place] = totals[search, place - 1]
                        beams[search, place] = beams[search, place - 1]
                        tokens[search, place] = tokens[search, place - 1]
                        place -= 1
                    totals[search, place], beams[search, place], tokens[search, place] = total, beam, token
                    num_found += 1
                    border = totals[search, last] if num_found > last else -np.inf


@compiled("boolean(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64, int8, int8, int8[:, ::1])")
def mark_ends(
    tokens: Ids, rows: Rows, lengths: Counts, limits: Counts, eos: int, for_eos: int, for_length: int, ends: Codes
) -> bool:
    """Mark which of `tokens` [g, C] end a hypothesis and why, in `ends` [g, C]: the end token does, and any token with
    which `rows` [g, K] of so many tokens [n] are at their limits [n]. Whether one does.
    """
    has_end = False
    for search in range(len(tokens)):
        row = rows[search, 0]
        code = for_length if lengths[row] + 1 == limits[row] else 0
        for place in range(tokens.shape[1]):
            ends[search, place] = for_eos if tokens[search, place] == eos else code
            has_end |= ends[search, place] != 0
    return has_end


@compiled(
    "void(float64[:, ::1], int64[:, ::1], int64[:, ::1], int8[:, ::1], float64[:, ::1], int64[:, ::1], int64[:, ::1])"
)
def pick_heirs(
    totals: LogProbs,
    beams: Ids,
    tokens: Ids,
    ends: Codes,
    heir_totals: LogProbs,
    heir_beams: Ids,
    heir_tokens: Ids,
) -> None:
    """Of C candidates the K best that do not end, best first; where there are fewer, dead ones (minus infinity)."""
    num_beams = heir_totals.shape[1]
    for search in range(len(totals)):
        num_heirs = 0
        for wants_end in (False, True):
            for place in range(totals.shape[1]):
                if num_heirs < num_beams and (ends[search, place] != 0) == wants_end:
                    heir_totals[search, num_heirs] = -np.inf if wants_end else totals[search, place]
                    heir_beams[search, num_heirs] = beams[search, place]
                    heir_tokens[search, num_heirs] = tokens[search, place]
                    num_heirs += 1


@compiled(
    "int64(float64[:, ::1], int64[:, ::1], int64[:, ::1], boolean[::1], float64[:, ::1], int64[:, ::1], int64[::1], "
    "int64[::1])"
)
def seat_heirs(
    heir_totals: LogProbs,
    parents: Ids,
    rows: Rows,
    has_begun: Flags,
    totals: LogProbs,
    heir_rows: Rows,
    sources: Rows,
    targets: Rows,
) -> int:
    """Give each heir of beams `parents` [g, K], which sit in `rows` [g, K], a row [g, K]: the first heir of a beam its
    parent's, the others those of beams without heirs. `totals` [g, K] become the log-probabilities of who sits there.
    Before a search has begun [g], all its rows are alike: every heir takes the next one. Then it has.

    How many of `sources` and `targets` [g * K] are filled: rows of which the first has to be copied to the second,
    because a live heir does not sit in its parent's. No row is among both.
    """
    num_moves, num_beams = 0, parents.shape[1]
    for search in range(len(parents)):
        free = 0
        for heir in range(num_beams):
            place = parent = parents[search, heir] if has_begun[search] else heir
            if has_begun[search] and _is_in(parents[search, :heir], parent):
                while _is_in(parents[search], free):
                    free += 1
                place, free = free, free + 1
                if heir_totals[search, heir] > -np.inf:
                    sources[num_moves], targets[num_moves] = rows[search, parent], rows[search, place]
                    num_moves += 1
            heir_rows[search, heir] = rows[search, place]
            totals[search, place] = heir_totals[search, heir]
        has_begun[search] = True
    return num_moves
