"""Small parts of everyday texts of which a model makes anything: 2 tbsp, half past 10, No. 10, Chapter IV, Re:, C:."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.protection.short_days import may_have_short_days
from service.text.spans import Kind, Span

_AMOUNT: Final = r"(?<![\w.,/])(?P<amount>\d{1,3}(?:[.,/-]\d{1,3})?(?: ?[¼½¾⅓⅔]| \d/\d)?|[¼½¾⅓⅔])"
_SPOONS: Final = re.compile(
    rf"{_AMOUNT} ?(?P<spoon>[Tt](?:bsp|sp|able ?spoon|ea ?spoon))s?\b(?:\.(?= ?[a-z]))?(?: of\b)?"
)
_PARTED: Final = re.compile(
    r"\b(?:half past (?P<word>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"|(?:(?P<half>half past)|(?:a )?quarter (?P<side>past|to)) (?P<hour>1[0-2]|[1-9])(?![\w:%]|[.,/-]\d))"
    r"(?: ?(?P<part>[ap])(?:m\b|\.m\.(?= [a-z])|\.m\b))?",
    re.IGNORECASE,
)
_THINGS: Final = ("tracking", "phone", "track", "house", "contract", "flight")
_BEHIND_THING: Final = "|".join(rf"(?<=\b{thing} )no\." for thing in _THINGS)
_NUMBERED: Final = re.compile(rf"(?:\bNo\.|{_BEHIND_THING}) ?(\d{{1,20}})(?!\w|[.,]\d| [a-z])")
_PARTS: Final = (
    "Chapter|Part|Section|Volume|Vol\\.|Book|Act|Article|Annex|Appendix|Figure|Table|Phase|Level|Exhibit|Option"
)
_LETTERED: Final = re.compile(rf"\b(?:{_PARTS}) ([IVXLC]{{2,7}}|[A-HJ-Z])(?![\w'’-]|\.\w)")
# Of a mail that answers another one; a drive; a sign that is spoken of.
_ALONE: Final = re.compile(
    r"^(?:(?:[Rr]e|RE|[Ff]wd?|FWD?):[ \t]{1,3}){1,9}(?=\S)"
    r"|(?:(?<=\b[Dd]rive )|(?<=\b[Dd]isk ))[A-Z]:(?!\w)|\b[A-Z]:(?= drive\b)"
    r"|(?<= )[(\uff08][-*#!?+=†‡§%&]{1,3}[)\uff09](?!\w)"
    r"|\[[ xX]\](?!\w|\()|Ø ?(?=\d)",
    re.MULTILINE,
)
# A sign in quotation marks, a zone of time, and inches that a reader could take for a word.
_AS_IT_IS: Final = re.compile(
    r"(?<!\w)(?P<quote>['\"])[;:,.!?]{1,3}(?P=quote)(?!\w)|\b(?:GMT|UTC) ?[-+\u2212]\d{1,2}(?::\d\d)?(?![\w:])"
    r"|(?<![\w.,/])\d{1,4}(?:[.,]\d{1,3})? in(?= \(\d)"
)
_LIKELY: Final = re.compile(rf"half past|quarter |[A-Z]\.? ?[A-Z]\.|[a-z] (?:I[IVX]|VI|XI?V|XI)|\b(?:{_PARTS}) [A-Z]\b")
_DAY: Final = 24
_NOON: Final = 12
# German names the hour that is half over.
_HALVES: Final = MappingProxyType(
    {
        "one": "zwei", "two": "drei", "three": "vier", "four": "fünf", "five": "sechs", "six": "sieben",
        "seven": "acht", "eight": "neun", "nine": "zehn", "ten": "elf", "eleven": "zwölf", "twelve": "eins",
    }
)  # fmt: skip


def may_be_everyday(text: str) -> bool:
    """Whether there may be any of them, a short day or a name with initials in a text that looks like none."""
    return _LIKELY.search(text) is not None or may_have_short_days(text)


def everyday_spans(text: str, language: str, target: str) -> Iterator[Span]:
    """Each of them; what German writes otherwise only between the two languages."""
    for match in _ALONE.finditer(text):
        is_drive = match[0][-1] == ":" and len(match[0]) == len("C:")
        yield Span(*match.span(), Kind.WORD if is_drive else Kind.OMITTED, match[0])
    for match in _AS_IT_IS.finditer(text):
        yield Span(*match.span(), Kind.FIGURE if match[0][0].isdecimal() else Kind.WORD, match[0])
    if (base_language(language), base_language(target)) != ("en", "de"):
        return
    for match in _SPOONS.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, f"{match['amount']} {_spoon(match['spoon'])}")
    for match in _PARTED.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, _clock(match))
    for match in _NUMBERED.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, f"Nr. {match[1]}")
    for match in _LETTERED.finditer(text):
        yield Span(*match.span(1), Kind.FIGURE, match[1])


def _spoon(word: str) -> str:
    return "EL" if word[1] in "ba" else "TL"


def _clock(match: re.Match[str]) -> str:
    """By 24 hours where the half of the day is known."""
    if match["word"] and not match["part"]:
        return f"halb {_HALVES[match['word'].lower()]}"
    hour = int(match["hour"] or [*_HALVES].index(match["word"].lower()) + 1)
    part = (match["part"] or "").lower()
    if part:
        hour = hour % _NOON + (_NOON if part == "p" else 0)
    if match["half"] or match["word"]:
        return f"{hour}:30"
    if match["side"].lower() == "past":
        return f"{hour}:15"
    before = (hour - 1) % _DAY if part else (hour - 2) % _NOON + 1
    return f"{before}:45"
