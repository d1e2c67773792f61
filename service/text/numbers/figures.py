"""The numbers of a text, however a language writes them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.myriads import joined, myriads
from service.text.numbers.scales import quantities, translated

_NUMBER: Final = re.compile(r"\d+(?:[.,'’]\d+|(?<!\d{3})(?:[:\uff1a]\d+|: 00(?!\d))|[ \u00a0\u202f\uff0c]\d{3}(?!\d))*")
_NARROW: Final = str.maketrans({"\uff1a": ":", "\uff0c": ","})
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUBSCRIPT: Final = re.compile("[₀-₉]")
DIGIT: Final = re.compile(r"\d")
_SEPARATOR: Final = re.compile(r"\D+")
# Words behind a number that stand for zeros, which another language may write out, or count otherwise: 3成 is 30 %,
# and 8折 is 20 % less.
_SCALE: Final = re.compile(
    r"(?<=\d)\s?[多余餘来來几幾]?(?:[十百千万亿萬億成折]|hundred|thousand|[mb]illion|trillion|dozen|[bt]n\b|Tausend|Tsd|Hundert|Mill?i|Mio"
    r"|Mrd|Bill?i|Trill?i|Dutzend|[kKmM]\b)"
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is written at `start` to `end` of a text; `value` is as a difference tells it."""

    start: int
    end: int
    text: str
    value: str


def figures_in(text: str) -> list[Figure]:
    """In order of the text; 1万5千 is one."""
    figures = [Figure(match.start(), match.end(), match[0], _canonical(match[0])) for match in _matches(text)]
    for start, end, value in joined(text):
        inner = [figure for figure in figures if start <= figure.start < end]
        first = figures.index(inner[0])
        figures[first : first + len(inner)] = [Figure(start, end, text[start:end], value)]
    return figures


def values_in(text: str) -> list[str]:
    """The values alone, which is faster: every sentence with a digit is looked at."""
    if not any(joined(text)):
        return [_canonical(match[0]) for match in _matches(text)]
    return [figure.value for figure in figures_in(text)]


def _matches(text: str) -> Iterator[re.Match[str]]:
    is_plain = text.isascii() or not _SUBSCRIPT.search(text)
    return _NUMBER.finditer(text if is_plain else text.translate(_SUBSCRIPTS))


def has_to_be_translated(text: str, figure: Figure) -> bool:
    """Whether there is a word behind it with which it may become another number."""
    return _SCALE.match(text, figure.end) is not None


def _canonical(number: str) -> str:
    """The same however it is written: without what groups three digits, and with a point where there is another one."""
    if number.isdecimal():
        return number
    whole, *groups = _SEPARATOR.split(number)
    if all(len(group) == 3 for group in groups):
        return whole + "".join(groups)
    *inner, last = groups
    if all(len(group) == 3 for group in inner):
        return f"{whole}{''.join(inner)}.{last}"
    return ".".join([whole, *groups])


def written_figures(text: str, language: str = "", source_language: str = "") -> dict[int, Figure]:
    """The numbers of a text as they are written in a language, by their starts; none that have to be translated.

    If the language is known, that are also those with a character or a word for zeros.
    """
    figures = [
        replace(figure, text=figure.text.translate(_NARROW))
        for figure in figures_in(text)
        if not has_to_be_translated(text, figure)
    ]
    if language:
        figures += [Figure(*found, _canonical(found[2].rstrip("+"))) for found in myriads(text, language)]
        for quantity in quantities(text, base_language(source_language)):
            written = translated(quantity, language)
            figures.append(Figure(quantity.start, quantity.end, written, _canonical(quantity.number)))
    return {figure.start: figure for figure in figures}


def ordinal_ending(number: str) -> str:
    """What English has behind a number that counts: 1st, 12th, 23rd."""
    is_teen = number[-2:-1] == "1"
    return "th" if is_teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1:], "th")
