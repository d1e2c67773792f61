"""Times of day in English words, as German says them: half past three is halb vier, ten to nine is zehn vor neun."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.spans import Kind, Span

_DAY: Final = 24
_NOON: Final = 12
_DE: Final = ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
_EN: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_HOURS: Final = MappingProxyType(dict(zip(_EN, _DE, strict=True)))
_MINUTES: Final = MappingProxyType(
    {"five": "fünf", "ten": "zehn", "quarter": "Viertel", "twenty": "zwanzig", "twenty-five": "fünfundzwanzig"}
)
_WORD: Final = "|".join(_EN)
_PART: Final = r"(?: ?(?P<part>[ap])(?:m\b|\.m\.(?= [a-z])|\.m\b))?"
# With an hour in digits, or one whose half of the day is known.
_FIGURES: Final = re.compile(
    rf"\b(?:half past (?P<word>{_WORD})\b|(?:(?P<half>half past)|(?:a )?quarter (?P<side>past|to)) "
    rf"(?P<hour>1[0-2]|[1-9])(?![\w:%]|[.,/-]\d)){_PART}",
    re.IGNORECASE,
)
# What comes before it shows that "ten to nine" is neither from ten to nine nor ten of anything.
_AT: Final = "".join(
    rf"|(?<=\b{word} )" for word in ("at", "it's", "it’s", "is", "was", "until", "till", "by", "around", "about")
)[1:]
_SPOKEN: Final = re.compile(
    rf"(?:\b|(?<=\ba ))(?P<minutes>twenty-five|twenty|five|ten|quarter) past (?P<past>{_WORD})\b"
    rf"|(?:{_AT})(?:a )?(?P<before>twenty-five|twenty|five|ten|quarter) to (?P<to>{_WORD})\b(?! [a-z]{{2,20}}s\b)",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"\ba \Z", re.IGNORECASE)


def spoken_times(text: str) -> Iterator[Span]:
    """Each of an English text, with its article."""
    for match in _FIGURES.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, _clock(match))
    for match in _SPOKEN.finditer(text):
        article = _ARTICLE.search(text, max(0, match.start() - 2), match.start())
        minutes, hour = (match["minutes"], match["past"]) if match["past"] else (match["before"], match["to"])
        written = f"{_MINUTES[minutes.lower()]} {'nach' if match['past'] else 'vor'} {_HOURS[hour.lower()]}"
        yield Span(article.start() if article else match.start(), match.end(), Kind.FIGURE, written)


def _clock(match: re.Match[str]) -> str:
    """By 24 hours where the half of the day is known; German names the hour that is half over."""
    word, part = (match["word"] or "").lower(), (match["part"] or "").lower()
    if word and not part:
        return f"halb {_DE[(_EN.index(word) + 1) % _NOON]}"
    hour = _EN.index(word) + 1 if word else int(match["hour"])
    if part:
        hour = hour % _NOON + (_NOON if part == "p" else 0)
    if word or match["half"]:
        return f"{hour}:30"
    if match["side"].lower() == "past":
        return f"{hour}:15"
    before = (hour - 1) % _DAY if part else (hour - 2) % _NOON + 1
    return f"{before}:45"
