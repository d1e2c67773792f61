"""What Chinese says with numerals in a way of its own: 六成, 二十一世纪, 六十到七十度 and 八块, as others write it."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.measures import CHINESE
from service.text.numbers.numerals import CHARACTERS, COUNTED, value_of

_NUMERAL: Final = f"[{CHARACTERS}]{{1,9}}"
_TENTHS: Final = re.compile(
    rf"(?<![第几数{CHARACTERS}\d.])([一二三四五六七八九]|[1-9])成([一二三四五六七八九]?)(?=[，。！？、；\s的左以多新把提降上到是用股利]|\Z)"
)
_CENTURY: Final = re.compile(
    rf"(?<![几数上本{CHARACTERS}\d])([{CHARACTERS}]{{1,3}})世纪(?!{_NUMERAL}十?年|\d)", re.ASCII
)
_UNITS: Final = "|".join(sorted(CHINESE, key=len, reverse=True))
_RANGE: Final = re.compile(
    rf"(?<![第几数{CHARACTERS}\d.])(零下|负)?({_NUMERAL})[到至~～—-](?:零下|负)?({_NUMERAL})"
    rf"(?:(度|{_UNITS})(?!素|旦)|(?={COUNTED}))"
)
_PRICE: Final = re.compile(
    rf"(?<![第几数{CHARACTERS}\d.])({_NUMERAL})(?:块钱?|元)(?=[，。！？、；\s]|一[斤个件份本只张盒瓶位人]|\Z)"
)
_OVER: Final = re.compile(rf"(?<![第\d.,])(\d{{1,6}})[多余](块钱?|{_UNITS})(?!素|旦)", re.ASCII)
_POINT: Final = re.compile("(?<![0-9一二三四五六七八九十])零点([一二三四五六七八九]{1,4})(?![分刻十])")
_ENDINGS: Final = MappingProxyType({1: "st", 2: "nd", 3: "rd"})
_ELEVENTH, _THIRTEENTH, _TEN, _HUNDRED = 11, 13, 10, 100


def spoken_numerals(text: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each of them, and how it is written; centuries and degrees only in English."""
    is_english = base_language(target) == "en"
    for match in _TENTHS.finditer(text):
        tenth = match[1] if match[1].isascii() else value_of(match[1])
        yield *match.span(), f"{tenth}{value_of(match[2]) if match[2] else 0}%"
    yield from _ranges(text, is_english=is_english)
    yield from _amounts(text)
    for match in _CENTURY.finditer(text) if is_english else ():
        number = value_of(match[1])
        if number is not None and 0 < number < _HUNDRED:
            yield *match.span(), f"{_ordinal(number)} century"


def _ranges(text: str, *, is_english: bool) -> Iterator[tuple[int, int, str]]:
    """Degrees below zero have a sign at both ends."""
    for match in _RANGE.finditer(text):
        low, high, unit = value_of(match[2]), value_of(match[3]), match[4]
        if low is None or high is None:
            continue
        if match[1] and unit == "度" and is_english:
            yield *match.span(), f"-{low} to -{high} °C"
        elif low < high and not match[1] and (is_english or unit != "度"):
            said = f" {CHINESE.get(unit, 'degrees')}" if unit else ""
            yield *match.span(), f"{low}\u2013{high}{said}"


def _amounts(text: str) -> Iterator[tuple[int, int, str]]:
    """Prices, amounts that are a little more, and what is less than one."""
    for match in _PRICE.finditer(text):
        if (value := value_of(match[1])) is not None:
            yield *match.span(), f"{value} yuan"
    for match in _OVER.finditer(text):
        yield *match.span(), f"{match[1]}+ {CHINESE.get(match[2], 'yuan')}"
    for match in _POINT.finditer(text):
        yield *match.span(), f"0.{''.join(str(value_of(digit)) for digit in match[1])}"


def _ordinal(number: int) -> str:
    is_teen = _ELEVENTH <= number <= _THIRTEENTH
    return f"{number}{'th' if is_teen else _ENDINGS.get(number % _TEN, 'th')}"
