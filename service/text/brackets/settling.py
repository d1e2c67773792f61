"""Brackets of a translation that belong to no clear pair of the source: as many as there, of which none is left open.

Those that a model makes up, doubles, leaves open or puts around nothing go. One that stands alone in the source, as in
"a) first", is put back where a model lost it, and so is one that came to stand inside other brackets.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from service.text.brackets.nesting import SQUARE, Nesting, alone_in, is_filled, is_opening, nesting, outermost_in
from service.text.brackets.pairs import mark_in
from service.text.numbers.amounts import amount_around, are_inside
from service.text.protection.omitted import place_before, place_behind
from service.text.target import SourceMap, Unit, starts_of, text_of

_LETTER: Final = re.compile(r"[^\W_\u2e80-\u9fff\uac00-\ud7af]")  # or digit, of what runs together without a space
_BEHIND_WORDS: Final = " \n\r\t.,;:!?…)]"  # with no space before it


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` comes in place of `start` to `end` of the units' text; it stands at `origin` in the source."""

    start: int
    end: int
    text: str
    origin: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A translation, and from and to of pairs of the source that are not there."""

    units: list[Unit]
    lost: tuple[tuple[int, int], ...]


def settled(units: list[Unit], given: str, kind: str, source: str) -> Settled:
    """The units with no more brackets of a kind than in `given`: the source with spaces for what is protected."""
    wanted, found = nesting(given, kind), nesting(masked_text_of(units), kind)
    pairs = _filled_pairs(text_of(units), found, source, wanted)[: len(wanted.pairs)]
    closing = found.closing[: len(wanted.closing)]
    opening = found.opening[max(0, len(found.opening) - len(wanted.opening)) :]
    units = without(units, found.places - Nesting(tuple(pairs), closing, opening).places)
    return Settled(units, tuple((start, end + 1) for start, end in wanted.pairs[len(pairs) :]))


def edited(units: Sequence[Unit], edits: Sequence[Edit], source: SourceMap) -> list[Unit]:
    """The units with the texts of edits, in order of their places, in one go: there may be thousands."""
    rest = deque(units)
    found: list[Unit] = []
    position = 0
    for edit in edits:
        found += _taken(rest, edit.start - position)
        position = max(position, edit.start)
        found += [Unit(edit.text, edit.origin, edit.origin + 1, source.one_hot(edit.origin))] if edit.text else []
        deque(_taken(rest, edit.end - position), maxlen=0)
        position = max(position, edit.end)
    return [*found, *rest]


def _taken(units: deque[Unit], length: int) -> Iterator[Unit]:
    """The first units, as far as a number of characters goes, which leave the others."""
    while length > 0 and units:
        unit = units.popleft()
        if len(unit.text) > length:
            units.appendleft(replace(unit, text=unit.text[length:]))
            unit = replace(unit, text=unit.text[:length])
        length -= len(unit.text)
        yield unit


def masked_text_of(units: Sequence[Unit]) -> str:
    """The units' text, with spaces for what is protected."""
    return "".join(" " * len(unit.text) if unit.span else unit.text for unit in units)


def _filled_pairs(text: str, found: Nesting, source: str, wanted: Nesting) -> list[tuple[int, int]]:
    """In order, with something between them if that is so in the source."""
    may_be_empty = not all(is_filled(source[start + 1 : end]) for start, end in wanted.pairs)
    return sorted(pair for pair in found.pairs if may_be_empty or is_filled(text[pair[0] + 1 : pair[1]]))


def without(units: Sequence[Unit], places: Collection[int], *, keeps_space: bool = False) -> list[Unit]:
    """The units without the characters at some places, with a space where words would run together, but not two.

    What `keeps_space` that is before them begins with all that was there before the first one.
    """
    changes = dict(_changes(text_of(units), places, keeps_space=keeps_space))
    return [
        unit
        if unit.span
        else replace(unit, text="".join(changes.get(place, sign) for place, sign in enumerate(unit.text, start)))
        for unit, start in zip(units, starts_of(units), strict=False)
    ]


def _changes(text: str, places: Collection[int], *, keeps_space: bool) -> Iterator[tuple[int, str]]:
    """What becomes of the characters at some places, and of the white space before them or behind them."""
    for first, last in _runs(places):
        before, behind = text[max(0, first - 1) : first], text[last : last + 1]
        yield from ((place, "") for place in range(first, last))
        if _LETTER.match(before) and _LETTER.match(behind):
            yield first, " "
        if (keeps_space or not before) and not before.strip() and behind.isspace():
            yield last, ""
        elif not keeps_space and before.isspace() and (not behind or behind in _BEHIND_WORDS):
            yield first - 1, ""


def _runs(places: Collection[int]) -> Iterator[tuple[int, int]]:
    """From and to of places that follow each other."""
    ordered = sorted(places)
    edges = [number for number, (before, place) in enumerate(pairwise(ordered), start=1) if place > before + 1]
    for first, last in pairwise([0, *edges, len(ordered)]):
        if first < last:
            yield ordered[first], ordered[last - 1] + 1


def seen_in(units: Sequence[Unit]) -> str:
    """The units' text, with spaces for what is protected but is no square bracket."""
    return "".join(" " * len(unit.text) if unit.span and not is_bracket(unit) else unit.text for unit in units)


def is_bracket(unit: Unit) -> bool:
    """Whether it is a square bracket alone."""
    return len(unit.text) == 1 and unit.text in SQUARE


def with_alone(units: Sequence[Unit], given: str, source: SourceMap, language: str) -> list[Unit]:
    """The units with those brackets alone that stand alone in `given`, in that order, and in no others."""
    kept = [start for unit, start in zip(units, starts_of(units), strict=False) if unit.span and is_bracket(unit)]
    free = [replace(unit, span=None) if is_bracket(unit) else unit for unit in units]
    found = without(free, kept)
    found = without(found, alone_in(seen_in(found)))
    origins = alone_in(given)
    places = zip(origins, _places(found, origins, given), strict=True)
    return edited(
        found, [Edit(place, place, mark_in(language, source.text[origin]), origin) for origin, place in places], source
    )


def _places(units: list[Unit], origins: Sequence[int], given: str) -> Iterator[int]:
    """Where in the units' text brackets of the source go that stand alone: around their words, but in no others."""
    pairs, low = outermost_in(seen_in(units)), 0
    amounts_stay = not are_inside(given, [(origin, origin + 1) for origin in origins])
    for origin in origins:
        is_open = is_opening(given[origin])
        place = max(low, _before_words(units, origin) if is_open else _behind_words(units, origin))
        for start, last in pairs:
            if start < place <= last:
                place = start if is_open and start >= low else last + 1
        first, last = amount_around(text_of(units), place) if amounts_stay else (place, place)
        place = first if is_open and first >= low else last
        low = place
        yield place


def _behind_words(units: list[Unit], origin: int) -> int:
    return len(text_of(units[: place_behind(units, origin)]).rstrip())


def _before_words(units: list[Unit], origin: int) -> int:
    rest = text_of(units[place_before(units, origin + 1) :])
    return len(text_of(units)) - len(rest.lstrip())
