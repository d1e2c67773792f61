"""Times of day that a translation has in the other half of the day: 8 am for 8 pm."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.numbers.edits import Edit
from service.text.numbers.times import NOON_MINUTES, Time, paired, times_in

_HALF: Final = re.compile(r"\d\s?[ap]\.?\s?m\b|vorm|nachm|morgens|früh|abends|[上中下]午|[早晚晨]", re.IGNORECASE)
_OTHER: Final = MappingProxyType(dict(zip("apAP", "paPA", strict=True)))
_HOUR: Final = 60

Pairs = list[tuple[Time, Time]]  # of a source and of its translation


def wrong_halves(source: str, target: str, languages: tuple[str, str]) -> Pairs:
    """Times that say the same of a clock, but of the other half of the day."""
    if not (_HALF.search(source) and _HALF.search(target)):
        return []
    given, found = ([*times_in(text, language)] for text, language in zip((source, target), languages, strict=True))
    same = paired(given, found)
    others = [other for other in found if all(other is not one for _, one in same)]
    pairs = []
    for time in (time for time in given if all(time is not one for one, _ in same)):
        if wrong := next((other for other in others if _is_opposite(time, other)), None):
            others.remove(wrong)
            pairs.append((time, wrong))
    return pairs


def _is_opposite(time: Time, other: Time) -> bool:
    is_known = len(time.minutes) == len(other.minutes) == 1 and other.half is not None
    is_same = int(time.hour) == int(other.hour) and time.minute == other.minute
    return is_known and is_same and abs(min(time.minutes) - min(other.minutes)) == NOON_MINUTES


def halved(pairs: Pairs, target: str, language: str) -> Iterator[Edit]:
    """What makes them right, in a language that has words for the halves, or else by 24 hours."""
    for time, other in pairs:
        if other.half is None:
            continue
        start, end = other.half
        if language in ("en", "zh") and target[start].isascii():  # Chinese has pm, too
            yield Edit(start, start + 1, _OTHER[target[start]], time.figure)
        elif language == "zh":
            yield Edit(start, end, "下午" if min(time.minutes) >= NOON_MINUTES else "上午", time.figure)
        else:
            yield Edit(other.figure, other.figure + len(other.hour), str(min(time.minutes) // _HOUR), time.figure)
            yield Edit(start - 1, end)
