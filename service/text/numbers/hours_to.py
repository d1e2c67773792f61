"""Hours from and to in Chinese, 晚上8:30-10:00: models lose one of them, or which half of the day it is."""

import re
from collections.abc import Iterator
from typing import Final

from service.text.numbers.numerals import value_of
from service.text.numbers.times import Time, times_in

_PART: Final = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|当晚"
_HOUR: Final = "[一二两三四五六七八九]|十[一二]?"
_CLOCK: Final = rf"[0-9]{{1,2}}[:\uff1a][0-9]{{2}}|(?:[0-9]{{1,2}}|{_HOUR})[点點](?:半|一刻|三刻|[0-9]{{1,2}}分?)?"
_HOURS: Final = re.compile(
    rf"({_PART}) ?({_CLOCK}) ?[~\u301c\uff5e\u2013\u2014至到-] ?({_PART})? ?({_CLOCK})"
    "(?![0-9:\uff1a钟一二三四五六七八九十])"
)
_NUMERAL: Final = re.compile("[一二两三四五六七八九十]+(?=[点點])")
_NOON: Final = 12


def hours_to(text: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each of them, and how a language writes it."""
    for match in _HOURS.finditer(text) if not text.isascii() else ():
        before, first, behind, last = match.groups()
        start = _time(before, first)
        is_same = start is not None and (int(start.hour) == _NOON or _hour(last) > int(start.hour))
        end = _time(behind or (before if is_same else ""), last)
        if start and end:
            yield *match.span(), f"{start.written(target)}\u2013{end.written(target)}"


def _time(part: str, clock: str) -> Time | None:
    plain = _NUMERAL.sub(lambda match: str(value_of(match[0])), clock)
    return next(times_in(f"{part}{plain}", "zh"), None)


def _hour(clock: str) -> int:
    digits = re.match("[0-9]+", _NUMERAL.sub(lambda match: str(value_of(match[0])), clock))
    return int(digits[0]) if digits else 0
