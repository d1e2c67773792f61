"""Dates of a text with the name or the number of a month, and how another language writes them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language

_EN: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DE: Final = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
)  # fmt: skip
_MONTHS: Final = MappingProxyType({"en": _EN, "de": _DE})
_SHORT: Final = 3  # letters
_ORDINAL: Final = "(?:st|nd|rd|th)?"
_NAME: Final = rf"(?:{'|'.join(_EN)}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
_PATTERNS: Final = MappingProxyType(
    {
        "en": re.compile(
            rf"(?<![\w.,/:-])(?:(?P<day>[0-3]?\d){_ORDINAL} (?:of )?(?P<name>{_NAME})|(?P<first>{_NAME}) "
            rf"(?:the )?(?P<last>[0-3]?\d){_ORDINAL}(?![\d:]|[.,/-]\d)|(?P<alone>{_NAME})(?= \d{{4}}(?!\d)))"
            r"(?:,? (?P<year>\d{4})(?![\d:]|[.,/-]\d))?(?!\w| [ap]\.?m\b)"
        ),
        "zh": re.compile(
            r"(?<![\d.第])(?:(?P<year>\d{4}) ?年 ?)?(?P<month>1[0-2]|0?[1-9]) ?月(?: ?(?P<day>[0-3]?\d) ?[日号號])?"
            r"(?![球薪])"
        ),
    }
)


_SHORT_DE: Final = r"(?:Jan|Feb|Mrz|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\b\.?(?!\w)"
_NAMES_OF_MONTHS: Final = MappingProxyType(
    {"en": re.compile(rf"\b{_NAME}\b"), "de": re.compile(rf"\b(?:{'|'.join(_DE)}|{_SHORT_DE})\b")}
)


@dataclass(frozen=True, slots=True)
class Date:
    """At `start` to `end` of a text; empty what it does not have."""

    start: int
    end: int
    year: str
    month: int
    day: str

    def written(self, language: str) -> str | None:
        """As a language writes it; None if that is not known."""
        names = _MONTHS.get(base_language(language))
        if names is None:
            return None
        name = names[self.month - 1]
        if base_language(language) == "de":
            return " ".join(filter(None, (f"{self.day}." if self.day else "", name, self.year)))
        day = f"{name} {self.day}" if self.day else name
        return (", " if self.day else " ").join(filter(None, (day, self.year)))


def dates_in(text: str, language: str) -> Iterator[Date]:
    """In order; of languages whose dates are not known, none."""
    pattern = _PATTERNS.get(language)
    for match in pattern.finditer(text) if pattern else ():
        found = match.groupdict()
        day = (found["day"] or found.get("last") or "").lstrip("0")
        yield Date(*match.span(), found["year"] or "", _month(found), day)


def without_months(text: str, language: str, source: str, source_language: str) -> str:
    """A translation without the names of months, where its source has some as names, too: they are no numbers."""
    own, given = _NAMES_OF_MONTHS.get(language), _NAMES_OF_MONTHS.get(source_language)
    return own.sub(" ", text) if own and given and given.search(source) else text


def torn_days(source: str, target: str, source_language: str) -> list[str]:
    """Days of dates that a translation has with letters at them: May 3 is no 3ai."""
    days = [date.day for date in dates_in(source, source_language) if date.day]
    return [day for day in days if _has_letters(target, day) and not _has_letters(source, day)]


def _has_letters(text: str, day: str) -> bool:
    return re.search(rf"(?<![\d.,:]){day}(?!(?:st|nd|rd|th)\b)[A-Za-z\u00c0-\u024f]", text) is not None


def _month(found: dict[str, str | None]) -> int:
    if number := found.get("month"):
        return int(number)
    name = next(name for key in ("name", "first", "alone") if (name := found[key]))
    return next(number for number, month in enumerate(_EN, start=1) if month.startswith(name[:_SHORT]))
