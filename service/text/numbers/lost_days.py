"""Days of the week and months of a source that a translation does not name, or has made other ones of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.dates import dates_in
from service.text.numbers.day_words import DAYS
from service.text.spans import Kind, Span

_LIKELY_EN: Final = re.compile(
    r"[MTWFSJAOND](?i:on|ue|ed|hu|ri|at|un|an|eb|ar|pr|ay|ul|ug|ep|ct|ov|ec)|[mtwfs](?:on|ues|ednes|hurs|ri|atur|un)day"
)
_LIKELY: Final = MappingProxyType({"en": _LIKELY_EN, "zh": re.compile("[一二三四五六日天十][^\\S\\n]?月|[期拜周]")})


def _any(words: Sequence[str]) -> str:
    return "|".join(f"(?P<d{place}>{word})" for place, word in enumerate(words))


_FOUND: Final = MappingProxyType(
    {
        "en": re.compile(rf"(?<![\w@#/$%{{.])(?:{_any([day.en for day in DAYS])})(?![\w@]|\.\w)"),
        "zh": re.compile(_any([day.zh for day in DAYS])),
    }
)
_SAID: Final = MappingProxyType(
    {
        "en": tuple(re.compile(day.said_en, re.IGNORECASE) for day in DAYS),
        "de": tuple(re.compile(day.said_de, re.IGNORECASE) for day in DAYS),
    }
)
_NAMES: Final = MappingProxyType(
    {"en": tuple(day.name_en for day in DAYS), "de": tuple(day.name_de for day in DAYS)},
)
# Whole words of months: April is a part of others. An ending of a day stays, as in montags.
_NAMED: Final = MappingProxyType(
    {
        language: tuple(
            re.compile(rf"\b{name}" + (r"\b" if day.is_month else ""), re.IGNORECASE)
            for name, day in zip(names, DAYS, strict=True)
        )
        for language, names in _NAMES.items()
    }
)
_FIRST_MONTH: Final = next(place for place, day in enumerate(DAYS) if day.is_month)
# What says several of them, and of which.
_TOGETHER: Final = re.compile(r"wochenend|weekend|w[eo][cr][hk]e?n?tag|unter der woche|week-?day", re.IGNORECASE)


def names_day(text: str, language: str) -> bool:
    """Whether a text of a language names any."""
    likely = _LIKELY.get(base_language(language))
    if likely is None or likely.search(text) is None:
        return False
    return _FOUND[base_language(language)].search(text) is not None


def lost_days(source: str, target: str, languages: tuple[str, str]) -> tuple[str, ...]:
    """Those that a translation does not name, as the source writes them, each once."""
    pattern, said = _FOUND.get(languages[0]), _SAID.get(languages[1])
    if pattern is None or said is None or _TOGETHER.search(target):
        return ()
    found = {_place(match): match[0] for match in pattern.finditer(source)}
    return tuple(written for place, written in sorted(found.items()) if not said[place].search(target))


def day_spans(text: str, lost: Sequence[str], language: str, source_language: str) -> Iterator[Span]:
    """Where lost ones stand in a text, and how they are written in a language; a date as a whole."""
    source, names = base_language(source_language), _NAMES.get(base_language(language))
    if not lost or names is None or source not in _FOUND:
        return
    dates = [(date, written) for date in dates_in(text, source) if (written := date.written(language))]
    for match in _FOUND[source].finditer(text):
        if match[0] not in lost:
            continue
        around = next(((date, said) for date, said in dates if date.start <= match.start() < date.end), None)
        if around:
            date, written = around
            yield Span(date.start, date.end, Kind.DAY if date.day else Kind.MONTH, written)
        else:
            name, is_month = names[_place(match)], DAYS[_place(match)].is_month
            written = name.upper() if match[0].isupper() else name
            yield Span(*match.span(), Kind.MONTH if is_month else Kind.DAY, written)


@dataclass(frozen=True, slots=True)
class Named:
    """Number `place` of them at `start` to `end` of a text."""

    place: int
    start: int
    end: int


def renamed(source: str, target: str, languages: tuple[str, str]) -> tuple[list[Named], list[Named]]:
    """Those that a translation does not name, and those that only it names, where it has them."""
    lost = lost_days(source, target, languages)
    given = [Named(_place(match), *match.span()) for match in _FOUND[languages[0]].finditer(source)] if lost else []
    own = {place for place, name in enumerate(_NAMED.get(languages[0], ())) if name.search(source)}
    own.update(one.place for one in given)
    own.update(_FIRST_MONTH + date.month - 1 for date in (dates_in(source, languages[0]) if lost else ()))
    named = enumerate(_NAMED[languages[1]]) if lost else ()
    others = [
        Named(place, *match.span())
        for place, pattern in named
        if place not in own
        for match in pattern.finditer(target)
    ]
    return [one for one in given if source[one.start : one.end] in lost], others


def name_of(named: Named, language: str) -> str:
    """How a language calls it."""
    return _NAMES[language][named.place]


def _place(match: re.Match[str]) -> int:
    """Which of them was found."""
    return int((match.lastgroup or "d0")[1:])
