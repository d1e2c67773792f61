"""Words that a model says twice beside what stood in for a protected part, as in "um um 17:00"."""

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from service.text.brackets.settling import without
from service.text.faults.scripts import base_language
from service.text.target import Unit

_HIDDEN: Final = "\0"
_IN_SOURCE: Final = re.compile(r"\b(\w+)\s+\1\b", re.IGNORECASE)
# Only those that are never said twice: "die die" may be right.
_TWICE: Final = MappingProxyType(
    {
        language: re.compile(rf"\b({words})(\s+)\1\b", re.IGNORECASE)
        for language, words in (
            (
                "de",
                "ab|am|auf|aus|bei|bis|durch|für|gegen|im|in|mit|nach|seit|um|vom|von|zum|zur|über"
                "|tausend|millionen|milliarden|billionen",
            ),
            ("en", "at|by|for|from|in|into|of|on|since|to|until|with|thousand|million|billion|trillion"),
        )
    }
)


def without_doubled(units: Sequence[Unit], source: str, language: str) -> list[Unit]:
    """The units with such a word once, if its source says nothing twice."""
    pattern = _TWICE.get(base_language(language))
    if pattern is None or not any(unit.span for unit in units) or _IN_SOURCE.search(source):
        return [*units]
    text = "".join(_HIDDEN * len(unit.text) if unit.span else unit.text for unit in units)
    again = (range(match.end(1), match.end()) for match in pattern.finditer(text) if _is_beside(text, match))
    places = {place for word in again for place in word}
    return without(units, places) if places else [*units]


def _is_beside(text: str, match: re.Match[str]) -> bool:
    return text[: match.start()].rstrip()[-1:] == _HIDDEN or text[match.end() :].lstrip()[:1] == _HIDDEN
