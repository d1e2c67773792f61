"""Commas and the like that no translation has: before another sign, since what stood between is gone, or before (."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.text.brackets.settling import without
from service.text.target import Unit, starts_of

_HIDDEN: Final = "\0"
_DOUBLED: Final = re.compile(r"(?<=[,;，；、])[ \u00a0]?[,;，；、]|[,;，；、](?=[.。!！?？](?:\s|\Z))")
_BEFORE_BRACKET: Final = re.compile(r"(?<=\w)[,;:，；：、](?=[ \u00a0]?[(（])")


def without_needless_pauses(units: Sequence[Unit], source: str) -> list[Unit]:
    """The units without such signs, if their source has none of the kind."""
    places = _found(_DOUBLED, units, source)
    units = without(units, places) if places else units
    places = _found(_BEFORE_BRACKET, units, source)
    return _with_space(units, places) if places else [*units]


def _found(pattern: re.Pattern[str], units: Sequence[Unit], source: str) -> set[int]:
    text = "".join(_HIDDEN * len(unit.text) if unit.span else unit.text for unit in units)
    places = {place for match in pattern.finditer(text) for place in range(*match.span())}
    return places if places and not pattern.search(source) else set()


def _with_space(units: Sequence[Unit], places: set[int]) -> list[Unit]:
    """The units with a space at some places, or with nothing where one is behind them."""
    text = "".join(unit.text for unit in units)
    new = {place: "" if text[place + 1 : place + 2].isspace() else " " for place in places}
    return [
        replace(unit, text="".join(new.get(place, sign) for place, sign in enumerate(unit.text, start)))
        for unit, start in zip(units, starts_of(units), strict=False)
    ]
