"""Times of day that a translation has in the other half of the day, 8 am for 8 pm, or without it: 8 Uhr for 8 pm.

German counts the hours of a day from 0 to 24, so one without a word for its half is one before noon. In English it may
be either: only those behind noon have to be told.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from types import MappingProxyType
from typing import Final

from service.text.numbers.edits import Edit
from service.text.numbers.times import NOON_MINUTES, Time, paired, times_in

_HALF: Final = re.compile(r"\d\s?[ap]\.?\s?m\b|vorm|nachm|morgens|früh|abends|[上中下]午|[早晚晨]", re.IGNORECASE)
_OTHER: Final = MappingProxyType(dict(zip("apAP", "paPA", strict=True)))
_HOUR: Final = 60
_NOON: Final = 12
_SAID: Final = MappingProxyType(
    {
        "de": re.compile(
            r"(?:abend|nachmittag|mittag|nacht|vormittag)s?\b|morgens\b|früh\b|\b(?:am|heute|jeden|diesen) morgen\b"
            r"|\b(?:nach|vor)m\.|\d\s?[ap]\.?\s?m\b",
            re.IGNORECASE,
        ),
        "en": re.compile(r"\b[ap]\.?\s?m\b|\d[ap]m\b|noon|night|evening|morning", re.IGNORECASE),
    }
)
_O_CLOCK: Final = re.compile(r"\s?o['’]clock\b")

Pairs = list[tuple[Time, Time]]  # of a source and of its translation


def wrong_halves(source: str, target: str, languages: tuple[str, str]) -> Pairs:
    """Times that say the same of a clock, but of the other half of the day, or of none where it has to be said."""
    if not _HALF.search(source):
        return []
    said = _SAID.get(languages[1])
    is_unsaid = said is not None and not said.search(target)
    if not (is_unsaid or _HALF.search(target)):
        return []
    given, found = ([*times_in(text, language)] for text, language in zip((source, target), languages, strict=True))
    return [*_without_halves(given, found, languages[1])] if is_unsaid else _opposite(given, found)


def _without_halves(given: list[Time], found: list[Time], language: str) -> Iterator[tuple[Time, Time]]:
    """Those that look the same on a clock, in order, and are not the same by 24 hours, or need a half in English."""
    others = {clock: [*times] for clock, times in groupby(sorted(found, key=_clock), _clock)}
    for clock, group in groupby(sorted(given, key=_clock), _clock):
        times, same = [*group], others.get(clock, [])
        if language == "de" and sorted(map(_minutes, same)) == sorted(min(time.minutes) for time in times):
            continue  # in another order
        if len(times) == len(same):
            yield from (
                (time, other) for time, other in zip(times, same, strict=True) if _is_lost(time, other, language)
            )


def _clock(time: Time) -> tuple[int, int]:
    """What a clock with hands shows."""
    return int(time.hour) % _NOON, time.minute


def _minutes(time: Time) -> int:
    """Of the day, by 24 hours."""
    return int(time.hour) * _HOUR + time.minute


def _is_lost(time: Time, other: Time, language: str) -> bool:
    is_known, may_be_both = len(time.minutes) == 1, len(other.minutes) > 1 and other.hour[0] != "0"
    if not (is_known and may_be_both):
        return False
    return min(time.minutes) >= NOON_MINUTES if language == "en" else _minutes(other) not in time.minutes


def _opposite(given: list[Time], found: list[Time]) -> Pairs:
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
            yield from _with_half(time, other, target, language)
            continue
        start, end = other.half
        if language in ("en", "zh") and target[start].isascii():  # Chinese has pm, too
            yield Edit(start, start + 1, _OTHER[target[start]], time.figure)
        elif language == "zh":
            yield Edit(start, end, "下午" if min(time.minutes) >= NOON_MINUTES else "上午", time.figure)
        else:
            yield Edit(other.figure, other.figure + len(other.hour), str(min(time.minutes) // _HOUR), time.figure)
            yield Edit(start - 1, end)


def _with_half(time: Time, other: Time, target: str, language: str) -> Iterator[Edit]:
    if language == "en":
        word = _O_CLOCK.match(target, other.end)
        half = "pm" if min(time.minutes) >= NOON_MINUTES else "am"
        written = f"{target[other.figure : other.end]} {half}"
        yield Edit(other.figure, word.end() if word else other.end, written, time.figure)
    else:
        hour = str(min(time.minutes) // _HOUR)
        yield Edit(other.figure, other.figure + len(other.hour), hour, time.figure)
