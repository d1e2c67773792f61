"""Last touches to a translation: no punctuation that its source does not have; its capitals, and its `&`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.text.target import Unit, text_of

FINAL_PUNCTUATION: Final = ".。!！?？…"
_INVENTED: Final = re.compile(rf"\s*[{FINAL_PUNCTUATION}]+$")
_ABBREVIATION: Final = re.compile(r"(?:\w\.\w+|\b(?:approx|bzw|ca|Co|Dr|etc|Inc|Jr|Ltd|Mr|Mrs|No|Nr|Sr|St|usw|vs))\.$")


def ends_openly(source: str) -> bool:
    """Whether a sentence ends with a letter or a digit: its translation needs no full stop then."""
    return source[-1:].isalnum()


def without_invented_end(text: str) -> str:
    """The translation of an open end without the full stop that models add to headings, buttons and the like."""
    if text[-1:] not in FINAL_PUNCTUATION or _ABBREVIATION.search(text):
        return text
    return _INVENTED.sub("", text) or text


def trimmed(units: Sequence[Unit]) -> list[Unit]:
    """The same for units; protected parts stay as they are."""
    text = text_of(units)
    surplus = len(text) - len(without_invented_end(text))
    kept = list(units)
    while surplus and kept and kept[-1].span is None:
        last = kept.pop()
        if surplus < len(last.text):
            return [*kept, replace(last, text=last.text[:-surplus])]
        surplus -= len(last.text)
    return kept


def capitalised(units: Sequence[Unit]) -> list[Unit]:
    """All in capitals but what is protected."""
    return [unit if unit.span else replace(unit, text=unit.text.upper()) for unit in units]


def with_ampersands(units: Sequence[Unit], source: str, word: str) -> list[Unit]:
    """With `&` again where a translation has the word for it, made of that."""
    return [
        replace(unit, text=unit.text.replace(word, "&"))
        if unit.span is None and unit.text.strip() == word and source[unit.start : unit.end].strip() == "&"
        else unit
        for unit in units
    ]
