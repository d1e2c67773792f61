"""Entities that a model sees as the signs they stand for, put back in place of what it made of those."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from service.text.lettercase.small_words import capital_behind
from service.text.protection.entities import APOSTROPHES, DASHES, ELLIPSIS
from service.text.showing import AND, Chunk
from service.text.target import SourceMap, Unit, placed, spliced, starts_of, text_of

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_LETTERS_BEFORE: Final = re.compile(r"[^\W\d_]+\Z")
_LEAST_SHARE: Final = 0.1  # of what a word is made of
_FORMS: Final = MappingProxyType(
    dict.fromkeys(APOSTROPHES, "['’]") | dict.fromkeys(DASHES, r" ?[,，;:]| [-–—−](?= )") | {ELLIPSIS: r"\.\.\.|…"}
)


def with_signs(
    units: list[Unit], chunks: Sequence[Chunk], source: SourceMap, language: str
) -> tuple[list[Unit], list[Chunk]]:
    """The units with each entity in place of its sign, and the chunks of those whose signs are not there."""
    left = []
    for chunk in chunks:
        span = chunk.omitted[0]
        if not span.sign:
            left.append(chunk)
        elif place := _place(units, chunk, source, language) or _place_at_word(units, chunk, source.text):
            if span.sign in DASHES and capital_behind(source.text, span.end) is not None:
                units = _with_capital(units, place[1])
            space = Unit(" ", chunk.start, chunk.end, source.one_hot(span.start))
            units = spliced(units, *place, [*([space] if span.sign in DASHES else []), placed(span, source)])
        elif not span.target.isspace():
            left.append(replace(chunk, shown=""))
    return units, left


def _with_capital(units: Sequence[Unit], place: int) -> list[Unit]:
    """The units with a capital where the first word from a place on begins, if that is not protected."""
    text = text_of(units)
    place += len(text[place:]) - len(text[place:].lstrip())
    found = [*units]
    for number, (unit, start) in enumerate(zip(units, starts_of(units), strict=False)):
        if unit.span is None and start <= place < start + len(unit.text):
            first, last = unit.text[: place - start], unit.text[place - start :]
            found[number] = replace(unit, text=f"{first}{last[0].upper()}{last[1:]}")
    return found


def _place(units: Sequence[Unit], chunk: Chunk, source: SourceMap, language: str) -> tuple[int, int] | None:
    """From and to of what comes from the sign most of all."""
    sign = chunk.omitted[0].sign
    form = rf"\b{re.escape(AND[language])}\b" if sign == "&" and language in AND else _FORMS.get(sign, re.escape(sign))
    columns = np.array([chunk.start <= place < chunk.end for place in source.places])
    found = [(_share(units, place, columns, chunk), place) for place in _places(units, form)]
    best = max(found, default=(0.0, None), key=lambda entry: entry[0])
    return best[1] if best[0] > _LEAST_SHARE else None


def _places(units: Sequence[Unit], form: str) -> Iterator[tuple[int, int]]:
    """Where in the units' text a form is, as no part of what is protected."""
    text = "".join("\0" * len(unit.text) if unit.span else unit.text for unit in units)
    return (match.span() for match in re.finditer(form, text, re.IGNORECASE))


def _share(units: Sequence[Unit], place: tuple[int, int], columns: npt.NDArray[np.bool_], chunk: Chunk) -> float:
    """How much of a place comes from a chunk: more than all, if most of it does."""
    within = [
        unit
        for unit, start in zip(units, starts_of(units), strict=False)
        if start < place[1] and place[0] < start + len(unit.text) and unit.text.strip()
    ]
    is_own = any(chunk.start <= unit.start < chunk.end for unit in within)
    return is_own + max((float(unit.weights[columns].sum()) for unit in within), default=0.0)


def _place_at_word(units: Sequence[Unit], chunk: Chunk, source: str) -> tuple[int, int] | None:
    """Where an apostrophe goes that the translation does without: into a name with its ending, as Toms, or behind what
    the word became that it was in."""
    if chunk.omitted[0].sign not in APOSTROPHES:
        return None
    before, behind = _LETTERS_BEFORE.search(source, 0, chunk.start), _LETTERS.match(source, chunk.end)
    start, end = before.start() if before else chunk.start, behind.end() if behind else chunk.end
    text = text_of(units)
    if match := re.search(rf"\b{source[start : chunk.start]}(?=s\b)", text):
        return match.end(), match.end()
    words = (
        (max(start - unit.start, unit.start - end + 1, 0), place)
        for unit, place in zip(units, starts_of(units), strict=False)
        if unit.span is None and any(map(str.isalpha, unit.text))
    )
    _, place = min(words, default=(0, len(text)))
    word = _LETTERS.search(text, place)
    return (word.end(), word.end()) if word else None
