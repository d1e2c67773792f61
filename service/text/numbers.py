"""Whether a translation has the numbers of its source, however a language writes them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.text.myriads import myriads
from service.text.number_words import may_say, says_large
from service.text.same_numbers import is_said_time, pair_off, without_same
from service.text.spans import Kind, Span

_NUMBER: Final = re.compile(r"\d+(?:[.,'’]\d+|(?<!\d{3})[:\uff1a]\d+|[ \u00a0\u202f\uff0c]\d{3}(?!\d))*")
_NARROW: Final = str.maketrans({"\uff1a": ":", "\uff0c": ","})
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
DIGIT: Final = re.compile(r"\d")
_SEPARATOR: Final = re.compile(r"\D")
# Words behind a number that stand for zeros, which another language may write out, or count otherwise: 3成 is 30 %,
# and 8折 is 20 % less.
_SCALE: Final = re.compile(
    r"(?<=\d)\s?[多余餘来來几幾]?(?:[十百千万亿萬億成折]|hundred|thousand|[mb]illion|trillion|dozen|[bt]n\b|Tausend|Tsd|Hundert|Mill?i|Mio"
    r"|Mrd|Bill?i|Trill?i|Dutzend|[kKmM]\b)"
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Numbers that only the source has, and only the translation."""

    missing: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.added)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is written at `start` to `end` of a text; `value` is as a difference tells it."""

    start: int
    end: int
    text: str
    value: str


def figures_in(text: str) -> list[Figure]:
    """In order of the text."""
    found = _NUMBER.finditer(text.translate(_SUBSCRIPTS))
    return [Figure(match.start(), match.end(), match[0], _canonical(match[0])) for match in found]


def has_to_be_translated(text: str, figure: Figure) -> bool:
    """Whether there is a word behind it with which it may become another number."""
    return _SCALE.match(text, figure.end) is not None


def differing_numbers(source: str, target: str, languages: tuple[str, str] = ("", "")) -> Difference:
    """The numbers that were lost or came up; how they are written, zeros or numbers in words, and 12 hours do not
    count."""
    given, found = (Counter(figure.value for figure in figures_in(text)) for text in (source, target))
    missing, added = list((given - found).elements()), list((found - given).elements())
    if missing and (_SCALE.search(source) or _SCALE.search(target)):
        wrong = _wrong_zeros(source, target, languages[1])
        pair_off(missing, added, lambda one, other: (one, other) not in wrong and _are_equal_but_zeros(one, other))
    if missing and added:
        without_same(missing, added, (source, target), languages)
    is_known = all(languages)
    if is_known or not (missing and added):  # a number that became another one is no word
        added = [
            number
            for number in added
            if not (may_say(source, number, languages[0]) or (not missing and says_large(source, languages[0])))
        ]
        missing = [number for number in missing if not may_say(target, number, languages[1])]
        missing = [number for number in missing if not is_said_time(number, source, target, languages[1])]
    return Difference(tuple(missing), tuple(added))


def _canonical(number: str) -> str:
    """The same however it is written: without what groups three digits, and with a point where there is another one."""
    whole, *groups = _SEPARATOR.split(number)
    if all(len(group) == 3 for group in groups):
        return whole + "".join(groups)
    *inner, last = groups
    if all(len(group) == 3 for group in inner):
        return f"{whole}{''.join(inner)}.{last}"
    return ".".join([whole, *groups])


def _are_equal_but_zeros(one: str, other: str) -> bool:
    return one.replace(".", "").rstrip("0") == other.replace(".", "").rstrip("0")


def _wrong_zeros(source: str, target: str, language: str) -> set[tuple[str, str]]:
    """What is not the same with other zeros: a number whose character says how many, and one with no word for them."""
    found = myriads(source, language)
    known = {figures_in(source[start:end])[0].value: figures_in(text)[0].value for start, end, text in found}
    plain = {figure.value for figure in figures_in(target) if not has_to_be_translated(target, figure)}
    return {(number, other) for number, exact in known.items() for other in plain if other != exact}


def written_figures(text: str, language: str = "") -> dict[int, Figure]:
    """The numbers of a text as they are written in a language, by their starts; none that have to be translated.

    If the language is known, that are also those with a character for zeros.
    """
    figures = [
        replace(figure, text=figure.text.translate(_NARROW))
        for figure in figures_in(text)
        if not has_to_be_translated(text, figure)
    ]
    if language:
        figures += [Figure(*found, _canonical(found[2].rstrip("+"))) for found in myriads(text, language)]
    return {figure.start: figure for figure in figures}


def number_spans(text: str, numbers: Sequence[str], language: str = "") -> list[Span]:
    """Where `numbers`, as a difference tells them, stand in a text, and how they are written in a language.

    One with a word for zeros behind it has to be translated.
    """
    written = written_figures(text, language)
    starts = [figure.start for figure in figures_in(text) if figure.value in numbers and figure.start in written]
    return [Span(start, written[start].end, Kind.FIGURE, written[start].text) for start in starts]


def ordinal_ending(number: str) -> str:
    """What English has behind a number that counts: 1st, 12th, 23rd."""
    is_teen = number[-2:-1] == "1"
    return "th" if is_teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1:], "th")
