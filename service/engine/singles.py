"""Targets that compete with no other: the best token of every row at once, or one drawn, or one that is given.

n rows of the batch, r of them, V vocabulary.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from service.engine.arrays import Counts, Flags, Ids, Logits, Rows, TokenIds
from service.engine.events import FinishReason, Hypothesis, TokenEvent
from service.engine.loops import MIN_TOKENS
from service.engine.notes import StepNotes
from service.engine.options import DecodingOptions
from service.engine.outbox import Outbox
from service.engine.rows import RowTable
from service.engine.search import length_weight
from service.engine.targets import Need, Targets
from service.runtime.compiling import compiled

# Bits that say what a step has led to that needs a closer look.
BROKEN: Final = 1  # a logit is no number, and nothing was done
COMPLETE: Final = 2  # a target is
LONG: Final = 4  # one has so many tokens that it may go round in a loop


class SingleRows:
    """Advances all rows outside of beam searches; until its prefix is over, that is any row."""

    def __init__(self, table: RowTable, targets: Targets, notes: StepNotes, outbox: Outbox, *, eos: int) -> None:
        self._table = table
        self._targets = targets
        self._notes = notes
        self._outbox = outbox
        self._eos = eos

    def advance(self, logits: Logits, rows: Rows, wanted: int) -> Rows:
        """Let `rows` [r] of logits [n, V] go on by a token; those that cannot, because their scores are no numbers.

        `wanted` holds every bit that any row needs.
        """
        if wanted & Need.PROCESS:
            self._process(logits, rows)
        best = logits.argmax(axis=1)
        sound, broken = _split(rows, logits[np.arange(len(best)), best])
        tokens = best[sound]
        if wanted & Need.SAMPLE:
            self._sample(logits, sound, tokens)
        self._go_on(sound, tokens, wanted)
        return broken

    def take(self, best: Ids, best_logits: Logits, rows: Rows, wanted: int) -> Rows:
        """As `advance`, for rows that need no more than the best token [n] of each and its logit [n]."""
        sound, broken = _split(rows, best_logits)
        self._go_on(sound, best[sound], wanted)
        return broken

    def take_best(self, best: Ids, best_logits: Logits, rows: Rows, wanted: int) -> int:
        """As `take`, where no row has a prefix or a stop condition; `BROKEN`, `COMPLETE`, `LONG`: what came of it."""
        targets = self._targets
        outcome = _take_best(
            best,
            best_logits,
            rows,
            targets.history,
            targets.lengths,
            targets.inputs,
            targets.limits,
            self._eos,
            MIN_TOKENS,
        )
        if wanted & (Need.NOTES | Need.STREAM) and not outcome & BROKEN:
            self._tell(rows)
        return outcome

    def ended(self, rows: Rows, wanted: int, is_loop: Flags | None) -> Iterator[tuple[int, Hypothesis]]:
        """Those of `rows` [r] whose target is complete, and what it is; `is_loop` [n] says which go round in a loop."""
        targets = self._targets
        if is_loop is None and not wanted & (Need.STOP | Need.PREFIX):
            complete = np.empty_like(rows)
            count = _find_complete(rows, targets.inputs, targets.lengths, targets.limits, self._eos, complete)
            for row in complete[:count].tolist():
                yield row, self._hypothesis(row, self._reason(row))
            return
        is_stop = targets.inputs[rows] == self._eos
        is_ended = is_stop | (targets.lengths[rows] >= targets.limits[rows])
        if is_loop is not None:
            is_ended |= is_loop[rows]
        stopped = self._ask_stop_conditions(rows[~is_stop]) if wanted & Need.STOP else frozenset()
        if stopped:
            is_ended |= np.isin(rows, list(stopped))
        if wanted & Need.PREFIX:
            is_ended &= targets.lengths[rows] > targets.prefix_lengths[rows]
        for row in rows[is_ended].tolist():
            reason = FinishReason.STOP_SEQUENCE if row in stopped else self._reason(row)
            yield row, self._hypothesis(row, reason)

    def _go_on(self, rows: Rows, tokens: Ids, wanted: int) -> None:
        """Append `tokens` [r], or those of a prefix, to `rows` [r]."""
        if wanted & Need.PREFIX:
            self._force(rows, tokens)
        self._targets.append(rows, tokens)
        if wanted & (Need.NOTES | Need.STREAM):
            self._tell(rows)

    def _process(self, logits: Logits, rows: Rows) -> None:
        for row in rows[self._is_free(rows, Need.PROCESS)].tolist():
            for process in self._table[row].sequence.processors:
                process(self._targets.token_ids(row), logits[row])

    def _sample(self, logits: Logits, rows: Rows, tokens: Ids) -> None:
        """Put drawn tokens in place of the best ones [r]."""
        for place in np.flatnonzero(self._is_free(rows, Need.SAMPLE)).tolist():
            row = int(rows[place])
            sampler = self._table[row].sampler
            if sampler is not None:
                tokens[place] = sampler.pick(logits[row])

    def _force(self, rows: Rows, tokens: Ids) -> None:
        """Put the next tokens of prefixes in place of the best ones [r]."""
        places = np.flatnonzero(self._targets.needs[rows] & Need.PREFIX)
        forced = rows[places]
        tokens[places] = self._targets.history[forced, self._targets.lengths[forced]]

    def _tell(self, rows: Rows) -> None:
        """Note and send the new tokens of rows that want it."""
        told = rows[self._targets.needs[rows] & (Need.NOTES | Need.STREAM) != 0]
        needs, tokens = self._targets.needs[told].tolist(), self._targets.inputs[told].tolist()
        for row, need, token in zip(told.tolist(), needs, tokens, strict=True):
            draft = self._table[row]
            if need & Need.NOTES:
                event = self._notes.event(draft.sequence.options, row, token)
                draft.notes.append(event)
            else:
                event = self._notes.plain[token]
            if need & Need.STREAM:
                self._outbox.post_tokens(draft.sequence, (event,))

    def _is_free(self, rows: Rows, need: int) -> Flags:
        """Which of `rows` [r] have a need and choose their next token themselves."""
        is_free: Flags = self._targets.needs[rows] & (need | Need.PREFIX) == need
        return is_free

    def _ask_stop_conditions(self, rows: Rows) -> frozenset[int]:
        """Those of `rows` that are ended by their request's own condition."""
        asked = rows[self._is_free(rows, Need.STOP)].tolist()
        return frozenset(row for row in asked if self._is_stopped(row))

    def _is_stopped(self, row: int) -> bool:
        stop = self._table[row].sequence.options.stop
        return stop is not None and stop.is_met(self._targets.new_token_ids(row))

    def _reason(self, row: int) -> FinishReason:
        if self._targets.inputs[row] == self._eos:
            return FinishReason.STOP
        is_full = self._targets.lengths[row] >= self._targets.limits[row]
        return FinishReason.LENGTH if is_full else FinishReason.REPETITION

    def _hypothesis(self, row: int, reason: FinishReason) -> Hypothesis:
        draft, options = self._table[row], self._table[row].sequence.options
        tokens: list[TokenEvent] = draft.notes
        if not draft.is_noted:
            tokens = [self._notes.plain[token_id] for token_id in self._targets.token_ids(row).tolist()]
        score = _score(tokens[len(options.prefix) :], options) if options.logprobs else None
        return Hypothesis(tuple(tokens), reason, score)


def _split(rows: Rows, best_logits: Logits) -> tuple[Rows, Rows]:
    """Those of `rows` [r] whose best logit [n] is a number, and the others."""
    if _are_finite(rows, best_logits):
        return rows, rows[:0]
    is_sound = np.isfinite(best_logits[rows])
    return rows[is_sound], rows[~is_sound]


@compiled("boolean(int64[::1], float32[::1])")
def _are_finite(rows: Rows, values: Logits) -> bool:
    are_finite = True
    for row in rows:
        are_finite &= np.isfinite(values[row])
    return are_finite


@compiled("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64[::1])")
def _find_complete(rows: Rows, inputs: Ids, lengths: Counts, limits: Counts, eos: int, complete: Rows) -> int:
    """Put those of `rows` [r] that end with the end token or at their limits in `complete` [r]; how many there are."""
    count = 0
    for row in rows:
        if inputs[row] == eos or lengths[row] >= limits[row]:
            complete[count] = row
            count += 1
    return count


@compiled(
    "int64(int64[::1], float32[::1], int64[::1], int32[:, ::1], int64[::1], int64[::1], int64[::1], int64, int64)"
)
def _take_best(
    best: Ids,
    best_logits: Logits,
    rows: Rows,
    history: TokenIds,
    lengths: Counts,
    inputs: Ids,
    limits: Counts,
    eos: int,
    long: int,
) -> int:
    """Append the best token [n] to each of `rows` [r], unless one of their logits [n] is no number; the bits of what
    came of it. A target with more than `long` tokens is a long one.
    """
    for row in rows:
        if not np.isfinite(best_logits[row]):
            return BROKEN
    outcome = 0
    for row in rows:
        token, length = best[row], lengths[row]
        history[row, length] = inputs[row] = token
        lengths[row] = length + 1
        if token == eos or length + 1 >= limits[row]:
            outcome |= COMPLETE
        if length + 1 > long:
            outcome |= LONG
    return outcome


def _score(tokens: list[TokenEvent], options: DecodingOptions) -> float:
    """On the scale of a beam search's hypotheses, so that both can stand in one list."""
    total = sum(token.logprob for token in tokens if token.logprob is not None)
    return total / length_weight(len(tokens), options.length_penalty)
