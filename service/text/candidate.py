"""A hypothesis for a sentence, with its protected parts put back, and what is wrong with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from service.engine.events import FinishReason, Hypothesis
from service.runtime.tokenizer import Tokenizer
from service.text.brackets.bracketing import Bracketed, bracketed
from service.text.brackets.contents import misplaced
from service.text.brackets.pairs import Pair
from service.text.brackets.quoting import without_stray_marks
from service.text.brackets.stops import with_end_behind_bracket
from service.text.faults.copying import is_copy
from service.text.faults.doubling import without_doubled
from service.text.faults.finishing import capitalised, inverted, narrowed, trimmed, with_end_of, with_lost_end
from service.text.faults.glued import num_glued
from service.text.faults.polishing import polished
from service.text.faults.scripts import wrongly_written
from service.text.faults.stuttering import stutters
from service.text.lettercase.emphasis import emphasised
from service.text.lettercase.lost_names import lost_names
from service.text.marking.projection import project
from service.text.marks import Mark, MarkedText
from service.text.numbers.amounts import together
from service.text.numbers.comparing import Difference, differing_numbers
from service.text.numbers.figures import DIGIT
from service.text.numbers.lost_words import lost_words_of
from service.text.numbers.percents import with_percents
from service.text.pauses import without_pauses
from service.text.protection.ampersands import with_ampersands
from service.text.protection.restoring import restore
from service.text.result import Alignment
from service.text.sentence import Sentence
from service.text.showing import Shown
from service.text.spacing import is_spaced_out
from service.text.spans import Span
from service.text.splitting.continuing import continued
from service.text.target import SourceMap, Unit, make_units, placed, source_map, text_of, token_texts

_MIN_LETTERS = 3  # of words beside protected parts


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sentence as it was shown to the model."""

    sentence: Sentence
    shown: Shown
    source_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """One possible translation."""

    sentence: Sentence
    hypothesis: Hypothesis
    source: SourceMap
    source_texts: tuple[str, ...]
    units: tuple[Unit, ...]
    guessed: tuple[Span, ...]
    pairs: Bracketed
    numbers: Difference
    foreign: str  # the first part of it that cannot be in its language
    is_copied: bool
    is_stuttering: bool
    put: tuple[str, ...] = ()  # numbers of the source that were put in afterwards
    dropped: tuple[str, ...] = ()  # numbers that only the model had, and that are gone
    num_glued: int = 0  # letters that belong to no word
    is_freed: bool = False  # whether the model was kept from saying the same again, where it had only that

    @property
    def is_in_loop(self) -> bool:
        """Whether it says the same again and again."""
        return self.is_stuttering or self.hypothesis.reason is FinishReason.REPETITION

    @property
    def has_failed(self) -> bool:
        """Whether it is no translation at all."""
        return self.is_copied or self.is_in_loop or bool(self.foreign) or self.is_empty

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read where the source has words; beside a figure, a classifier may go."""
        sentence = self.sentence
        if any(map(str.isalnum, free_text(self.units))) or not sentence.is_for_model:
            return False
        return not sentence.spans or sum(map(str.isalpha, sentence.unprotected)) >= _MIN_LETTERS

    def as_source(self) -> "Candidate":
        """The source as it is, in place of no translation."""
        return replace(
            self,
            units=tuple(verbatim_units(self.sentence)),
            guessed=(),
            pairs=Bracketed([]),
            numbers=Difference((), ()),
            is_copied=True,
            num_glued=0,
        )

    @property
    def num_faults(self) -> int:
        """How much was lost, doubled or changed of what has to stay."""
        num_pairs = len(self.pairs.repaired) + len(self.pairs.lost)
        num_numbers = len(self.numbers.missing) + len(self.numbers.added) + len(self.lost_words)
        return len(self.guessed) + num_pairs + num_numbers + len(self.lost_names) + self.num_glued

    @property
    def lost_words(self) -> tuple[str, ...]:
        """Days, months, and numbers with units, which are not there, though the numbers are; none of no translation."""
        return () if self.is_copied else lost_words_of(self.sentence, self.units)

    @property
    def lost_names(self) -> tuple[Span, ...]:
        """Names of unusual letter case that are not there as often as in the source."""
        return lost_names(self.sentence.look.names, self.text)

    @property
    def lost_pairs(self) -> tuple[Pair, ...]:
        """Pairs of marks that are not there, or not around the numbers that they stood around."""
        sentence = self.sentence
        return self.pairs.lost or tuple(misplaced(self.units, sentence.look.pairs, sentence.text, sentence.languages))

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        """Less is better. What is in a doubtful place can be put right, what is missing is not there to be seen."""
        num_missing = len(self.numbers.missing) + len(self.lost_names)
        return self.has_failed, self.num_faults, num_missing, len(self.lost_words)

    @property
    def text(self) -> str:
        """The translation."""
        return text_of(self.units)

    @property
    def score(self) -> float | None:
        """As the engine ranks hypotheses; for a greedy one from its tokens' log-probabilities, if they are known."""
        return score_of(self.hypothesis)

    def marked(self) -> MarkedText:
        """The translation with the marks of its source."""
        sentence = self.sentence
        edges = [(edge, edge) for mark in sentence.marks for edge in (mark.start, mark.end)]
        return project(together(self.units, sentence.text, edges), sentence.marks, sentence.text)

    def alignment(self) -> Alignment:
        """What each part of the translation was made of."""
        rows = [unit.weights for unit in self.units]
        weights = np.stack(rows) if rows else np.zeros((0, len(self.source_texts)), np.float32)
        return Alignment(self.source_texts, tuple(unit.text for unit in self.units), weights)


def score_of(hypothesis: Hypothesis) -> float | None:
    """The score of a candidate with this hypothesis."""
    logprobs = [token.logprob for token in hypothesis.tokens if token.logprob is not None]
    if hypothesis.score is not None or not logprobs:
        return hypothesis.score
    return sum(logprobs) / len(logprobs)


def judge(hypothesis: Hypothesis, attempt: Attempt, tokenizer: Tokenizer) -> Candidate:
    """What a hypothesis amounts to."""
    sentence, shown = attempt.sentence, attempt.shown
    source = source_map(tokenizer, attempt.source_ids, sentence.text, shown)
    texts = token_texts(tokenizer, hypothesis.token_ids)
    restored = restore(make_units(texts, hypothesis.tokens, source), shown, source, sentence.look.target)
    units = without_doubled(restored.units, sentence.text, sentence.look.target)
    units = trimmed(units) if sentence.is_open else with_end_of(units, sentence.text)
    if hypothesis.reason is FinishReason.STOP and not sentence.is_open:
        units = with_lost_end(units, sentence.text)
    look, guessed = sentence.look, restored.guessed
    if sentence.has_ampersand:
        units, lost = with_ampersands(units, source, look)
        guessed += lost
    units = without_stray_marks(units, sentence.text, keeps_space=not sentence.is_special)
    erased = [span for span in sentence.spans if not span.target]
    pairs = bracketed(units, look.pairs, shown.hidden, source, look.target, erased)
    units = with_percents(with_end_behind_bracket(pairs.units, sentence.text), sentence.spans, source)
    if sentence.is_special:  # of others, a stream may have sent some
        units = polished(units, sentence.text, sentence.languages)
    if look.pauses:
        units = without_pauses(units, sentence)
    if look.is_continued:
        units = continued(units, look.target)
    if look.loud:
        units = emphasised(units, look, sentence.text)
    elif look.is_inverted:
        units = inverted(units)
    source_texts = _texts_between(sentence.text, source.edges)
    free = free_text(units)
    return Candidate(
        sentence=sentence,
        hypothesis=hypothesis,
        source=source,
        source_texts=source_texts,
        units=tuple(capitalised(units) if look.is_in_capitals else units),
        guessed=guessed,
        pairs=pairs,
        numbers=differing(sentence, free),
        foreign=wrongly_written(free, look.target),
        is_copied=is_copy(shown.text, "".join(texts)),
        is_stuttering=stutters(free, sentence.text),
        num_glued=num_glued(texts, source_texts),
    )


def differing(sentence: Sentence, free: str) -> Difference:
    """Of the numbers that are not protected, if there are any on either side."""
    if not sentence.has_digits and DIGIT.search(free) is None:
        return Difference((), ())
    return differing_numbers(sentence.unprotected, free, sentence.languages)


def free_text(units: Sequence[Unit]) -> str:
    """The text with a space for each protected part."""
    return "".join(unit.text if unit.span is None else " " for unit in units)


def verbatim_units(sentence: Sentence) -> list[Unit]:
    """The units of a sentence in which there is nothing for a model: what is protected, and the text between."""
    source = SourceMap(sentence.text, (0, len(sentence.text)), (0,), (len(sentence.text),))
    units: list[Unit] = []
    position = 0
    for span in sentence.spans:
        units += [*_plain_units(source, position, span.start, sentence.marks), placed(span, source)]
        position = span.end
    units += _plain_units(source, position, len(sentence.text), sentence.marks)
    kept = [unit for unit in units if unit.text]
    return narrowed(kept) if is_spaced_out(sentence.look.source, sentence.look.target) else kept


def _plain_units(source: SourceMap, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Unit]:
    """The text from `start` to `end`, in parts that are as a whole in a mark or outside."""
    edges = {edge for mark in marks for edge in (mark.start, mark.end) if start < edge < end}
    for first, last in pairwise(sorted({start, *edges, end})):
        yield Unit(source.text[first:last], first, last, source.one_hot(first))


def _texts_between(text: str, edges: Sequence[int]) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in pairwise(edges))
