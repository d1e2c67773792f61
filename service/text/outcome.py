"""What became of one sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.engine.events import FinishReason, Hypothesis
from service.text.candidate import Candidate, verbatim_units
from service.text.faults.scripts import may_be_name
from service.text.faults.shortening import is_short
from service.text.marking.bare_marks import bare_couples, bare_words
from service.text.marking.projection import project
from service.text.marks import Mark, MarkedText
from service.text.numbers.renamed_days import other_days
from service.text.result import Alignment, Alternative
from service.text.sentence import Sentence
from service.text.spans import Kind, Span
from service.text.warnings import (
    BracketsDiffer,
    Copied,
    LoopRepaired,
    MarksEmpty,
    NumbersDiffer,
    NumbersRepaired,
    PlaceholderRepaired,
    Repetition,
    Shortened,
    TextWarning,
    Truncation,
    Untranslated,
)


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A translated sentence. Marks are counted from its start; warnings have no number of a sentence yet."""

    text: str
    num_tokens: int
    warnings: tuple[TextWarning, ...] = ()
    marks: tuple[Mark, ...] = ()
    score: float | None = None
    alternatives: tuple[Alternative, ...] = ()
    alignment: Alignment | None = None


def plain_outcome(text: str, source: str, num_source_tokens: int, hypothesis: Hypothesis) -> Outcome:
    """Of a sentence with nothing special about it, and a translation with nothing wrong but perhaps its length."""
    num_tokens = len(hypothesis.tokens)
    if hypothesis.reason is FinishReason.STOP and not is_short(num_source_tokens, num_tokens):
        return Outcome(text, num_tokens, score=hypothesis.score)  # nearly always
    warnings = tuple(_ending(source, num_source_tokens, hypothesis, foreign="", is_in_loop=False))
    return Outcome(text, num_tokens, warnings, score=hypothesis.score)


def outcome_of(candidate: Candidate, alternatives: tuple[Alternative, ...], *, with_alignment: bool) -> Outcome:
    """Of the candidate that was chosen."""
    marked = candidate.marked()
    return Outcome(
        text=marked.text,
        num_tokens=len(candidate.hypothesis.tokens),
        warnings=(*_faults(candidate), *_bare(candidate, marked)),
        marks=marked.marks,
        score=candidate.score,
        alternatives=alternatives,
        alignment=candidate.alignment() if with_alignment else None,
    )


def verbatim_outcome(sentence: Sentence) -> Outcome:
    """Of a sentence that has nothing for the model."""
    marked = project(verbatim_units(sentence), sentence.marks, sentence.text)
    is_foreign = any(span.kind is Kind.FOREIGN and not may_be_name(span.target) for span in sentence.spans)
    warnings = (Copied(0, sentence.text),) if is_foreign else ()
    return Outcome(marked.text, 0, warnings, marks=marked.marks)


def _ending(
    source: str, num_source_tokens: int, hypothesis: Hypothesis, *, foreign: str, is_in_loop: bool
) -> Iterator[TextWarning]:
    """What there is to say about how a hypothesis ended, and in which language it is."""
    if hypothesis.reason is FinishReason.LENGTH:
        yield Truncation(0, source, len(hypothesis.tokens))
    elif is_in_loop:
        yield Repetition(0, source, len(hypothesis.tokens))
    elif is_short(num_source_tokens, len(hypothesis.tokens)):
        yield Shortened(0, source, num_source_tokens, len(hypothesis.tokens))
    if foreign:
        yield Untranslated(0, source, foreign)


def _faults(candidate: Candidate) -> Iterator[TextWarning]:
    source, numbers = candidate.sentence.text, candidate.numbers
    yield from _ending(
        source,
        len(candidate.source.places),
        candidate.hypothesis,
        foreign=candidate.foreign,
        is_in_loop=candidate.is_in_loop,
    )
    if candidate.is_freed:
        yield LoopRepaired(0, source)
    if candidate.is_copied:
        yield Copied(0, source)
    if candidate.guessed:
        yield PlaceholderRepaired(0, source, tuple(_whole(candidate.guessed)))
    if candidate.put or candidate.dropped:
        yield NumbersRepaired(0, source, candidate.put, candidate.dropped)
    if numbers or candidate.lost_words:
        yield NumbersDiffer(
            0, source, (*numbers.missing, *candidate.lost_words), (*numbers.added, *other_days(candidate))
        )
    if lost := candidate.lost_pairs:
        yield BracketsDiffer(0, source, tuple(source[pair.start : pair.end] for pair in lost))


def _whole(spans: Sequence[Span]) -> Iterator[str]:
    """What spans are, those that touch each other in the source as one: D02 is a letter and a number."""
    end = None
    whole = ""
    for span in sorted(spans, key=lambda span: span.start):
        if whole and span.start != end:
            yield whole
            whole = ""
        whole += span.target
        end = span.end
    if whole:
        yield whole


def _bare(candidate: Candidate, marked: MarkedText) -> Iterator[TextWarning]:
    sentence = candidate.sentence
    words = bare_words(sentence.text, sentence.marks, candidate.units, marked) if sentence.marks else ()
    if parts := (*words, *bare_couples(sentence.text, sentence.spans, candidate.units)):
        yield MarksEmpty(0, sentence.text, parts)
