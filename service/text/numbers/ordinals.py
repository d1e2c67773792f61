"""Ordinals of English in a German translation, 2nd Stock for 2. Stock: the ending becomes a point."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from service.text.spans import Kind
from service.text.target import Unit, starts_of, text_of

_ORDINAL: Final = re.compile(r"(?<![\w.,:/-])(\d{1,3})(st|nd|rd|th)(?![^\W_])", re.IGNORECASE)
_TWICE: Final = re.compile(r"(?<=\d\.)\.\Z")
_LETTERS_BEHIND: Final = (
    r"(?!(?:st|nd|rd|th|ers?|ern|te[nrs]?|fach|mal|jähr\w*)(?![^\W\d_])|%)[^\W\d_]"  # what German may have there
)


def with_ordinals(units: Sequence[Unit], source: str) -> list[Unit]:
    """The units of a German translation with a point for each English ending, if its source has any ordinal."""
    text = text_of(units)
    if not _ORDINAL.search(source):
        return [*units]
    words = {*_places_of_words(units)}
    new: dict[int, str] = {}
    for match in _ORDINAL.finditer(text):
        if words.isdisjoint(range(*match.span())):
            new |= dict.fromkeys(range(*match.span(2)), "")
            new[match.start(2)] = "" if text[match.end() : match.end() + 1] == "." else "."
    if (twice := _TWICE.search(text)) and words.isdisjoint(range(*twice.span())):
        new[twice.start()] = source[-1] if source[-1] in "!?" else ""
    return [
        replace(unit, text="".join(new.get(place, sign) for place, sign in enumerate(unit.text, start)))
        for unit, start in zip(units, starts_of(units), strict=False)
    ]


def _places_of_words(units: Sequence[Unit]) -> Iterator[int]:
    """What somebody named, or what is a code."""
    for unit, start in zip(units, starts_of(units), strict=False):
        if unit.span and (unit.span.kind is not Kind.FIGURE or unit.span.is_marked):
            yield from range(start, start + len(unit.text))


def torn_ordinals(source: str, target: str) -> list[str]:
    """Numbers of English ordinals that a translation has with letters at them: the 3rd are no 3dd."""
    found = {match[1] for match in _ORDINAL.finditer(source)}
    return [
        number
        for number in sorted(found)
        if re.search(rf"(?<![\w.,:]){number}{_LETTERS_BEHIND}", target)
        and not re.search(rf"(?<![\w.,:]){number}{_LETTERS_BEHIND}", source)
    ]
