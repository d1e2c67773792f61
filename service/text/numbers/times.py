"""Times of day of a text: which minutes of a day each may be, and how another language writes it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language

_HOUR: Final = 60
_NOON: Final = 12
NOON_MINUTES: Final = _NOON * _HOUR
_DAY: Final = 24
_CLOCK: Final = r"(?<![\w:/\uff1a-])(?<!\d[.,])(?<!\d [-\u2013] )(?P<hour>[01]?\d|2[0-4])"
_MINUTES: Final = r"(?P<minutes>[0-5]\d)(?![\d:\uff1a]|[.,]\d)"
_PARTS_BEFORE: Final = (
    *("half past", "halb", "dreiviertel", "viertel"),
    *(f"{part} {word}" for part in ("quarter", "five", "ten", "twenty") for word in ("past", "to")),
    *(f"{part} {word}" for part in ("viertel", "fünf", "zehn", "zwanzig") for word in ("nach", "vor")),
)
_NO_PART: Final = "".join(rf"(?<!\b(?i:{words}) )" for words in _PARTS_BEFORE)  # half past 3 pm is not 3 pm
_WORDS: Final = MappingProxyType(
    {
        "fünf": 5, "zehn": 10, "fünfzehn": 15, "zwanzig": 20, "fünfundzwanzig": 25, "dreißig": 30,
        "fünfunddreißig": 35, "vierzig": 40, "fünfundvierzig": 45, "fünfzig": 50, "fünfundfünfzig": 55,
    }
)  # fmt: skip
_LATIN: Final = r"\s?([apAP])\.?[mM](?![A-Za-z])"
_PATTERNS: Final = MappingProxyType(
    {
        "en": re.compile(
            rf"{_NO_PART}{_CLOCK}(?:(?:[:.]{_MINUTES})?\s?(?P<half>[ap])(?:\.\s?m(?:\.(?=\s?[a-z,;:)])|\b)|m\b)"
            rf"|:{_MINUTES.replace('minutes', 'bare')}|(?= o['’]clock))",
            re.IGNORECASE,
        ),
        "de": re.compile(
            rf"{_NO_PART}{_CLOCK}(?:(?:[:.]{_MINUTES})?(?=\s?Uhr\b)"
            rf"(?:\sUhr (?:(?P<behind>[0-5]\d)(?![\d.,:])|(?P<word>{'|'.join(_WORDS)})\b))?"
            rf"|:{_MINUTES.replace('minutes', 'bare')}|(?<=\b[Uu]m \d)(?=[.,!?]?\Z))"
            r"(?=(?:\s?Uhr)?(?: (?P<half>morgens|früh|vorm(?:ittags|\.)|nachm(?:ittags|\.)|abends))?)"
        ),
        "zh": re.compile(
            r"(?<![第\d.,:/\uff1a-])(?P<half>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|当晚|晚|)\s?"
            r"(?<![\d.,:/\uff1a-])(?P<hour>[01]?\d|2[0-4])"
            rf"(?:(?:[:\uff1a]{_MINUTES}|(?={_LATIN}))(?:{_LATIN.replace('(', '(?P<latin>', 1)})?"
            r"|\s?[点點时時](?!间|間|[^\W\d]?[建意原要理内]|差)钟?\s?(?:(?P<bare>[0-5]?\d)\s?分?(?![\d.:至到月日]|钟)"
            r"|(?P<word>半|一刻|三刻)|(?<!\s)(?!\s?\d|[零〇一二三四五六七八九十两过])))"
        ),
    }
)
_PARTS: Final = MappingProxyType({"半": 30, "一刻": 15, "三刻": 45, **_WORDS})
_BEFORE_NOON: Final = frozenset({"a", "morgens", "früh", "vormittags", "vorm.", "凌晨", "清晨", "早上", "早晨", "上午"})
_BEHIND_NOON: Final = frozenset({"p", "nachmittags", "nachm.", "abends", "下午", "傍晚"})
# With these, a word for a part of the day says more than that.
_APART: Final = re.compile(r"(?:每[天日个]?(?:[早晚]上|早晨|[上下中]午)|[今当]晚)\s?$")
_LONGEST: Final = 8  # of such words
_EVENING: Final = frozenset({"晚上", "今晚", "当晚", "晚"})


@dataclass(frozen=True, slots=True)
class Time:
    """At `start` to `end` of a text; `minutes` of a day that it may be: 3:30 is also 15:30, 3:30 am is not.

    The hour is at `figure`. The word for the part of the day is before it, unless it `is_apart`.
    """

    start: int
    end: int
    figure: int
    is_apart: bool
    hour: str  # as it is there
    sign: str  # between it and the minutes
    minute: int
    minutes: frozenset[int]
    half: tuple[int, int] | None = None  # from and to of the word for the half of the day

    @property
    def bare(self) -> str:
        """Without the part of the day."""
        return f"{self.hour}{self.sign}{self.minute:02}"

    @property
    def values(self) -> frozenset[str]:
        """The numbers that a difference may tell it as."""
        return frozenset({self.hour, f"{self.hour}.{self.minute:02}"})

    def said(self, text: str) -> str:
        """As it is in its text, with the word for the half of the day."""
        start, end = self.half or (self.start, self.end)
        return text[min(start, self.start) : max(end, self.end)]

    def written(self, language: str) -> str:
        """As a language writes it: by 24 hours, but in English; what may be of either half of a day stays as it is."""
        is_known, is_late = len(self.minutes) == 1, min(self.minutes) >= NOON_MINUTES
        if not is_known or not 0 < int(self.hour) <= _NOON:
            return self.bare
        if base_language(language) == "en":
            return f"{int(self.hour)}{self.sign}{self.minute:02} {'pm' if is_late else 'am'}"
        hour, minute = divmod(min(self.minutes), _HOUR)
        return f"{hour}{self.sign}{minute:02}"


def times_in(text: str, language: str) -> Iterator[Time]:
    """In order; of languages whose times are not known, none."""
    pattern = _PATTERNS.get(language)
    return (_time(match) for match in pattern.finditer(text)) if pattern else iter(())


def latin_times(text: str, language: str, target: str) -> Iterator[tuple[int, int, str]]:
    """From and to of each with am or pm in a language that has other words for them, and how another one writes it."""
    if base_language(language) == "zh":
        for time in times_in(text, "zh"):
            if text[time.end - 1] in "mM":
                yield time.start, time.end, time.written(target)


def paired(given: Iterable[Time], found: Iterable[Time]) -> list[tuple[Time, Time]]:
    """Those of a source and of its translation that may be the same, one by one."""
    pairs, others = [], list(found)
    for time in given:
        if same := next((other for other in others if not time.minutes.isdisjoint(other.minutes)), None):
            others.remove(same)
            pairs.append((time, same))
    return pairs


def _time(match: re.Match[str]) -> Time:
    found = match.groupdict()
    digits = next((found[name] for name in ("minutes", "bare", "behind") if found.get(name)), None)
    minute = _PARTS[part] if (part := found.get("word")) else int(digits or 0)
    name = "half" if found["half"] else "latin"
    half = (found.get(name) or "").lower()
    figure = match.start("hour")
    is_apart = (
        match.start("half") >= match.end()
        or _APART.search(match.string[max(0, figure - _LONGEST) : figure]) is not None
    )
    minutes = _minutes(int(found["hour"]), minute, half)
    sign = "." if match.string.startswith(".", match.end("hour")) else ":"
    return Time(
        *match.span(), figure, is_apart, found["hour"], sign, minute, minutes, match.span(name) if half else None
    )


def _minutes(hour: int, minute: int, half: str) -> frozenset[int]:
    """Of the day; 12 in the evening is midnight, and may be meant as noon."""
    early = hour % _NOON * _HOUR + minute
    late = early + NOON_MINUTES
    if hour > _NOON or not hour:
        return frozenset({hour % _DAY * _HOUR + minute})
    if half in _BEFORE_NOON:
        return frozenset({early})
    is_late = half in _BEHIND_NOON or (half in _EVENING and hour != _NOON)
    return frozenset({late}) if is_late else frozenset({early, late})
