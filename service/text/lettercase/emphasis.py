"""What comes from words in capitals is in capitals again, and nothing else.

The word that a translation has most of all from somewhere else may be the only one that comes from the capitals:
"nicht" of "DO NOT close the window" looks as much at the next word. So each part of the source gets a word of its own,
where there is one to spare; and if both sides have one negation, one is what became of the other.

W words, S source tokens, P parts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from service.text.faults.scripts import base_language
from service.text.lettercase.casing import Recased
from service.text.marking.projection import stretches
from service.text.showing import Look
from service.text.target import Unit, starts_of, text_of, words_of

_WORD: Final = re.compile(r"\w+(?:['’]\w+)*")
_MIN_SHARE: Final = 0.25  # of a word's attention, for a part of the source that has no word otherwise
_NEARLY: Final = 0.8
_NEGATIONS: Final = MappingProxyType(
    {
        "de": re.compile(r"\b(?:nicht|nichts|nie|niemals|niemand|kein(?:e[mnrs]?)?)\b", re.IGNORECASE),
        "en": re.compile(
            r"\b(?:not|no|never|nothing|nobody|none|cannot|(?:do|does|did|is|are|was|were|has|have|had|ca|wo|could|would"
            r"|should|must|need)n['’]t)\b",
            re.IGNORECASE,
        ),
    }
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the source that is expected to have become something: words in capitals, or any other word."""

    start: int
    end: int
    is_loud: bool


def emphasised(units: Sequence[Unit], look: Look, source: str) -> list[Unit]:
    """The units, in capitals what comes from words in capitals; protected parts stay as they are.

    Besides the stretch that comes from such words, single words that do: "DO NOT OPEN the door" ends with NICHT.
    """
    moved = _shared_out(_with_negation(units, look, source), look.loud, source)
    places = stretches(moved, [(words.start, words.end) for words in look.loud], source)
    found = []
    for unit, place, position in zip(units, moved, starts_of(units), strict=False):
        text = unit.text.upper() if _is_loud(place.start, look) else _with_capitals(unit.text, position, places)
        found.append(unit if unit.span else replace(unit, text=text))
    return found


def _with_capitals(text: str, position: int, places: Sequence[tuple[int, int]]) -> str:
    """A text that stands at a position, in capitals where it is in one of `places`."""
    for start, end in sorted(places, reverse=True):  # from the end: capitals may be more letters
        first, last = max(start - position, 0), min(end - position, len(text))
        if first < last:
            text = text[:first] + text[first:last].upper() + text[last:]
    return text


def _with_negation(units: Sequence[Unit], look: Look, source: str) -> list[Unit]:
    """The units; the only negation comes from the only one of the source, if that is in capitals."""
    patterns = [_NEGATIONS.get(base_language(language)) for language in (look.source, look.target)]
    given, found = (
        [match.span() for match in pattern.finditer(text)] if pattern else []
        for pattern, text in zip(patterns, (source, text_of(units)), strict=True)
    )
    if not (len(given) == len(found) == 1):
        return [*units]
    (place, _), (start, end) = given[0], found[0]
    return [
        replace(unit, start=place, end=place + 1)
        if start < position + len(unit.text) and position < end and _is_loud(place, look)
        else unit
        for unit, position in zip(units, starts_of(units), strict=False)
    ]


def _is_loud(place: int, look: Look) -> bool:
    return any(words.start <= place < words.end for words in look.loud)


def _shared_out(units: Sequence[Unit], loud: Sequence[Recased], source: str) -> list[Unit]:
    """The units; words are moved to parts of the source that had none, if they come from those about as much."""
    words = [word for word in words_of([unit.text for unit in units]) if _is_known(units[slice(*word)])]
    parts = [*_parts(source, loud)]
    if not words or not parts:
        return [*units]
    shares = _shares([np.mean([unit.weights for unit in units[slice(*word)]], axis=0) for word in words], parts, units)
    owners = np.array([_owner(units[first], parts) for first, _ in words])
    moved = [*units]
    for number, part in _offers(shares, owners, parts):
        first, last = words[number]
        place = parts[part].start
        moved[first:last] = [replace(unit, start=place, end=place + 1) for unit in units[first:last]]
    return moved


def _is_known(word: Sequence[Unit]) -> bool:
    """Whether it is a word, and it is known where it comes from."""
    return any(map(str.isalnum, text_of(word))) and all(unit.places and not unit.span for unit in word)


def _parts(source: str, loud: Sequence[Recased]) -> Iterator[_Part]:
    yield from (_Part(words.start, words.end, is_loud=True) for words in loud)
    for match in _WORD.finditer(source):
        if not any(words.start < match.end() and match.start() < words.end for words in loud):
            yield _Part(*match.span(), is_loud=False)


def _shares(
    weights: Sequence[npt.NDArray[np.float32]], parts: Sequence[_Part], units: Sequence[Unit]
) -> npt.NDArray[np.float32]:
    """How much each word [W] comes from the token of each part [P] that it comes from most."""
    places = np.asarray(next(unit.places for unit in units if unit.places))
    stacked = np.stack(weights)
    columns = [np.flatnonzero((places[:-1] >= part.start) & (places[:-1] < part.end)) for part in parts]
    found = [stacked[:, own].max(axis=1) if len(own) else np.zeros(len(weights), np.float32) for own in columns]
    return np.stack(found, axis=1)


def _owner(unit: Unit, parts: Sequence[_Part]) -> int:
    """The number of the part that a unit comes from; -1 for punctuation."""
    return next((number for number, part in enumerate(parts) if part.start <= unit.start < part.end), -1)


def _offers(
    shares: npt.NDArray[np.float32], owners: npt.NDArray[np.int_], parts: Sequence[_Part]
) -> Iterator[tuple[int, int]]:
    """Words for parts without any, the best first, as numbers of both.

    The last word of a part goes only to capitals from which it comes nearly as much.
    """
    owners = owners.copy()
    bare = {number for number in range(len(parts)) if number not in owners}
    for best in np.argsort(-shares, axis=None, kind="stable"):
        number, part = divmod(int(best), len(parts))
        owner = int(owners[number])
        share = shares[number, part]
        if part not in bare or share < _MIN_SHARE or (owner >= 0 and 2 * share < shares[number, owner]):
            continue
        is_last = owner >= 0 and np.count_nonzero(owners == owner) == 1
        is_equal = owner >= 0 and share >= _NEARLY * shares[number, owner]
        if not is_last or (is_equal and parts[part].is_loud and not parts[owner].is_loud):
            bare.remove(part)
            owners[number] = part
            yield number, part
