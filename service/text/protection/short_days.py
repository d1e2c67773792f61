"""Short names of days of the week beside numbers and each other, as German has them: of "Sat 10-4" a model says
anything."""

import re
from collections.abc import Iterator
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.spans import Kind, Span

_SHORT: Final = MappingProxyType(
    {"Mon": "Mo", "Tue": "Di", "Wed": "Mi", "Thu": "Do", "Fri": "Fr", "Sat": "Sa", "Sun": "So"}
)
_DAY: Final = re.compile(
    r"(?<![\w@#$%{.'’])(?<!\bthe )(?<!\bThe )(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun"
    r"|MON|TUES?|WED|THU(?:RS?)?|FRI|SAT|SUN)(?:\.(?=.))?(?![\w'’@])"
)
_GLUE: Final = re.compile(r" ?[-–/] ?")
_BESIDE: Final = re.compile(r",? (?:&|\||and|or|to|till|until|thru|through) |, ")
_DATED: Final = re.compile(
    r",? ?(?:\d(?!\d* (?:hours|minutes|times|days|years|miles|people|of)\b)|the \d|"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d)|:(?= |\Z)"
)
_BEFORE: Final = re.compile(
    r"\b(?:on|from|next|last|this|every|each|closed|by|until|due|before|after|you):? \Z", re.IGNORECASE
)
_NAME: Final = re.compile(r" [A-Z][a-z]")  # on Sun Microsystems
_LONGEST: Final = 9  # of words before one


def may_have_short_days(text: str) -> bool:
    """Whether a closer look may find any."""
    return _DAY.search(text) is not None


def short_day_spans(text: str, language: str, target: str) -> Iterator[Span]:
    """Each of them, those with only a sign between them as one, if both languages are known."""
    if (base_language(language), base_language(target)) != ("en", "de"):
        return
    found = [*_DAY.finditer(text)]
    gaps = [text[one.end() : other.start()] for one, other in pairwise(found)]
    run: list[re.Match[str]] = []
    for number, match in enumerate(found):
        run.append(match)
        gap = gaps[number] if number < len(gaps) else ""
        if _GLUE.fullmatch(gap):
            continue
        before = gaps[number - len(run)] if number >= len(run) else ""
        is_beside = any(_BESIDE.fullmatch(near) for near in (before, gap))
        is_alone = len(run) == 1  # in capitals, these are other words
        if not is_alone or (not match[0].isupper() and (is_beside or _is_day(text, *match.span()))):
            yield _span(text, run)
        run = []


def _is_day(text: str, start: int, end: int) -> bool:
    if _DATED.match(text, end):
        return True
    is_named = _NAME.match(text, end) is not None
    return not is_named and _BEFORE.search(text[max(0, start - _LONGEST) : start]) is not None


def _span(text: str, run: list["re.Match[str]"]) -> Span:
    written, position = "", run[0].start()
    for match in run:
        gap = text[position : match.start()]
        written += gap.replace("-", "–").strip() if gap else ""
        short = _SHORT[match[0][:3].capitalize()] + ("." if match[0].endswith(".") else "")
        written += short.upper() if match[0].isupper() else short
        position = match.end()
    return Span(run[0].start(), run[-1].end(), Kind.DAY, written)
