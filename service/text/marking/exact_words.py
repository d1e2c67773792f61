"""Words that a translation has as they are in the source: where a mark goes through one, its place is known exactly.

`H<sub>2</sub>O` is one word, and an alignment tells of words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from service.text.marks import Mark
from service.text.spans import Span
from service.text.target import Unit, spliced, starts_of, text_of

_WORD: Final = re.compile(r"[^\W_]+")
_DIGITS: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Pair:
    """The same characters in both texts, of the translation from `target` on."""

    start: int
    end: int
    target: int


def with_exact_words(units: Sequence[Unit], marks: Sequence[Mark], source: str) -> Sequence[Unit]:
    """The units, with one for each part of a word that marks go through, if the translation has that word.

    Of other words the digits, if it has these: a note's number stays behind what its word became. What is protected is
    in parts, too, where marks begin or end in it.
    """
    all_edges = {edge for mark in marks for edge in (mark.start, mark.end)}
    units = [part for unit in units for part in _parts_of_span(unit, all_edges, source)]
    edges = {edge for edge in all_edges if is_inside_word(edge, source)}
    for pair in _pairs(text_of(units), source, edges) if edges else ():
        if (unit := _unit_at(units, pair, source)) is not None:
            middle = [*_parts(pair, source, edges, unit)]
            others = [_beside(other, pair) for other in units]
            units = spliced(others, pair.target, pair.target + pair.end - pair.start, middle)
    return units


def _parts_of_span(unit: Unit, edges: set[int], source: str) -> Iterator[Unit]:
    """A unit as it is, but one whose protected part is as in the source is divided at edges inside."""
    span = unit.span
    inner = sorted(edge for edge in edges if span.start < edge < span.end) if span else []
    if span is None or not inner or span.is_marked or unit.text != source[span.start : span.end]:
        yield unit
        return
    for start, end in pairwise([span.start, *inner, span.end]):
        yield Unit(source[start:end], start, end, unit.weights)


def _beside(unit: Unit, pair: _Pair) -> Unit:
    """A unit that does not come from a word of which it is known what became of it."""
    if unit.span or not pair.start <= unit.start < pair.end:
        return unit
    return replace(unit, start=pair.end, end=max(unit.end, pair.end + 1))


def is_inside_word(position: int, source: str) -> bool:
    """Whether there are letters or digits on both sides."""
    return 0 < position < len(source) and source[position - 1].isalnum() and source[position].isalnum()


def _pairs(target: str, source: str, edges: set[int]) -> Iterator[_Pair]:
    """Words with an edge inside, and digits beside one, that are as often in the translation as in the source."""
    words = [*_same(_WORD, target, source)]
    whole = [pair for pair in words if any(pair.start < edge < pair.end for edge in edges)]
    yield from whole
    for pair in _same(_DIGITS, target, source):
        if {pair.start, pair.end} & edges and not any(word.start <= pair.start < word.end for word in whole):
            yield pair


def _same(pattern: re.Pattern[str], target: str, source: str) -> Iterator[_Pair]:
    places: dict[str, list[int]] = {}
    for found in pattern.finditer(target):
        places.setdefault(found[0], []).append(found.start())
    counts: dict[str, list[tuple[int, int]]] = {}
    for found in pattern.finditer(source):
        counts.setdefault(found[0], []).append(found.span())
    for word, spans in counts.items():
        if len(places.get(word, ())) == len(spans):
            yield from (_Pair(*span, place) for span, place in zip(spans, places[word], strict=True))


def _unit_at(units: Sequence[Unit], pair: _Pair, source: str) -> Unit | None:
    """The unit that the translation's word begins in; None if a part of it is protected, and not as it is."""
    last = pair.target + pair.end - pair.start
    within = [
        (unit, start)
        for unit, start in zip(units, starts_of(units), strict=False)
        if start < last and pair.target < start + len(unit.text)
    ]
    for unit, start in within:
        if unit.span and not _is_as_it_is(unit, unit.span, source, pair.start + start - pair.target):
            return None
    return within[0][0]


def _is_as_it_is(unit: Unit, span: Span, source: str, start: int) -> bool:
    """Whether a protected part is the source's from `start` on, and no mark of its own covers it."""
    return not span.is_marked and source.startswith(unit.text, start) and span.start <= start


def _parts(pair: _Pair, source: str, edges: set[int], unit: Unit) -> Iterator[Unit]:
    inner = sorted(edge for edge in edges if pair.start < edge < pair.end)
    for start, end in pairwise([pair.start, *inner, pair.end]):
        yield Unit(source[start:end], start, end, unit.weights, places=unit.places)
