"""Marks that stood around words and have none in a translation: whatever became of those, a reader should know."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from service.text.marks import Mark, MarkedText
from service.text.spans import Span
from service.text.target import Unit, starts_of


def bare_words(text: str, marks: Sequence[Mark], translation: MarkedText) -> Iterator[str]:
    """The words of a sentence that each mark stood around which has neither a letter nor a digit any more.

    One that goes on in the sentence before or behind has been asked for words of this one, too.
    """
    places = {mark.key: translation.text[mark.start : mark.end] for mark in translation.marks}
    for mark in marks:
        words = text[max(0, mark.start) : mark.end]
        if not mark.is_fixed and _has_words(words) and not _has_words(places[mark.key]):
            yield words


def bare_couples(text: str, spans: Sequence[Span], units: Sequence[Unit]) -> Iterator[str]:
    """The same for protected parts that stand around words two by two, as tags in plain text do."""
    translation = "".join(unit.text for unit in units)
    places = {unit.span.start: start for unit, start in zip(units, starts_of(units), strict=False) if unit.span}
    sides = sorted((span for span in spans if span.side), key=lambda span: (span.side and span.side.couple, span.start))
    for first, last in pairwise(sides):
        is_couple = first.side and last.side and first.side.couple == last.side.couple
        if is_couple and first.start in places and last.start in places:
            words = text[first.end : last.start]
            inner = translation[places[first.start] + len(first.target) : places[last.start]]
            if _has_words(words) and not _has_words(inner):
                yield words


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
