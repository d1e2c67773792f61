"""Last touches to a translation: no punctuation that its source does not have; its capitals, and its `&`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from service.text.casing import Recased
from service.text.projection import stretches
from service.text.target import Unit, starts_of, text_of

FINAL_PUNCTUATION: Final = ".。!！?？…"
_INVENTED: Final = re.compile(rf"\s*[{FINAL_PUNCTUATION}]+$")
_ENDS: Final = MappingProxyType(dict(zip(".。!！?？,，、;；:：", "..!!??,,,;;::", strict=True)))
_WIDE: Final = MappingProxyType(dict(zip(".!?,;:", "。！？，；：", strict=True)))
_PAUSES: Final = ",;:"
_ABBREVIATION: Final = re.compile(r"(?:\w\.\w+|\b(?:approx|bzw|ca|Co|Dr|etc|Inc|Jr|Ltd|Mr|Mrs|No|Nr|Sr|St|usw|vs))\.$")


def ends_openly(source: str) -> bool:
    """Whether a sentence ends with a letter or a digit: its translation needs no full stop then."""
    return source[-1:].isalnum()


def without_invented_end(text: str) -> str:
    """The translation of an open end without the full stop that models add to headings, buttons and the like."""
    if text[-1:] not in FINAL_PUNCTUATION or _ABBREVIATION.search(text):
        return text
    return _INVENTED.sub("", text) or text


def ends_otherwise(text: str, source: str) -> bool:
    """Whether one of a text and its source is a question, and the other is none; or it ends where its source pauses."""
    given, found = _ENDS.get(source[-1:]), _ENDS.get(text[-1:])
    if given is None or found is None or given == found:
        return False
    return "?" in (given, found) or (given in _PAUSES and found == "." and not _ABBREVIATION.search(text))


def ended_as(text: str, source: str) -> str:
    """The translation with the end of its source, where they end otherwise."""
    if not ends_otherwise(text, source) or text[-2:-1] in FINAL_PUNCTUATION:
        return text
    sign = _ENDS[source[-1]]
    return text[:-1] + (_WIDE.get(sign, sign) if text[-1] in _WIDE.values() else sign)


def with_end_of(units: Sequence[Unit], source: str) -> list[Unit]:
    """The same for units; protected parts stay as they are."""
    number = max((number for number, unit in enumerate(units) if unit.text), default=0)
    if not units or units[number].span:
        return [*units]
    end = ended_as(text_of(units[: number + 1]), source)[-1:]
    last = units[number]
    return [*units[:number], replace(last, text=last.text[:-1] + end), *units[number + 1 :]]


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


def inverted(units: Sequence[Unit]) -> list[Unit]:
    """Small letters and capitals for each other but in what is protected."""
    return [unit if unit.span else replace(unit, text=unit.text.swapcase()) for unit in units]


def emphasised(units: Sequence[Unit], loud: Sequence[Recased], source: str) -> list[Unit]:
    """The units, in capitals what comes from words in capitals; protected parts stay as they are.

    Besides the stretch that comes from such words, single words that do: "DO NOT OPEN the door" ends with NICHT.
    """
    places = stretches(units, [(words.start, words.end) for words in loud], source)
    found = []
    for unit, position in zip(units, starts_of(units), strict=False):
        is_own = any(words.start <= unit.start < words.end for words in loud)
        text = unit.text.upper() if is_own else _with_capitals(unit.text, position, places)
        found.append(unit if unit.span else replace(unit, text=text))
    return found


def _with_capitals(text: str, position: int, places: Sequence[tuple[int, int]]) -> str:
    """A text that stands at a position, in capitals where it is in one of `places`."""
    for start, end in sorted(places, reverse=True):  # from the end: capitals may be more letters
        first, last = max(start - position, 0), min(end - position, len(text))
        if first < last:
            text = text[:first] + text[first:last].upper() + text[last:]
    return text


def with_ampersands(units: Sequence[Unit], source: str, word: str) -> list[Unit]:
    """With `&` again where a translation has the word for it, made of that."""
    return [
        replace(unit, text=unit.text.replace(word, "&"))
        if unit.span is None and unit.text.strip() == word and source[unit.start : unit.end].strip() == "&"
        else unit
        for unit in units
    ]
