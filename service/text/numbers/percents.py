"""Percent signs that a translation lacks at its numbers: 40 is not 40%."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.brackets.settling import without
from service.text.numbers.figures import figures_in
from service.text.spans import NUMBERS, Span
from service.text.target import SourceMap, Unit, spliced, starts_of

_SIGN: Final = re.compile(r"(?<=\d)[ \u00a0\u202f]?[%\uff05]")
_SAID: Final = re.compile(r"[%\uff05]|\b[Pp]er ?cent|[Pp]rozent|百分|个点")
# In words, or as tenths, or in other signs.
_PART: Final = re.compile(
    rf"{_SAID.pattern}|[‰‱°]|percent|\bpct|\bp\. ?c\b|\brate|\bratio|hundred|\d ?[成折]|率|分之|占比|比[例重]",
    re.IGNORECASE,
)
_SCORE_OF_CLOCK: Final = re.compile(r"(?<![\d:.,])\d{1,3}:\d( Uhr)\b")
_TIME: Final = re.compile(r"\d:\d\d|o['’]clock|\b[ap]\.?m\b|[点點时時]")
_TWO: Final = re.compile(r"%(?=%)")
_STRAY: Final = re.compile(
    r"(?<![\d \u00a0\u202f])(?<!\d[ \u00a0\u202f])[ \u00a0\u202f][%\uff05](?![\w%])|(?<=\d%)(?:%(?![\w%])| percent\b)"
)
_SAID_OF_WORD: Final = re.compile(rf"(?<!\d)(?<!\d[ \u00a0\u202f-])(?:{_SAID.pattern})")
_LONGEST: Final = 3  # what is between a number and its word, and the first letter of that


def with_percents(units: Sequence[Unit], spans: Sequence[Span], source: SourceMap) -> list[Unit]:
    """The units with a sign at each number that has one in the source and is there once, where there are fewer of
    them; where there are more, without those that are at no number: each of these is for one number that lacks it; and
    without those that only the model has."""
    given = with_numbers_of(source.text, spans)
    if not _TWO.search(given):
        twice = {match.start() for match in _TWO.finditer(said_with_numbers(units))}
        units = without(units, twice) if twice else units
    strays = [*_strays(given, said_with_numbers(units)), *_invented(given, said_with_numbers(units))]
    units = without(units, {place for stray in strays for place in stray}) if strays else units
    found = said_with_numbers(units)
    num_said = len(_SAID.findall(found))
    num_lost = max(len(_SIGN.findall(given)) - num_said, len(strays)) if _SIGN.search(given) else 0
    if num_lost <= 0:
        return [*units]
    inside = [
        (start, start + len(unit.text)) for unit, start in zip(units, starts_of(units), strict=False) if unit.span
    ]
    lost = [one for one in _lost(given, found) if not any(start < one[0] < end for start, end in inside)]
    done = [*units]
    for place, sign, origin in sorted(lost[:num_lost], reverse=True):
        done = spliced(done, place, place, [Unit(sign, origin, origin + 1, source.one_hot(origin))])
    return done


def _strays(given: str, found: str) -> Sequence[range]:
    """Where the last signs at no number are, as many as there are more of them than in the source."""
    strays = [range(*match.span()) for match in _STRAY.finditer(found)]
    surplus = len(_SAID.findall(found)) - len(_SAID.findall(given)) if strays else 0
    return strays[-surplus:] if surplus > 0 else ()


def _invented(given: str, found: str) -> Iterator[range]:
    """Where signs at numbers of the source are, if nothing in it is a part of a hundred, and hours at scores."""
    if not _TIME.search(given):
        yield from (range(*match.span(1)) for match in _SCORE_OF_CLOCK.finditer(found))
    if "%" not in found or _PART.search(given):
        return
    values = {figure.value for figure in figures_in(given)}
    for figure in figures_in(found):
        sign = _SIGN.match(found, figure.end)
        if sign and figure.value in values:
            yield range(*sign.span())


def may_say_percent(number: str, source: str, target: str) -> bool:
    """Whether a number of a source is none of per cent, or a translation may have it as a word with that behind it: an
    article alone is no 1%."""
    figures = [figure for figure in figures_in(source) if figure.value == number]
    if not figures or not all(_SIGN.match(source, figure.end) for figure in figures):
        return True
    return _SAID_OF_WORD.search(target) is not None


def _lost(given: str, found: str) -> Iterator[tuple[int, str, int]]:
    """Where a sign belongs, as it is written, and where its number stands in the source."""
    ends = defaultdict(list)
    for figure in figures_in(found):
        ends[figure.value].append(figure.end)
    for figure in figures_in(given):
        sign, own = _SIGN.match(given, figure.end), ends[figure.value]
        if sign and len(own) == 1 and not _SAID.search(found, own[0], own[0] + _LONGEST):
            yield own[0], sign[0].replace("\uff05", "%"), figure.start


def with_numbers_of(text: str, spans: Sequence[Span]) -> str:
    """The text with as much space for what is protected and no number."""
    for span in spans:
        if span.kind not in NUMBERS:
            text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text


def said_with_numbers(units: Sequence[Unit]) -> str:
    """The same for a translation."""
    return "".join(" " * len(unit.text) if unit.span and unit.span.kind not in NUMBERS else unit.text for unit in units)
