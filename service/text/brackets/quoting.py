"""Quotation marks that a model makes up or mixes: where one has no other, none stays; two belong together in form."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.text.brackets.nesting import QUOTES, bracket_places, has_brackets, has_marks
from service.text.brackets.settling import masked_text_of, without
from service.text.target import Unit, starts_of

_QUOTE: Final = re.compile(f"[{QUOTES}]")
_FORMS: Final = frozenset({'""', "“”", "„“", "„”", "””", "‟”", "«»", "»«", "»»", "「」", "『』"})


def without_stray_marks(units: list[Unit], source: str, *, keeps_space: bool) -> list[Unit]:
    """The units without quotation marks, if one of them has no other, and without brackets; if the source has none.

    Of a stream, the white space before them may have been sent: whoever `keeps_space` does not take it back.
    """
    if _QUOTE.search(source):
        units = [replace(unit, text=unit.text.replace("''", '"')) if unit.span is None else unit for unit in units]
    text = masked_text_of(units)
    quotes = _places(text) if _has_stray_quotes(text, source) else []
    brackets = () if has_brackets(source) else bracket_places(text)
    return without(units, {*quotes, *brackets}, keeps_space=keeps_space) if quotes or brackets else units


def has_stray_marks(text: str, source: str) -> bool:
    """Whether there is such a mark, or a bracket, in a translation whose source has none."""
    return has_marks(text) and (has_brackets(text) or _has_stray_quotes(text, source))


def _has_stray_quotes(text: str, source: str) -> bool:
    return len(_places(text)) % 2 == 1 and _QUOTE.search(source) is None


def _places(text: str) -> list[int]:
    return [match.start() for match in _QUOTE.finditer(text)]


def in_one_form(units: Sequence[Unit], text: str, wanted: Sequence[tuple[str, str]]) -> list[Unit]:
    """The units, whose text without what is protected is `text`, with two `wanted` marks for two that do not fit."""
    places = _places(text)
    found = zip(places[::2], places[1::2], wanted, strict=False)
    new = {
        place: mark
        for first, last, marks in found
        if text[first] + text[last] not in _FORMS
        for place, mark in zip((first, last), marks, strict=True)
    }
    return [
        replace(unit, text="".join(new.get(place, sign) for place, sign in enumerate(unit.text, start)))
        for unit, start in zip(units, starts_of(units), strict=False)
    ]
