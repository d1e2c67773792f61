"""From what a model said first to the outcome of a sentence: what looks wrong is asked for again."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from service.engine.client import Generation
from service.engine.errors import EngineError
from service.engine.events import Finished, FinishReason, Hypothesis
from service.engine.options import DecodingOptions
from service.engine.timeline import Stage, note
from service.text.brackets.quoting import has_stray_marks
from service.text.candidate import Attempt, Candidate, judge
from service.text.desk import Desk
from service.text.faults.copying import is_copy
from service.text.faults.finishing import ended_as, ends_openly, without_invented_end
from service.text.faults.glued import set_apart
from service.text.faults.scripts import wrongly_written
from service.text.faults.stuttering import may_stutter, stutters
from service.text.grouping import apart
from service.text.numbers.correcting import (
    corrected,
    is_more_right,
    lacks_alignment,
    with_halves,
    without_repeats,
    without_surplus,
)
from service.text.numbers.lost_days import day_spans
from service.text.numbers.lost_units import unit_spans, with_units
from service.text.numbers.renamed_days import with_days
from service.text.numbers.whole import lone_number_spans, number_spans
from service.text.outcome import Outcome, outcome_of, plain_outcome
from service.text.planned import Planned
from service.text.protection.standins import NUM_SETS
from service.text.reading import finished_of
from service.text.result import Alternative
from service.text.spans import without_overlaps
from service.text.streaming import HeldBack, Sent, replayed

_NO_LOOP: Final = 3  # so many tokens do not come a second time: then nothing is said four times running


class Reviser:
    """Works on one sentence. Requests of its own are put into `opened`, where whoever leaves early cancels them."""

    def __init__(self, planned: Planned, number: int, desk: Desk, opened: list[Generation]) -> None:
        self.is_repeatable = True  # whether the same would come again: not where asking again was refused
        self._planned = planned
        self._number = number
        self._desk = desk
        self._opened = opened

    async def outcome(self, finished: Finished, sent: Sent | None) -> Outcome:
        """The outcome, when the first request has ended and a stream has `sent` something of it; None for no stream."""
        started = time.perf_counter()
        planned, options = self._planned, self._desk.options
        is_plain = planned.sentence is None and not options.wants_alignment and not options.num_alternatives
        if is_plain and (outcome := self._plain(finished.best)) is not None:
            note(Stage.DETOKENISE, started)
            return outcome
        first = self._first_attempt()
        best = with_days(with_halves(judge(finished.best, first, self._desk.tokenizer)))
        note(Stage.DETOKENISE, started)
        tried = [self._planned.source_ids]
        if best.num_faults and (second := self._another_attempt(best, tried)):
            best = await self._repaired(best, second)
            tried.append(second.source_ids)
        if best.lost_words and (third := self._another_attempt(best, tried)):
            best = await self._repaired(best, third)
        if best.has_failed:
            best = await self._continued(best, first, sent or self._sendable(finished.best))
        if best.is_empty:
            best = best.as_source()
        best = with_days(best)
        if best.numbers:
            best = corrected(await self._aligned(best, first))
        if best.numbers.added and self._planned.sentence:  # of others, a stream may have sent some
            best = await self._without_surplus(best, first)
        alternatives = await self._alternatives(finished, best, first) if options.num_alternatives else ()
        return outcome_of(best, alternatives, with_alignment=options.wants_alignment)

    def _plain(self, best: Hypothesis) -> Outcome | None:
        """The outcome of a sentence with nothing special about it, if there is nothing wrong with it either."""
        source = self._planned.piece.text
        ids = [*best.token_ids]
        text = self._desk.tokenizer.decode(ids)
        if not any(map(str.isalnum, text)):
            return None
        foreign = wrongly_written(text, self._desk.pair.target)
        is_in_loop = best.reason is FinishReason.REPETITION or (may_stutter(ids) and stutters(text, source))
        if foreign or is_in_loop or has_stray_marks(text, source) or is_copy(source, text):
            return None
        text = without_invented_end(text) if ends_openly(source) else ended_as(text, source)
        return plain_outcome(text, source, len(self._planned.source_ids), best)

    def _first_attempt(self) -> Attempt:
        sentence = self._planned.described(self._desk.look)
        return Attempt(sentence, sentence.shown(0), self._planned.source_ids)

    async def _repaired(self, best: Candidate, second: Attempt) -> Candidate:
        """The better of what there is and the answer to another attempt."""
        decoding = self._desk.decoding(len(second.source_ids), with_alignment=True)
        others = await self._ask(second, decoding)
        return min([best, *(judge(other, second, self._desk.tokenizer) for other in others)], key=_rank)

    def _sendable(self, best: Hypothesis) -> Sent:
        """What a stream would have sent before the end of the first request."""
        if self._planned.sentence:
            return Sent()
        back = HeldBack(self._planned.piece.text, self._desk.pair.target, self._desk.tokenizer)
        return replayed(best.token_ids, back)

    async def _continued(self, best: Candidate, first: Attempt, sent: Sent) -> Candidate:
        """The best of what there is and other hypotheses that begin with what was sent.

        Where all of them go round in circles, too, the last ones cannot: one of these that comes to no end by itself
        has only gone astray for longer.
        """
        decoding = self._desk.decoding_of_retry(len(first.source_ids), with_alignment=first.sentence.needs_alignment)
        if sent.token_ids:
            num_left = max(1, decoding.max_new_tokens - len(sent.token_ids))
            decoding = replace(decoding, prefix=sent.token_ids, max_new_tokens=num_left)
        best = min([best, *await self._others(first, sent, decoding)], key=_rank)
        if best.is_in_loop:
            others = await self._others(first, sent, replace(decoding, no_repeat_ngram_size=_NO_LOOP))
            ended = [replace(other, is_freed=True) for other in others if other.hypothesis.reason is FinishReason.STOP]
            best = min([best, *ended], key=_rank)
        return best

    async def _others(self, first: Attempt, sent: Sent, decoding: DecodingOptions) -> list[Candidate]:
        """What else there is that begins with what was sent."""
        others = [judge(other, first, self._desk.tokenizer) for other in await self._ask(first, decoding)]
        return [other for other in others if other.text.startswith(sent.text)]

    async def _without_surplus(self, best: Candidate, first: Attempt) -> Candidate:
        """The best hypothesis of a wider search that has the numbers of the source as it is; if none has, what there is
        without what it says twice, and without any number of its own."""
        for attempt in [*self._attempts_with_hidden_numbers(first), first]:
            decoding = self._desk.decoding_of_retry(len(attempt.source_ids), with_alignment=True)
            said = await self._ask(attempt, decoding)
            others = [corrected(judge(other, attempt, self._desk.tokenizer)) for other in said]
            right = [other for other in others if is_more_right(other, best) and _rank(other) < _rank(best)]
            if right:
                return min(right, key=lambda other: (_rank(other), len(other.dropped)))
        return without_surplus(without_repeats(best))

    def _attempts_with_hidden_numbers(self, first: Attempt) -> Iterator[Attempt]:
        """The sentence with other numbers in place of all that stand alone: one set of them, and then the other."""
        sentence, look = first.sentence, first.sentence.look
        spans = lone_number_spans(sentence.text, look.target, look.source)
        sentence = replace(sentence, spans=tuple(without_overlaps([*sentence.spans, *spans])))
        for shown in map(sentence.shown, range(NUM_SETS)):
            source_ids = self._desk.encode(shown.text)
            if source_ids != first.source_ids and len(source_ids) <= self._desk.max_source_tokens:
                yield Attempt(sentence, shown, source_ids)

    async def _aligned(self, best: Candidate, first: Attempt) -> Candidate:
        """The same with its alignment, where that is needed for numbers that are missing."""
        if not lacks_alignment(best):
            return best
        decoding = self._desk.decoding(len(first.source_ids), with_alignment=True)
        decoding = replace(decoding, prefix=best.hypothesis.token_ids[:-1], max_new_tokens=1)
        again = [judge(other, first, self._desk.tokenizer) for other in await self._ask(first, decoding)]
        return next((other for other in again if other.text == best.text), best)

    def _another_attempt(self, best: Candidate, tried: Sequence[tuple[int, ...]]) -> Attempt | None:
        """The sentence with other stand-ins, also for numbers and names that were lost; None if that is too long."""
        sentence = best.sentence
        look = sentence.look
        numbers = (*best.numbers.missing, *(word.split()[0] for word in best.lost_words if word[0].isdecimal()))
        lost = [*number_spans(sentence.text, numbers, look.target, look.source), *best.lost_names]
        lost += set_apart(sentence.text, sentence.spans) if best.num_glued else ()
        words = (sentence.text, (*best.lost_words, *best.numbers.missing), look.target, look.source)
        units = [*day_spans(*words), *unit_spans(*words)]
        spans = apart(sentence.text, without_overlaps([*with_units(sentence.spans, units), *lost]))
        sentence = replace(sentence, spans=tuple(spans))
        shown = sentence.shown(1)
        source_ids = self._desk.encode(shown.text)
        is_fit = source_ids not in tried and len(source_ids) <= self._desk.max_source_tokens
        return Attempt(sentence, shown, source_ids) if is_fit else None

    async def _ask(self, attempt: Attempt, decoding: DecodingOptions) -> tuple[Hypothesis, ...]:
        """Hypotheses of one more request; none if it is refused or fails, since there is a translation already."""
        try:
            return (await self._request(attempt, decoding)).hypotheses
        except EngineError:
            self.is_repeatable = False
            return ()

    async def _request(self, attempt: Attempt, decoding: DecodingOptions) -> Finished:
        generation = self._desk.ask(attempt.source_ids, decoding, False)
        self._opened.append(generation)
        return await finished_of(generation, self._number)

    async def _alternatives(self, finished: Finished, best: Candidate, first: Attempt) -> tuple[Alternative, ...]:
        """Other translations, each once, best first. Raises EngineError: they were asked for."""
        if self._desk.has_alternatives_at_once:
            hypotheses = finished.hypotheses
        else:
            decoding = self._desk.decoding_of_alternatives(
                len(first.source_ids), with_alignment=first.sentence.needs_alignment
            )
            hypotheses = (await self._request(first, decoding)).hypotheses
        found: dict[str, Alternative] = {}
        for hypothesis in hypotheses:
            candidate = corrected(judge(hypothesis, first, self._desk.tokenizer))
            if candidate.text != best.text and not candidate.is_empty:
                found.setdefault(candidate.text, Alternative(candidate.text, candidate.score))
        return tuple(found.values())[: self._desk.options.num_alternatives]


def _rank(candidate: Candidate) -> tuple[int, ...]:
    """Less is better; of those that have not failed, one that did not come to an end is the worst."""
    has_failed, *faults = candidate.rank
    return has_failed, candidate.hypothesis.reason is FinishReason.LENGTH, *faults
