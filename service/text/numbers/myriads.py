"""Numbers with a character for zeros behind them, 230万, as figures: models lose what is counted in ten thousands."""

import re
from collections.abc import Iterator
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language, is_east_asian

_ZEROS: Final = MappingProxyType({"百": 2, "千": 3, "万": 4, "萬": 4, "亿": 8, "億": 8})
_MORE: Final = "多余餘"
_NUMERALS: Final = "0-9零〇一二三四五六七八九十百千万萬亿億两半几幾数數"
_CHARACTERS: Final = "(?:[百千]?[万萬]?[亿億]|[百千]?[万萬]|[百千])"
_PART: Final = re.compile(rf"([0-9]+)({_CHARACTERS})")
_MYRIADS: Final = re.compile(
    rf"(?<![.,\d第百千万萬亿億])([0-9]{{1,4}}(?:\.[0-9]{{1,4}})?)(?: ?([{_MORE}]))? ?({_CHARACTERS})"
    rf"((?:[0-9]{{1,4}}{_CHARACTERS})*)([{_MORE}+\uff0b]?)(?![{_NUMERALS}{_MORE}分克米瓦卡帕赫焦伏])"
)
_GROUPS: Final = MappingProxyType({"en": ",", "de": "."})


def myriads(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each such number, and how a language without such characters writes it; 200多万 is 2,000,000+."""
    if text.isascii() or is_east_asian(language):
        return
    for match in _MYRIADS.finditer(text):
        number = _value(match)
        if number is not None:
            yield match.start(), match.end(), in_full(number, language) + "+" * bool(match[2] or match[5])


def joined(text: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each such number that goes on, 1万5千, and its value."""
    for match in () if text.isascii() else _MYRIADS.finditer(text):
        if match[4] and (number := _value(match)) is not None:
            yield match.start(), match.end(), str(int(number))


def in_full(number: Decimal, language: str) -> str:
    """A whole number with all its digits."""
    return f"{int(number):,}".replace(",", _GROUPS.get(base_language(language), ""))


def _value(match: re.Match[str]) -> Decimal | None:
    """What the parts amount to; None for no whole number, or parts that are not one number: 3千5万."""
    parts = [(match[1], match[3]), *_PART.findall(match[4])]
    numbers = [Decimal(digits).scaleb(_num_zeros(characters)) for digits, characters in parts]
    zeros = [_num_zeros(characters) for _, characters in parts]
    total = sum(numbers, Decimal())
    is_number = zeros == sorted(set(zeros), reverse=True) and total == total.to_integral_value()
    return total if is_number else None


def _num_zeros(characters: str) -> int:
    return sum(_ZEROS[character] for character in characters)
