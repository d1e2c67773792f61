"""Amounts: numbers with their signs, currencies and units, in the middle of which nothing is put: 20 (% off)."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import numpy as np

from service.text.target import Unit, Weights, starts_of, text_of

_CURRENCY: Final = "$¢£¤¥\u20a0-\u20cf\uff04\uffe0\uffe1\uffe5"
_SPACE: Final = "[ \u00a0\u202f]?"
_NUMBER: Final = r"\d+(?:[.,:'’\u00a0\u202f]\d+)*"
_BEFORE: Final = rf"(?:(?<!\w)[+\-\u2212±])?(?:[{_CURRENCY}]{_SPACE})?"
_SIGN: Final = r"[%\u2030\u2031\uff05\u2103\u2109]|°(?:[CFK](?!\w))?"
_LETTERS: Final = r"[^\W\d_\u2e80-\u9fff\uac00-\ud7af]+"  # of what runs together without a space there are none
_BEHIND: Final = rf"(?:{_SPACE}(?:{_SIGN}|[{_CURRENCY}](?!{_SPACE}\d))|{_LETTERS})?"
_AMOUNT: Final = re.compile(f"{_BEFORE}{_NUMBER}{_BEHIND}")

Range = tuple[int, int]


def amounts_in(text: str) -> list[Range]:
    """From and to of each, in order."""
    return [match.span() for match in _AMOUNT.finditer(text)]


def amount_around(text: str, place: int) -> Range:
    """From and to of the amount that a place is inside; the place itself if there is none."""
    return next((amount for amount in amounts_in(text) if amount[0] < place < amount[1]), (place, place))


def are_inside(source: str, gaps: Sequence[Range]) -> bool:
    """Whether one of `gaps`, from and to, is inside an amount of the source, apart from what all of them have in them.

    Then it belongs there: `20<b>%</b>`.
    """
    if not any(map(str.isdecimal, source)):
        return False
    shown, places, position = "", [], 0
    for start, end in sorted(gaps):
        shown += source[position : max(position, start)]
        places.append(len(shown))
        position = max(position, end)
    amounts = amounts_in(shown + source[position:])
    return any(start < place < end for place in places for start, end in _near(amounts, place))


def together(units: Sequence[Unit], source: str, gaps: Sequence[Range]) -> list[Unit]:
    """The units with one for each amount, which comes from where its number does; not where `gaps` are inside some."""
    amounts = amounts_in(text_of(units))
    if not amounts or are_inside(source, gaps):
        return [*units]
    edges = sorted({edge for amount in amounts for edge in amount})
    parts = [
        part for unit, start in zip(units, starts_of(units), strict=False) for part in _parts_of(unit, start, edges)
    ]
    placed = zip(parts, starts_of(parts), strict=False)
    found: list[Unit] = []
    for amount, group in groupby(placed, key=lambda part: _amount_of(part[0], part[1], amounts)):
        own = [unit for unit, _ in group]
        found += [_joined(own)] if amount and _may_be_joined(own) else own
    return found


def _near(amounts: Sequence[Range], place: int) -> Sequence[Range]:
    """The last amount that begins at a place or before."""
    number = bisect_right(amounts, place, key=_start)
    return amounts[max(0, number - 1) : number]


def _start(amount: Range) -> int:
    return amount[0]


def _parts_of(unit: Unit, start: int, edges: Sequence[int]) -> Iterator[Unit]:
    """A unit that begins at `start`, divided at the edges inside, unless it is protected."""
    first = bisect_right(edges, start)
    inner = [edge - start for edge in edges[first:] if edge < start + len(unit.text)] if unit.span is None else []
    position = 0
    for end in (*inner, len(unit.text)):
        yield replace(unit, text=unit.text[position:end])
        position = end


def _amount_of(unit: Unit, start: int, amounts: Sequence[Range]) -> Range | None:
    """The amount that the whole of a unit, which begins at `start`, belongs to."""
    return next((amount for amount in _near(amounts, start) if start + len(unit.text) <= amount[1]), None)


def _may_be_joined(units: Sequence[Unit]) -> bool:
    """Whether they are a number and more than one word, and at most one is protected, by no mark of its own."""
    spans = [unit.span for unit in units if unit.span]
    is_word = text_of(units).isalnum()  # all units of a word come from the same place as they are
    return any(map(_has_digits, units)) and not is_word and (not spans or (len(spans) == 1 and not spans[0].is_marked))


def _joined(units: Sequence[Unit]) -> Unit:
    number = next((unit for unit in units if unit.span), None) or next(filter(_has_digits, units))
    weights: Weights = np.mean([unit.weights for unit in units if _has_digits(unit)], axis=0)
    return replace(number, text=text_of(units), weights=weights)


def _has_digits(unit: Unit) -> bool:
    return any(map(str.isdecimal, unit.text))
