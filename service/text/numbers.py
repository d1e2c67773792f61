"""Whether a translation has the numbers of its source, however a language writes them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from service.text.number_words import may_say, says_large
from service.text.spans import Kind, Span

_NUMBER: Final = re.compile(r"\d+(?:[.,:'’]\d+|[ \u00a0\u202f]\d{3}(?!\d))*")
DIGIT: Final = re.compile(r"\d")
_SEPARATOR: Final = re.compile(r"\D")
# Words behind a number that stand for zeros, which another language may write out, or count otherwise.
_SCALE: Final = re.compile(
    r"\s?(?:[十百千万亿萬億]|hundred|thousand|[mb]illion|trillion|Tausend|Mill?i|Bill?i|Trill?i|[kM]\b)"
)
_HOURS = 12


@dataclass(frozen=True, slots=True)
class Difference:
    """Numbers that only the source has, and only the translation."""

    missing: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.added)


def differing_numbers(source: str, target: str, languages: tuple[str, str] = ("", "")) -> Difference:
    """The numbers that were lost or came up; how they are written, zeros or numbers in words, and 12 hours do not
    count."""
    given, found = Counter(_numbers(source)), Counter(_numbers(target))
    missing, added = list((given - found).elements()), list((found - given).elements())
    if missing and (_SCALE.search(source) or _SCALE.search(target)):
        _pair_off(missing, added, _are_equal_but_zeros)
    _pair_off(missing, added, _are_same_hour)
    is_known = all(languages)
    if is_known or not (missing and added):  # a number that became another one is no word
        added = [
            number
            for number in added
            if not (may_say(source, number, languages[0]) or (not missing and says_large(source, languages[0])))
        ]
        missing = [number for number in missing if not may_say(target, number, languages[1])]
    return Difference(tuple(missing), tuple(added))


def _numbers(text: str) -> Iterator[str]:
    return (_canonical(match[0]) for match in _NUMBER.finditer(text))


def _canonical(number: str) -> str:
    """The same however it is written: without what groups three digits, and with a point where there is another one."""
    whole, *groups = _SEPARATOR.split(number)
    if all(len(group) == 3 for group in groups):
        return whole + "".join(groups)
    *inner, last = groups
    if all(len(group) == 3 for group in inner):
        return f"{whole}{''.join(inner)}.{last}"
    return ".".join([whole, *groups])


def _pair_off(missing: list[str], added: list[str], are_equal: Callable[[str, str], bool]) -> None:
    """Take out of both lists what is the same after all."""
    for number in missing.copy():
        if (same := next((other for other in added if are_equal(number, other)), None)) is not None:
            missing.remove(number)
            added.remove(same)


def _are_equal_but_zeros(one: str, other: str) -> bool:
    return one.replace(".", "").rstrip("0") == other.replace(".", "").rstrip("0")


def _are_same_hour(one: str, other: str) -> bool:
    """3 and 15, or 3.30 and 15.30 of half past three."""
    hour, point, minutes = one.partition(".")
    return int(hour) <= _HOURS and other == f"{int(hour) + _HOURS}{point}{minutes}"


def number_spans(text: str, numbers: Sequence[str]) -> list[Span]:
    """Where `numbers`, as a difference tells them, stand in a text.

    One with a word for zeros behind it has to be translated.
    """
    wanted = set(numbers)
    return [
        Span(match.start(), match.end(), Kind.FIGURE, match[0])
        for match in _NUMBER.finditer(text)
        if _canonical(match[0]) in wanted and not _SCALE.match(text, match.end())
    ]
