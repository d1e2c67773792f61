"""The stop of "a.m." in the middle of a source, which models copy: "um 8 Uhr. und" reads as two sentences."""

import re
from typing import Final

from service.text.brackets.settling import masked_text_of, without
from service.text.target import Unit

_HALF: Final = re.compile(r"\d ?[ap]\.m\.(?= \w)")
# No word of a beginning: what follows a stop that belongs there has a capital.
_COPIED: Final = re.compile(r"(?<=[a-zäöüß])\.(?= [a-zäöü])")
_ABBREVIATION: Final = re.compile(r"\b(?:bzw|ca|etc|evtl|ggf|inkl|max|min|usw|vgl|vs|(?:\w\.\s?)+\w)\Z", re.IGNORECASE)
_LONGEST: Final = 8
_HOUR: Final = re.compile(r"(?<=\d)\.(?= Uhr\b)")


def without_copied_stops(units: list[Unit], source: str) -> list[Unit]:
    """The units without it, and without one between an hour and its word, which makes a date of the hour."""
    if not _HALF.search(source):
        return units
    text = masked_text_of(units)
    places = {match.start() for match in _HOUR.finditer(text)}
    places |= {
        match.start()
        for match in _COPIED.finditer(text)
        if not _ABBREVIATION.search(text, max(0, match.start() - _LONGEST), match.start())
    }
    return without(units, places) if places else units
