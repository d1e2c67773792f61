"""Whether a translation has the numbers of its source, however a language writes them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from service.text.spans import Kind, Span

_NUMBER: Final = re.compile(r"\d+(?:[.,:'’]\d+|[ \u00a0\u202f]\d{3}(?!\d))*")
_SEPARATOR: Final = re.compile(r"\D")
# Words behind a number that stand for zeros, which another language may write out, or count otherwise.
_SCALE: Final = re.compile(
    r"\s?(?:[十百千万亿萬億]|hundred|thousand|[mb]illion|trillion|Tausend|Mill?i|Bill?i|Trill?i|[kM]\b)"
)
_LARGEST_WORD = 12  # numbers up to here are often written as words
_HOURS = 12


@dataclass(frozen=True, slots=True)
class Difference:
    """Numbers that only the source has, and only the translation."""

    missing: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.added)


def differing_numbers(source: str, target: str) -> Difference:
    """The numbers that were lost or came up; separators, zeros or small numbers in words, and 12 hours do not count."""
    given, found = Counter(_numbers(source)), Counter(_numbers(target))
    missing, added = list((given - found).elements()), list((found - given).elements())
    if missing and (_SCALE.search(source) or _SCALE.search(target)):
        _pair_off(missing, added, _are_equal_but_zeros)
    _pair_off(missing, added, _are_same_hour)
    return Difference(
        tuple(number for number in missing if not _may_be_word(number)),
        tuple(number for number in added if not _may_be_word(number)),
    )


def _numbers(text: str) -> Iterator[str]:
    """The digits of each number, without what separates them."""
    return (_SEPARATOR.sub("", match[0]) for match in _NUMBER.finditer(text))


def _pair_off(missing: list[str], added: list[str], are_equal: Callable[[str, str], bool]) -> None:
    """Take out of both lists what is the same after all."""
    for number in missing.copy():
        if (same := next((other for other in added if are_equal(number, other)), None)) is not None:
            missing.remove(number)
            added.remove(same)


def _are_equal_but_zeros(one: str, other: str) -> bool:
    return one.rstrip("0") == other.rstrip("0")


def _are_same_hour(one: str, other: str) -> bool:
    """3 and 15, or 330 and 1530 of half past three."""
    hour, minutes = (one[:-2], one[-2:]) if len(one) > 2 else (one, "")
    return hour.isdecimal() and int(hour) <= _HOURS and other == f"{int(hour) + _HOURS}{minutes}"


def _may_be_word(number: str) -> bool:
    return int(number) <= _LARGEST_WORD and len(number) <= 2


def number_spans(text: str, numbers: Sequence[str]) -> list[Span]:
    """Where `numbers`, digits alone, stand in a text. One with a word for zeros behind it has to be translated."""
    wanted = set(numbers)
    return [
        Span(match.start(), match.end(), Kind.FIGURE, match[0])
        for match in _NUMBER.finditer(text)
        if _SEPARATOR.sub("", match[0]) in wanted and not _SCALE.match(text, match.end())
    ]
