"""Small parts of everyday texts of which a model makes anything: 2 tbsp, half past 10, No. 10, Chapter IV, Re:, C:."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.protection.abbreviations import abbreviation_spans
from service.text.protection.fractions import fraction_spans
from service.text.protection.rates import rate_spans
from service.text.protection.short_days import may_have_short_days
from service.text.protection.spoken_times import spoken_times
from service.text.protection.wars import may_have_wars
from service.text.spans import Kind, Span

_AMOUNT: Final = r"(?<![\w.,/])(?P<amount>\d{1,3}(?:[.,/-]\d{1,3})?(?: ?[¼½¾⅓⅔]| \d/\d)?|[¼½¾⅓⅔])"
_SPOONS: Final = re.compile(
    rf"{_AMOUNT} ?(?P<spoon>[Tt](?:bsp|sp|able ?spoon|ea ?spoon))s?\b(?:\.(?= ?[a-z]))?(?: of\b)?"
)
_THINGS: Final = ("tracking", "phone", "track", "house", "contract", "flight")
_BEHIND_THING: Final = "|".join(rf"(?<=\b{thing} )no\." for thing in _THINGS)
_NUMBERED: Final = re.compile(
    rf"(?:\bNo\.|{_BEHIND_THING}|(?<=, )no\.) ?(\d{{1,20}})(?!\w|[.,]\d| (?!(?:at|for|from|in|of|on|to)\b)[a-z])"
)
_PARTS: Final = (
    r"Chapter|Part|Type|Grade|Group|Class|Block|Plan|Hall|Section|Volume|Vol\.|Book|Act|Article|Annex|Appendix|Figure|Table"
    "|Phase|Level|Exhibit|Option|[Ss]top|[Tt]erminal|[Bb]uilding|[Pp]latform|[Gg]ate|[Rr]oom|[Tt]eam|[Zz]one|[Ww]ing"
)
_LETTERED: Final = re.compile(rf"\b(?:{_PARTS}) ([IVXLC]{{2,7}}|[A-HJ-Z])(?![\w'’-]|\.\w)")
# Of a mail that answers another one; a drive; a sign that is spoken of.
_ALONE: Final = re.compile(
    r"^(?:(?:[Rr]e|RE|[Ff]wd?|FWD?):[ \t]{1,3}){1,9}(?=\S)"
    r"|(?:(?<=\b[Dd]rive )|(?<=\b[Dd]isk ))[A-Z]:(?!\w)|\b[A-Z]:(?= drive\b)"
    r"|(?<= )[(\uff08][-*#!?+=†‡§%&]{1,3}[)\uff09](?!\w)"
    r"|\[[ xX]\](?!\w|\()|Ø ?(?=\d)|^I\.(?= [A-Z][a-z])",
    re.MULTILINE,
)
# A sign in quotation marks, a zone of time, inches that a reader could take for a word, a state with its code, A – B.
_AS_IT_IS: Final = re.compile(
    r"(?<!\w)(?P<quote>['\"])[;:,.!?]{1,3}(?P=quote)(?!\w)|[“「][;:,.；：，。、！？]{1,2}[”」]"
    r"|\b(?:GMT|UTC) ?[-+\u2212]\d{1,2}(?::\d\d)?(?![\w:])"
    r"|(?<![\w.,/])\d{1,4}(?:[.,]\d{1,3})? in(?= \(\d)|\b[A-Z](?: ?[x\u00d7] ?[A-Z]){1,2}\b"
    r"|(?<![\w.,/])\d{1,2} ?ft\.? \d{1,2} ?in\b"
    r"|(?<![\w.,/])\d{1,2}['’′] ?\d{1,2}(?:[\"”″]|'')(?!\w)"
    r"|(?<![\w.,:/])\d{1,2}:\d\d (?:UTC|GMT|CES?T|[ECMP][SD]T|BST|JST)(?![\w+\u2212-]| ?[-+]\d)"
    r"|(?<![\w.,/])\d{1,3} ?°?[CF] ?/ ?\d{1,3} ?°?[CF](?!\w)"
    r"|(?<![\w.,/])(?:\d{1,3}/\d{1,3} ?(?:k?Hz|V)\b|\d{1,2}[.,]\d{1,2} A(?=[,;.)]|\s*\Z)"
    r"|\d{1,3}(?:[\u2013-]\d{1,3})? ?V ?~(?=[,;.)\s]|\Z))"
    r"|(?<=, )[A-Z]{2} \d{5}(?:-\d{4})?(?![\w-])|(?m:^[A-Z]\d? ?[\u2013\u2014-] ?[A-Z]\d?$)"
)
_OF_TWELVE: Final = re.compile(r"(?<![\w.,:/$€£-])12 ?(noon|midnight)\b")
_TWELVE: Final = MappingProxyType({"noon": "12:00", "midnight": "24:00"})
_FIRST_ITEM: Final = re.compile(r"(?<![\w(])a\) [^\n()]{1,300}(?<![\w(])b\) ")
_ITEM: Final = re.compile(r"(?<=[^\w(\n])[a-h]\)(?= )")
_NUMBERED_LINE: Final = re.compile(r"^\d{1,2}(?:\.\d{1,2}){1,3}(?= [A-Z][a-z])", re.MULTILINE)
_LIKELY: Final = re.compile(
    r" w/ ?[A-Za-z]|^I\. [A-Z]|\b[ODL]['’][A-Z]|(?:past|quarter|(?:ten|five|twenty) to) |[A-Z]\.? ?[A-Z]\."
    r"|[a-z] (?:I[IVX]|VI|XI?V|XI)"
    rf"|\b(?:{_PARTS}) [A-Z]\b"
    r"|^[A-Z]\d? ?[\u2013\u2014-] ?[A-Z]\d?$",
    re.MULTILINE,
)


def may_be_everyday(text: str) -> bool:
    """Whether there may be any of them, a short day or a name with initials in a text that looks like none."""
    return _LIKELY.search(text) is not None or may_have_short_days(text) or may_have_wars(text)


def everyday_spans(text: str, language: str, target: str) -> Iterator[Span]:
    """Each of them; what German writes otherwise only between the two languages."""
    for match in _ALONE.finditer(text):
        is_drive = match[0][-1] == ":" and len(match[0]) == len("C:")
        yield Span(*match.span(), Kind.WORD if is_drive else Kind.OMITTED, match[0])
    yield from _item_spans(text)
    for match in _AS_IT_IS.finditer(text):
        yield Span(*match.span(), Kind.FIGURE if match[0][0].isdecimal() else Kind.WORD, match[0])
    if (base_language(language), base_language(target)) == ("en", "de"):
        yield from _german(text)


def _item_spans(text: str) -> Iterator[Span]:
    """Signs of items, where there are several."""
    for match in _ITEM.finditer(text) if _FIRST_ITEM.search(text) else ():
        yield Span(*match.span(), Kind.OMITTED, match[0])
    for match in _NUMBERED_LINE.finditer(text) if len(_NUMBERED_LINE.findall(text)) > 1 else ():
        yield Span(*match.span(), Kind.OMITTED, match[0])


def _german(text: str) -> Iterator[Span]:
    for match in _SPOONS.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, f"{match['amount']} {_spoon(match['spoon'])}")
    yield from spoken_times(text)
    yield from abbreviation_spans(text)
    yield from rate_spans(text)
    yield from fraction_spans(text)
    yield from (Span(*match.span(), Kind.FIGURE, _TWELVE[match[1]]) for match in _OF_TWELVE.finditer(text))
    for match in _NUMBERED.finditer(text):
        yield Span(*match.span(), Kind.FIGURE, f"Nr. {match[1]}")
    for match in _LETTERED.finditer(text):
        yield Span(*match.span(1), Kind.FIGURE, match[1])


def _spoon(word: str) -> str:
    return "EL" if word[1] in "ba" else "TL"
