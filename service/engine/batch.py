"""All running sequences, and what one decoder step does to them.

n rows in use, V vocabulary.
"""

from collections.abc import Callable, Sequence

import numpy as np

from service.engine.arrays import Flags, Logits, Rows
from service.engine.beams import BeamPool
from service.engine.copying import CacheCopier
from service.engine.errors import NoTokenLeft
from service.engine.loops import LoopDetector
from service.engine.notes import StepNotes
from service.engine.outbox import Outbox
from service.engine.results import StepResult, why_broken
from service.engine.rows import Moves, RowTable
from service.engine.runner import Runner
from service.engine.search import BeamSearch
from service.engine.sequence import TokenSequence
from service.engine.singles import BROKEN, COMPLETE, LONG, SingleRows
from service.engine.stats import EngineObserver
from service.engine.targets import Need, Targets
from service.engine.topk import Ranking

# So many rows are run for nothing at most: one for every so many in use.
ROWS_PER_GAP = 8
_LOGITS = Need.BEAM | Need.PROCESS | Need.SAMPLE | Need.SCORES
_MORE_THAN_BEST = _LOGITS | Need.PREFIX | Need.STOP


class Batch:
    """Puts sequences into rows and advances all rows together. Tokens of streams go to the outbox."""

    def __init__(
        self,
        runner: Runner,
        outbox: Outbox,
        *,
        decoder_start: int,
        eos: int,
        clock: Callable[[], float],
        observer: EngineObserver | None,
    ) -> None:
        self._runner = runner
        self._outbox = outbox
        self._decoder_start = decoder_start
        self._eos = eos
        self._copier = CacheCopier(runner, clock, observer)
        self._table = RowTable(runner.num_slots)
        self._targets = Targets(runner.num_slots, runner.max_target_tokens)
        self._loops = LoopDetector(runner.num_slots)
        self._notes = StepNotes(runner)
        self._ranking = Ranking(runner.num_slots, runner.vocab_size)
        self._singles = SingleRows(self._table, self._targets, self._notes, outbox, eos=eos)
        self._pools: dict[int, BeamPool] = {}

    @property
    def capacity(self) -> int:
        """How many rows there are."""
        return self._table.capacity

    @property
    def num_used(self) -> int:
        """Rows in use."""
        return self._table.num_used

    @property
    def num_free(self) -> int:
        """Rows that new sequences can take."""
        return self._table.num_free

    def add(self, sequence: TokenSequence) -> None:
        """Give an encoded sequence its rows."""
        self._runner.place(sequence.encoded, self._start(sequence))
        sequence.encoded = None

    def remove(self, sequence: TokenSequence) -> None:
        """Give back all rows of a sequence; it may have none yet."""
        if rows := self._table.of(sequence):
            self._leave_pool(sequence, rows)
            self._free(rows)

    def close_gaps(self) -> None:
        """Move the last rows into those that were given back and not taken again, when these have become too many.

        A step runs rows 0 to n-1, gaps included. One that a newcomer soon takes costs less than a move.
        """
        if self._table.num_gaps * ROWS_PER_GAP <= self._table.num_used:
            return
        moves = self._table.close_gaps()
        if moves is None:
            return
        self._targets.move(moves.sources, moves.targets)
        self._loops.move(moves.sources, moves.targets)
        new_rows = np.arange(self.capacity)
        new_rows[moves.sources] = moves.targets
        for pool in self._pools.values():
            pool.renumber(new_rows)
        # Last, because it may fail: then whoever runs is failed, and is found where the table says.
        self._copier.move(moves, self._targets.lengths)

    def advance(self) -> StepResult:
        """One token for every row in use. Raises RunnerError."""
        n = self._table.end
        wanted = self._targets.wanted(n)
        singles = self._targets.singles(n)
        result = StepResult()
        if not wanted & _MORE_THAN_BEST:
            self._take_best(n, singles, wanted, result)
            return result
        self._run(n, singles, wanted, result)
        is_loop = self._find_loops(n) if wanted & Need.LOOP else None
        if len(singles):
            self._end_singles(singles, wanted, is_loop, result)
        if wanted & Need.BEAM:
            self._end_searches(is_loop, result)
        if wanted & Need.PREFIX:
            self._leave_prefixes(singles)
        return result

    def _take_best(self, n: int, rows: Rows, wanted: int, result: StepResult) -> None:
        """One step of the model on the first n rows, whose best tokens are all that it takes: the usual one."""
        targets = self._targets
        with_alignment = bool(wanted & Need.ALIGNMENT)
        chosen = self._runner.step_best(targets.inputs[:n], targets.lengths[:n], with_alignment=with_alignment)
        outcome = self._singles.take_best(*chosen, rows, wanted)
        if not outcome:
            return
        if outcome & BROKEN:
            self._fail(self._singles.take(*chosen, rows, wanted), None, result)
        is_loop = self._find_loops(n) if wanted & Need.LOOP and outcome != COMPLETE else None
        if outcome != LONG or is_loop is not None:
            self._end_singles(rows, wanted, is_loop, result)

    def _run(self, n: int, singles: Rows, wanted: int, result: StepResult) -> None:
        """One step of the model on the first n rows; each gets a token, from all logits or from the best alone."""
        state = self._targets.inputs[:n], self._targets.lengths[:n]
        with_alignment = bool(wanted & Need.ALIGNMENT)
        if wanted & _LOGITS:
            logits = self._runner.step(*state, with_alignment=with_alignment)
            self._choose(logits, singles, wanted, result)
        else:
            best, best_logits = self._runner.step_best(*state, with_alignment=with_alignment)
            self._fail(self._singles.take(best, best_logits, singles, wanted), None, result)

    def _free(self, rows: Sequence[int]) -> None:
        self._table.free(rows)
        self._targets.leave(rows)

    def _start(self, sequence: TokenSequence) -> list[int]:
        rows = self._table.allocate(sequence.new_drafts())
        self._loops.start(rows, sequence.request.source_ids)
        self._targets.start(rows, sequence, decoder_start=self._decoder_start)
        if sequence.is_beam_search and not sequence.options.prefix:
            self._enter_pool(sequence, rows)
        return rows

    def _enter_pool(self, sequence: TokenSequence, rows: Sequence[int]) -> None:
        num_beams = sequence.num_rows
        if num_beams not in self._pools:
            self._pools[num_beams] = BeamPool(num_beams, self._table, self._targets, self._notes, eos=self._eos)
        self._pools[num_beams].add(sequence, rows)
        self._targets.needs[rows] |= Need.BEAM

    def _leave_pool(self, sequence: TokenSequence, rows: Sequence[int]) -> None:
        if self._targets.needs[rows[0]] & Need.BEAM:
            self._pools[sequence.num_rows].remove(sequence)

    def _choose(self, logits: Logits, singles: Rows, wanted: int, result: StepResult) -> None:
        """Append a token to every row of logits [n, V]."""
        if wanted & Need.SCORES:
            self._read_notes(logits)
        if len(singles):
            self._fail(self._singles.advance(logits, singles, wanted), logits, result)
        if wanted & Need.BEAM:
            self._ranking.load(logits)
            pools = filter(len, self._pools.values())
            if forks := [moves for pool in pools if (moves := self._search(pool, wanted, result))]:
                self._copier.fork(forks, self._targets.lengths)

    def _read_notes(self, logits: Logits) -> None:
        rows = np.flatnonzero(self._targets.needs[: len(logits)] & Need.SCORES)
        num_top = max(self._table[row].sequence.options.top_logprobs for row in rows.tolist())
        self._notes.read(logits, rows, num_top=num_top)

    def _search(self, pool: BeamPool, wanted: int, result: StepResult) -> Moves | None:
        broken = self._ranking.clear_broken(pool.rows)
        self._fail(broken, self._ranking.logits, result)
        return pool.advance(self._ranking, wanted) if len(pool) else None

    def _fail(self, broken: Rows, logits: Logits | None, result: StepResult) -> None:
        for row in broken.tolist():
            sequence = self._table[row].sequence
            rows = self._table.of(sequence)
            self._leave_pool(sequence, rows)
            self._targets.needs[rows] = 0
            result.failed[sequence] = why_broken(sequence, None if logits is None else logits[row])

    def _find_loops(self, n: int) -> Flags | None:
        """Which rows [n] go in circles and are to be ended for it; None for none."""
        targets = self._targets
        is_loop = self._loops.find(targets.history[:n], targets.lengths[:n])
        return None if is_loop is None else is_loop & (targets.needs[:n] & Need.LOOP != 0)

    def _end_singles(self, rows: Rows, wanted: int, is_loop: Flags | None, result: StepResult) -> None:
        for row, hypothesis in self._singles.ended(rows, wanted, is_loop):
            draft = self._table[row]
            sequence = draft.sequence
            if sequence in result.failed:
                continue
            sequence.results[draft.index] = hypothesis
            if results := sequence.ordered_results:
                result.finished.append((sequence, results))
            else:
                self._free([row])

    def _end_searches(self, is_loop: Flags | None, result: StepResult) -> None:
        for pool in filter(len, self._pools.values()):
            if is_loop is not None:
                pool.end_loops(is_loop)
            for sequence, events in pool.newly_certain():
                self._outbox.post_tokens(sequence, events)
            for search, num_sent in pool.finished():
                self._end_search(search, num_sent, result)

    def _end_search(self, search: BeamSearch, num_sent: int, result: StepResult) -> None:
        sequence = search.sequence
        hypotheses = search.hypotheses(self._notes.plain)
        if not hypotheses:
            result.failed[sequence] = NoTokenLeft()
            return
        if sequence.request.stream:
            self._outbox.post_tokens(sequence, hypotheses[0].tokens[num_sent:])
        result.finished.append((sequence, hypotheses))

    def _leave_prefixes(self, rows: Rows) -> None:
        """Let those of `rows` whose prefix is over choose from the next step on."""
        targets = self._targets
        is_over = targets.lengths[rows] >= targets.prefix_lengths[rows]
        over = rows[is_over & (targets.needs[rows] & Need.PREFIX != 0)]
        targets.needs[over] &= ~Need.PREFIX
        for draft in map(self._table.__getitem__, over.tolist()):
            if draft.sequence.is_beam_search and draft.index == 0:
                self._enter_pool(draft.sequence, self._table.of(draft.sequence))
