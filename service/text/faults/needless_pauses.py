"""Commas and the like that no translation has, before another sign, a bracket or all words; and words at numbers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from service.text.brackets.settling import without
from service.text.faults.copied_stops import without_copied_stops
from service.text.target import Unit, spliced, starts_of, text_of

_HIDDEN: Final = "\0"
_DOUBLED: Final = re.compile(r"(?<=[,;，；、])[ \u00a0]?[,;，；、]|[,;，；、](?=[.。!！?？](?:\s|\Z))")
_BETWEEN_BRACKETS: Final = re.compile(r"(?<=[\]】])[,;，；、](?=[ \u00a0]?[\[【])")
_FIRST: Final = re.compile(r"\s*(?P<signs>[.,;:!?，；：、。！？]+)(?P<space>\s*)(?=[\w\0])")
# A number of things is no ordinal: 1 pinch of salt.
_NUMBER: Final = re.compile(r"(\d{1,3}) [a-z]")
_ORDINAL: Final = re.compile(r"(\d{1,3})\.(?= ?[A-Z])")
_GLUED: Final = re.compile(
    r"(?<![\w.,:/-])(\d{1,4})(?=[a-zäöüß]{3,})(?!fach|mal|prozent|jähr|tägig|stünd|minüt|monat|wöch|köpf|stell|teil|seit)"
)
_WORD: Final = re.compile(r"\w+|\S")
_SIGN: Final = re.compile(r"[\s\"'“”„‘’«»(（「『\[]*[.,;:!?，；：、。！？…⋯·]")
_BEFORE_BRACKET: Final = re.compile(r"(?<=\w)[,;:，；：、](?=[ \u00a0]?[(（])")


def without_needless_pauses(units: Sequence[Unit], source: str) -> list[Unit]:
    """The units without such signs, if their source has none of the kind."""
    places = _found(_DOUBLED, units, source) | _found(_BETWEEN_BRACKETS, units, source)
    units = without(units, places) if places else units
    units = _without_first(units, source)
    if (number := _NUMBER.match(source)) and (said := _ORDINAL.match(_masked(units))) and said[1] == number[1]:
        units = without(units, {said.end(1)})
    units = _with_spaces(units, source)
    places = _found(_BEFORE_BRACKET, units, source)
    return without_copied_stops(_with_space(units, places) if places else [*units], source)


def _without_first(units: Sequence[Unit], source: str) -> Sequence[Unit]:
    """The units without signs before the first word, if the source begins with none and has them at no such word: .5 of
    0.5."""
    match = _FIRST.match(_masked(units))
    if match is None or _SIGN.match(source):
        return units
    word = _WORD.match(text_of(units), match.end())
    is_known = word is not None and not match["space"] and match["signs"] + word[0] in source
    return units if is_known else without(units, {*range(match.end())})


def _with_spaces(units: Sequence[Unit], source: str) -> Sequence[Unit]:
    """The units with a space behind each number to which a word is glued that is apart from it in the source."""
    for match in reversed([*_GLUED.finditer(_masked(units))]):
        number = re.escape(match[1])
        if re.search(rf"(?<![\w.,]){number} [a-z]", source) and not re.search(rf"(?<!\d){number}[^\W\d_]", source):
            first = next(unit for unit, start in _ended(units) if start >= match.end())
            space = Unit(" ", first.start, first.end, first.weights, places=first.places)
            units = spliced(units, match.end(), match.end(), [space])
    return units


def _ended(units: Sequence[Unit]) -> Iterator[tuple[Unit, int]]:
    """Each with where it ends."""
    return zip(units, [*starts_of(units)][1:], strict=True)


def _found(pattern: re.Pattern[str], units: Sequence[Unit], source: str) -> set[int]:
    text = _masked(units)
    places = {place for match in pattern.finditer(text) for place in range(*match.span())}
    return places if places and not pattern.search(source) else set()


def _with_space(units: Sequence[Unit], places: set[int]) -> list[Unit]:
    """The units with a space at some places, or with nothing where one is behind them."""
    text = text_of(units)
    new = {place: "" if text[place + 1 : place + 2].isspace() else " " for place in places}
    return [
        replace(unit, text="".join(new.get(place, sign) for place, sign in enumerate(unit.text, start)))
        for unit, start in zip(units, starts_of(units), strict=False)
    ]


def _masked(units: Sequence[Unit]) -> str:
    return "".join(_HIDDEN * len(unit.text) if unit.span else unit.text for unit in units)
