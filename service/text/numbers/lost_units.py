"""Units beside numbers that a source has as words, and that a translation has lost or made other units of: 6 feet."""

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from service.text.faults.scripts import base_language
from service.text.numbers.figures import figures_in
from service.text.numbers.lost_things import lost_things
from service.text.numbers.measures import may_be_converted
from service.text.numbers.unit_words import COUNTED, UNITS
from service.text.numbers.words import LARGEST, may_say
from service.text.spans import Kind, Span, without_overlaps

_START: Final = r"(?<![\w.,:/$€£¥'’元前—第])(?<!第 )"
_NUMBER: Final = r"(?:(?<!-)[-\u2212])?(?P<number>\d+(?:[.,]\d+)*)"
_SCALE: Final = "(?P<scale> (?:hundred|thousand|million|billion))?"


def _units(words: Sequence[str]) -> str:
    return "|".join(f"(?P<u{place}>{word})" for place, word in enumerate(words))


_EN: Final = rf"{_START}{_NUMBER}{_SCALE}[ \u00a0-](?:{_units([unit.en for unit in UNITS])})(?!\w)"
_ZH: Final = rf"{_START}{_NUMBER}(?P<scale> ?[多余几])? ?(?:{_units([unit.zh for unit in UNITS])})"
_FOUND: Final = MappingProxyType({"en": re.compile(_EN, re.IGNORECASE), "zh": re.compile(_ZH, re.ASCII)})
_SAID: Final = MappingProxyType(
    {
        "en": tuple(re.compile(unit.said_en, re.IGNORECASE) for unit in UNITS),
        "de": tuple(re.compile(unit.said_de, re.IGNORECASE) for unit in UNITS),
    }
)
_PLURALS: Final = MappingProxyType(
    {"en": tuple(unit.plural_en for unit in UNITS), "de": tuple(unit.plural_de for unit in UNITS)}
)
_SINGULARS: Final = MappingProxyType({"feet": "foot", "inches": "inch"})  # others lose an s
_COUNTED: Final = re.compile(rf"(?<![\d.])(\d{{1,3}}) ?([{''.join(COUNTED)}])[。.！!]?\Z", re.ASCII)
# What German has a dative behind; only of units in the masculine and the neuter can that be seen.
_DATIVE: Final = re.compile(
    r"\b(?:in|within|after|of|from|to|at|with|by|since)(?: the)?(?: (?:last|next|past|first|about|only))? \Z",
    re.IGNORECASE,
)


def lost_units(source: str, target: str, languages: tuple[str, str]) -> tuple[str, ...]:
    """Numbers with units that a translation does not have, though it has the numbers, as the source writes them."""
    pattern, said = _FOUND.get(languages[0]), _SAID.get(languages[1])
    if pattern is None or said is None:
        return ()
    lost = [match for match in pattern.finditer(source) if not said[_place(match)].search(target)]
    counted = _counted(source, target) if languages == ("zh", "en") else lost_things(source, target, languages)
    if not lost:
        return counted
    given = {figure.start: figure.value for figure in figures_in(source)}
    values = {figure.value for figure in figures_in(target)}
    told = [
        match[0]
        for match in lost
        if _is_there(match, given.get(match.start("number"), ""), values, target, languages[1])
    ]
    return (*told, *(one for one in counted if one not in told))


def _place(match: re.Match[str]) -> int:
    """Which unit was found."""
    return int((match.lastgroup or "u0")[1:])


def _is_there(match: re.Match[str], number: str, values: set[str], target: str, language: str) -> bool:
    """Whether a number is in a translation, or may be as a word: of one that is not, others tell."""
    if number in values:
        return True
    is_said = number.isdecimal() and int(number) <= LARGEST and may_say(target, number, language)
    return is_said and not may_be_converted(match.string, match.end("number"), target)


def _counted(source: str, target: str) -> tuple[str, ...]:
    """What is counted at the end, if the translation ends with no more than the number."""
    match = _COUNTED.search(source)
    if match is None or re.search(COUNTED[match[2]], target, re.IGNORECASE):
        return ()
    return (match[0].rstrip("。.！!"),) if re.search(rf"(?<![\d.]){match[1]}[.!]?\s*\Z", target) else ()


def unit_spans(text: str, lost: Sequence[str], language: str, source_language: str) -> Iterator[Span]:
    """Where numbers that are lost, or whose units are, stand with these in a text, and how they are written in a
    language, where that is the same in every sentence, or can be seen."""
    pattern, plurals = _FOUND.get(base_language(source_language)), _PLURALS.get(base_language(language))
    if not lost or pattern is None or plurals is None:
        return
    for match in pattern.finditer(text):
        written, plural = text[match.start() : match.end("number")], plurals[_place(match)]
        is_compound = text[match.end("number")] == "-"
        is_one, is_english = match["number"] == "1", base_language(language) == "en"
        is_lost = match[0] in lost or match["number"] in lost
        if is_lost and not match["scale"] and (is_english or not is_one):
            is_dative = plural.endswith("e") and not is_compound and _DATIVE.search(text, 0, match.start())
            unit = _SINGULARS.get(plural, plural.removesuffix("s")) if is_one else plural
            word = f"{written}{'-' if is_compound else ' '}{unit}{'n' if is_dative else ''}"
            yield Span(match.start(), match.end(), Kind.FIGURE, word)


def with_units(spans: Sequence[Span], units: Sequence[Span]) -> list[Span]:
    """All of them, with a number that is protected as a part of its unit; not where more than that is in the way."""
    plain = [
        unit
        for unit in units
        if all(_is_part(span, unit) for span in spans if span.start < unit.end and unit.start < span.end)
    ]
    return without_overlaps([*plain, *spans])


def _is_part(span: Span, unit: Span) -> bool:
    is_number = span.kind is Kind.FIGURE and not span.is_marked
    return is_number and unit.start <= span.start and span.end <= unit.end
