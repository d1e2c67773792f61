"""Hours from and to, as 9 am-5 pm: models turn am and pm into words and lose the second one."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language

_HALF: Final = r"[ap](?:\.\s?m\.(?!\s*\Z|\s+(?-i:[A-Z]))|\.\s?m(?=\.)|m)(?![\w'’])"
_FIRST: Final = (
    rf"(?<![\w.,:/$€£¥-])(?P<first>(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5]\d))?(?:\s?(?P<half>{_HALF}))?)"
)
_LAST: Final = rf"(?P<last>(?P<last_hour>1[0-2]|0?[1-9])(?:[:.](?P<last_minute>[0-5]\d))?\s?(?P<last_half>{_HALF}))"
_RANGE: Final = rf"{_FIRST}(?P<gap>\s?[-\u2010-\u2015]\s?|\s(?:to|until|till|and)\s){_LAST}"
# A Chinese character is no part of a word.
_RANGES: Final = MappingProxyType(
    {"en": re.compile(_RANGE, re.IGNORECASE), "zh": re.compile(_RANGE, re.IGNORECASE | re.ASCII)}
)
_NOON: Final = 12
_HOUR: Final = 60


def clock_ranges(text: str, language: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of what is one part, and how the target language writes it; with a word between them, of each."""
    pattern = _RANGES.get(base_language(language))
    for match in pattern.finditer(text) if pattern else ():
        if not match["half"] and match["last_hour"] == "12":
            continue  # nobody can tell whether 9-12 am ends at noon
        first, last = _written(match, target)
        if match["gap"].strip().isalpha():
            yield *match.span("first"), first
            yield *match.span("last"), last
        else:
            yield *match.span(), f"{first}{match['gap']}{last}"


def _written(match: re.Match[str], target: str) -> tuple[str, str]:
    """Both times: by 24 hours, but for English and for languages of which that is not known."""
    if base_language(target) != "de":
        return match["first"], match["last"]
    last = _minutes(match["last_hour"], match["last_minute"], match["last_half"])
    halves = [match["half"]] if match["half"] else ["pm", "am"]
    starts = [_minutes(match["hour"], match["minute"], half) for half in halves]
    first = next((start for start in starts if start < last), starts[0])
    return _clock(first), _clock(last)


def _minutes(hour: str, minute: str | None, half: str) -> int:
    late = _NOON if half[0] in "pP" else 0
    return (int(hour) % _NOON + late) * _HOUR + int(minute or 0)


def _clock(minutes: int) -> str:
    return f"{minutes // _HOUR}:{minutes % _HOUR:02}"
