"""Beam search for all running requests with the same number of beams at once.

g searches, K beams, C candidates (2K: as many as may end, and K to go on with), n rows of the batch. A search's place
is its number in the arrays here; its beams sit in any rows of the batch, and one that goes on stays in its row where
it can.
"""

from collections.abc import Sequence

import numpy as np

from service.engine.agreement import Agreement
from service.engine.arrays import Flags, LogProbs, Rows
from service.engine.candidates import Candidates, Workspace, ended
from service.engine.choosing import Codes, mark_ends, seat_heirs
from service.engine.events import FinishReason, TokenEvent
from service.engine.notes import StepNotes
from service.engine.rows import Moves, RowTable
from service.engine.search import BeamSearch
from service.engine.sequence import TokenSequence
from service.engine.targets import Need, Targets
from service.engine.topk import Ranking

_LENGTH, _STOP_SEQUENCE, _STOP = 1, 2, 3
_REASONS = {_LENGTH: FinishReason.LENGTH, _STOP_SEQUENCE: FinishReason.STOP_SEQUENCE, _STOP: FinishReason.STOP}


class BeamPool:
    """The running searches with one number of beams, at places 0 to g - 1."""

    def __init__(self, num_beams: int, table: RowTable, targets: Targets, notes: StepNotes, *, eos: int) -> None:
        max_searches = table.capacity // num_beams
        self._num_beams = num_beams
        self._table = table
        self._targets = targets
        self._notes = notes
        self._eos = eos
        self._searches: list[BeamSearch] = []
        self._rows = np.zeros((max_searches, num_beams), np.intp)
        self._totals = np.zeros((max_searches, num_beams))  # log-probabilities of the beams, -inf for dead ones
        self._agreement = Agreement(max_searches, targets)
        self._has_begun = np.zeros(max_searches, np.bool_)  # until then the rows of a search are all alike
        self._workspaces: dict[int, Workspace] = {}  # by the number of searches
        self._over: list[int] = []  # places of the searches that the last step has decided

    def __len__(self) -> int:
        return len(self._searches)

    @property
    def rows(self) -> Rows:
        """Rows of all beams [g * K]."""
        return self._rows[: len(self)].ravel()

    def add(self, sequence: TokenSequence, rows: Sequence[int]) -> None:
        """Let a sequence, whose rows all hold its prefix, begin its search."""
        place = len(self)
        self._searches.append(BeamSearch(sequence))
        self._rows[place] = rows
        # All rows are alike, so only the first one counts in the first step.
        self._totals[place] = -np.inf
        self._totals[place, 0] = 0
        self._has_begun[place] = False
        num_certain, is_streamed = len(sequence.options.prefix), sequence.request.stream
        self._agreement.start(place, num_certain=num_certain, is_streamed=is_streamed)

    def remove(self, sequence: TokenSequence) -> None:
        """Forget the search of a sequence; the one at the last place takes its place."""
        place = next(place for place, search in enumerate(self._searches) if search.sequence is sequence)
        last = len(self) - 1
        for array in (self._rows, self._totals, self._has_begun):
            array[place] = array[last]
        self._agreement.move(last, place)
        self._searches[place] = self._searches[last]
        self._searches.pop()

    def renumber(self, new_rows: Rows) -> None:
        """What was in row r of the batch is in new_rows[r] from now on."""
        self._rows[: len(self)] = new_rows[self._rows[: len(self)]]

    def advance(self, ranking: Ranking, wanted: int) -> Moves | None:
        """Let every beam go on by a token; the copies of a row that this takes where a beam has several heirs.

        `wanted` holds every bit that any row needs.
        """
        g = len(self)
        if wanted & Need.PROCESS:
            self._process(ranking)
        work = self._workspaces.get(g) or self._make_workspace(g, ranking)
        ranking.rank_searches(self._rows[:g], self._totals[:g], work.candidates)
        self._take_ends(work.candidates, work.ends, wanted)
        work.candidates.pick(work.ends, work.heirs)
        # What cannot win any more need not be copied either.
        self._over = self._decided(work.heirs.totals[:, 0], num_ahead=1)
        if self._over:
            work.heirs.totals[self._over] = -np.inf
        return self._go_on(work, wanted)

    def end_loops(self, is_loop: Flags) -> None:
        """End the live beams in rows where `is_loop` [n]."""
        is_ended = is_loop[self._rows[: len(self)]] & (self._totals[: len(self)] > -np.inf)
        for place, beam in np.argwhere(is_ended).tolist():
            row = int(self._rows[place, beam])
            ids: list[int] = self._targets.token_ids(row).tolist()
            self._end(place, ids, self._totals[place, beam], FinishReason.REPETITION, self._table[row].notes)
            self._totals[place, beam] = -np.inf
        self._over = self._decided(self._totals[: len(self)].max(axis=1), num_ahead=0)

    def newly_certain(self) -> list[tuple[TokenSequence, Sequence[TokenEvent]]]:
        """For each search that streams, tokens that its winner is now known to have."""
        spans = self._agreement.advance(self._rows[: len(self)], self._totals[: len(self)])
        return [
            (self._searches[place].sequence, self._events(row, slice(start, stop))) for place, row, start, stop in spans
        ]

    def finished(self) -> list[tuple[BeamSearch, int]]:
        """The searches that are over, and how many tokens of the winner were certain before."""
        over, self._over = self._over, []
        return [(self._searches[place], self._agreement.num_certain(place)) for place in over]

    def _decided(self, best: LogProbs, *, num_ahead: int) -> list[int]:
        """The places of searches that are over with a best live beam of log-probability [g].

        It is `num_ahead` tokens longer than the search's rows.
        """
        return [
            place
            for place, (search, total) in enumerate(zip(self._searches, best.tolist(), strict=True))
            if (search.is_full or total == -np.inf) and search.is_over(total, self._num_new_tokens(place) + num_ahead)
        ]

    def _num_new_tokens(self, place: int) -> int:
        """Tokens that a search's rows have behind the prefix."""
        row = self._rows[place, 0]
        return int(self._targets.lengths[row] - self._targets.prefix_lengths[row])

    def _process(self, ranking: Ranking) -> None:
        """Turn logits into processed log-probabilities where a request wants that."""
        rows = self.rows
        rows = rows[self._targets.needs[rows] & Need.PROCESS != 0]
        for row, normalizer in zip(rows.tolist(), ranking.log_normalizers(rows).tolist(), strict=True):
            scores = ranking.logits[row]
            scores -= np.float32(normalizer)
            for process in self._table[row].sequence.processors:
                process(self._targets.token_ids(row), scores)
            if not scores.max() < np.inf:  # an absurd penalty: nothing can follow
                scores.fill(-np.inf)
        ranking.reload(rows)

    def _make_workspace(self, num_searches: int, ranking: Ranking) -> Workspace:
        num_candidates = ranking.num_candidates(self._num_beams)
        work = self._workspaces[num_searches] = Workspace.of(num_searches, self._num_beams, num_candidates)
        return work

    def _take_ends(self, candidates: Candidates, ends: Codes, wanted: int) -> None:
        """Take in the hypotheses that end here; which candidates end one, and why, goes to `ends` [g, C]."""
        rows, targets = self._rows[: len(self)], self._targets
        has_end = mark_ends(candidates.tokens, rows, targets.lengths, targets.limits, self._eos, _STOP, _LENGTH, ends)
        if wanted & Need.STOP:
            needs = self._targets.needs[self._rows[: len(self), 0]]
            for place in np.flatnonzero(needs & Need.STOP).tolist():
                has_end |= self._ask_stop_condition(place, candidates, ends)
        if has_end:
            self._collect(candidates, ends)

    def _ask_stop_condition(self, place: int, candidates: Candidates, ends: Codes) -> bool:
        """Mark what the search's own condition ends, as far down as candidates are needed; whether it ends any."""
        stop = self._searches[place].options.stop
        num_live, has_end = 0, False
        for rank, total in enumerate(candidates.totals[place].tolist()):
            if stop is None or total == -np.inf or num_live == self._num_beams:
                break
            if ends[place, rank] == _STOP:
                continue
            row = int(self._rows[place, candidates.beams[place, rank]])
            if stop.is_met([*self._targets.new_token_ids(row), int(candidates.tokens[place, rank])]):
                ends[place, rank] = _STOP_SEQUENCE
                has_end = True
            else:
                num_live += 1
        return has_end

    def _collect(self, candidates: Candidates, ends: Codes) -> None:
        """Take in the hypotheses that end among the first K candidates."""
        for place, rank in ended(ends[:, : self._num_beams]):
            if candidates.totals[place, rank] == -np.inf or not self._searches[place].keeps(
                candidates.totals[place, rank], self._num_new_tokens(place) + 1
            ):
                continue
            row = int(self._rows[place, candidates.beams[place, rank]])
            token = int(candidates.tokens[place, rank])
            self._end(
                place,
                [*self._targets.token_ids(row).tolist(), token],
                candidates.totals[place, rank],
                _REASONS[int(ends[place, rank])],
                self._noted(row, token),
            )

    def _end(
        self, place: int, token_ids: list[int], total: float, reason: FinishReason, notes: Sequence[TokenEvent]
    ) -> None:
        search = self._searches[place]
        search.end(token_ids, float(total), reason, notes)
        self._agreement.set_best(place, search.ended[0].token_ids)

    def _go_on(self, work: Workspace, wanted: int) -> Moves | None:
        """Give every heir [g, K] a row and its token."""
        heirs, heir_rows = work.heirs, work.heir_rows
        num_moves = seat_heirs(
            heirs.totals,
            heirs.beams,
            self._rows,
            self._has_begun,
            self._totals,
            heir_rows,
            work.sources,
            work.targets,
        )
        if wanted & Need.NOTES:
            self._pass_on_notes(heirs, heir_rows)
        moves = None
        if num_moves:
            moves = Moves(work.sources[:num_moves], work.targets[:num_moves])
            self._targets.fork(moves.sources, moves.targets)
        self._targets.append(heir_rows.ravel(), heirs.tokens.ravel())
        return moves

    def _pass_on_notes(self, heirs: Candidates, heir_rows: Rows) -> None:
        for search in np.flatnonzero(self._targets.needs[self._rows[: len(self), 0]] & Need.NOTES).tolist():
            rows = self._rows[search]
            tokens = heirs.tokens[search].tolist()
            parents = rows[heirs.beams[search]].tolist()
            inherited = [self._noted(row, token) for row, token in zip(parents, tokens, strict=True)]
            for row, events in zip(heir_rows[search].tolist(), inherited, strict=True):
                self._table[row].notes = events

    def _noted(self, row: int, token_id: int) -> list[TokenEvent]:
        """The events of a row's tokens and of one that follows, if the request wants more than ids."""
        draft = self._table[row]
        if not draft.is_noted:
            return []
        return [*draft.notes, self._notes.event(draft.sequence.options, row, token_id)]

    def _events(self, row: int, span: slice) -> Sequence[TokenEvent]:
        draft = self._table[row]
        if draft.is_noted:
            return draft.notes[span]
        return [self._notes.plain[token_id] for token_id in self._targets.token_ids(row)[span].tolist()]
