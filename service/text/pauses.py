"""Commas that are shown beside an image or an emoji of a sentence that has none there, and how they go again."""

from collections.abc import Iterator, Sequence
from typing import Final

from service.text.brackets.settling import without
from service.text.marking.projection import project
from service.text.marks import Mark
from service.text.numbers.amounts import amount_around
from service.text.sentence import Sentence
from service.text.spans import Kind, Span
from service.text.target import Unit, starts_of, text_of

PAUSES: Final = frozenset(".,;:!?…。！？，、；：")
_COMMAS: Final = (",", "\uff0c", "、")


def points(sentence: Sentence) -> set[int]:
    """Where in the sentence something begins or ends that the model did not see."""
    marked = {mark.start for mark in sentence.marks if _is_inside(mark, sentence)}
    return marked | {edge for span in sentence.spans if _is_unseen(span) for edge in (span.start, span.end)}


def place_of_pause(sentence: Sentence, point: int) -> int | None:
    """Behind the last word before a point, if there is no punctuation yet."""
    text = sentence.text[:point]
    for span in filter(_is_unseen, sentence.spans):
        text = text[: span.start] + " " * len(text[span.start : span.end]) + text[span.end :]
    words_end = max((number for number, sign in enumerate(text, start=1) if sign.isalnum()), default=0)
    _, place = amount_around(text, words_end)
    return None if not place or PAUSES & set(text[place:]) else place


def without_pauses(units: Sequence[Unit], sentence: Sentence) -> list[Unit]:
    """The units without the commas that touch what a pause was shown beside: the source has none there."""
    text = text_of(units)
    found = [*_spans_with_pause(units, sentence), *_marks_with_pause(units, sentence)]
    return without(units, {place for edges in found for place in _commas_beside(text, *edges)})


def _spans_with_pause(units: Sequence[Unit], sentence: Sentence) -> Iterator[tuple[int, int]]:
    """From and to of what a pause was shown beside, in the units' text."""
    for unit, start in zip(units, starts_of(units), strict=False):
        if unit.span and _is_unseen(unit.span) and _has_pause(sentence, unit.span.start, unit.span.end):
            yield start, start + len(unit.text)


def _marks_with_pause(units: Sequence[Unit], sentence: Sentence) -> Iterator[tuple[int, int]]:
    """The same of marks without words."""
    keys = {
        mark.key for mark in sentence.marks if _is_inside(mark, sentence) and _has_pause(sentence, mark.start, mark.end)
    }
    for mark in project(units, sentence.marks, sentence.text).marks if keys else ():
        if mark.key in keys:
            yield mark.start, mark.end


def _has_pause(sentence: Sentence, start: int, end: int) -> bool:
    """Whether there is one before `start` to `end` of the sentence, behind which there is no comma of its own."""
    is_shown = place_of_pause(sentence, start) in sentence.look.pauses
    return is_shown and not sentence.text[end:].lstrip().startswith(_COMMAS)


def _commas_beside(text: str, start: int, end: int) -> Iterator[int]:
    before, behind = text[:start].rstrip(), text[end:].lstrip()
    if before.endswith(_COMMAS):
        yield len(before) - 1
    if behind.startswith(_COMMAS):
        yield len(text) - len(behind)


def _is_inside(mark: Mark, sentence: Sentence) -> bool:
    return 0 < mark.start == mark.end < len(sentence.text)


def _is_unseen(span: Span) -> bool:
    is_omitted = span.kind is Kind.OMITTED and span.side is None and not span.sign
    return is_omitted and bool(span.target.strip())
