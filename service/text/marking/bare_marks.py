"""Marks that stood around words and have none in a translation, or only what became of others: a reader should know.

"Hello" and "Tom" may both have become "Hallo": then a link around "Tom" is around nothing of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from service.text.marks import Mark, MarkedText
from service.text.spans import Span
from service.text.target import Unit, starts_of, text_of, words_of

# A word that looks at another token so many times as much as at what was marked is not what became of that. Of 600
# English sentences with a tag around any word, 6 % are told so; at once as much it would be 18 %, with many that have
# the right word: "zuerst" looks as much at the "at" of "at first".
_TIMES_MORE: Final = 3
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, eq=False)
class _Word:
    """Units of one word, at `start` to `end` of a translation."""

    units: Sequence[Unit]
    start: int
    end: int


def bare_words(text: str, marks: Sequence[Mark], units: Sequence[Unit], translation: MarkedText) -> Iterator[str]:
    """The words of a sentence that each mark stood around which has no letters or digits of its own any more.

    One that goes on in the sentence before or behind has been asked for words of this one, too. Where what is fixed has
    moved, it is not known which units are at a place.
    """
    places = {mark.key: mark for mark in translation.marks}
    known, found = text_of(units), _words_of(units)
    for mark in marks:
        place, words = places[mark.key], text[max(0, mark.start) : mark.end]
        if mark.is_fixed or not _has_words(words):
            continue
        is_inside = mark.start >= 0 and mark.end <= len(text)
        is_known = is_inside and translation.text.startswith(known[: place.end])
        own = _within(found, place.start, place.end) if is_known else []
        if not _has_words(translation.text[place.start : place.end]) or (own and _are_of_others(own, mark, words)):
            yield words


def _words_of(units: Sequence[Unit]) -> list[_Word]:
    starts = [*starts_of(units)]
    spans = words_of([unit.text for unit in units])
    words = (_Word(units[first:last], starts[first], starts[last]) for first, last in spans)
    return [word for word in words if _has_words(text_of(word.units))]


def _within(words: Sequence[_Word], start: int, end: int) -> list[_Word]:
    """Those between two places, or in part."""
    return [word for word in words if word.start < end and start < word.end]


def _are_of_others(found: Sequence[_Word], mark: Mark, words: str) -> bool:
    """Whether none of the words that were found come from `words`, which a mark is around in the source."""
    known = {*_WORD.findall(words)}
    return all(text_of(word.units).strip() not in known and _is_of_others(word.units, mark) for word in found)


def _is_of_others(word: Sequence[Unit], mark: Mark) -> bool:
    if any(unit.span or not unit.places for unit in word):
        return False
    weights = np.mean([unit.weights for unit in word], axis=0)[:-1]  # without the end token
    places = np.asarray(word[0].places)[:-1]
    own = (places >= mark.start) & (places < mark.end)
    return bool(own.any() and weights[~own].max(initial=0.0) > _TIMES_MORE * weights[own].sum())


def bare_couples(text: str, spans: Sequence[Span], units: Sequence[Unit]) -> Iterator[str]:
    """The same for protected parts that stand around words two by two, as tags in plain text do."""
    places = {unit.span.start: start for unit, start in zip(units, starts_of(units), strict=False) if unit.span}
    found = _words_of(units)
    sides = sorted((span for span in spans if span.side), key=lambda span: (span.side and span.side.couple, span.start))
    for first, last in pairwise(sides):
        is_couple = first.side and last.side and first.side.couple == last.side.couple
        if is_couple and first.start in places and last.start in places:
            words = text[first.end : last.start]
            place = places[first.start] + len(first.target), places[last.start]
            own = _within(found, *place)
            if _has_words(words) and (not own or _are_of_others(own, Mark(first.end, last.start, 0), words)):
                yield words
        elif is_couple and last.start in places:
            words, before = text[first.end : last.start], text_of(units)[: places[last.start]]
            if _has_words(words) and before.endswith(first.target):  # which was put in as a bracket
                yield words


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
