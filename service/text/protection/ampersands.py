"""The `&` of a source, in place of the word that a model was shown for it; or where it belongs, if there is none."""

import re
from collections.abc import Sequence
from dataclasses import replace

from service.text.faults.scripts import base_language
from service.text.numbers.amounts import amount_around
from service.text.protection.entities import AMPERSAND
from service.text.protection.omitted import place_behind
from service.text.protection.restoring import spaced
from service.text.showing import AND, Look
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, placed, spliced, text_of


def with_ampersands(units: Sequence[Unit], source: SourceMap, look: Look) -> tuple[list[Unit], tuple[Span, ...]]:
    """The units, and those signs whose places had to be guessed."""
    word = AND.get(look.target, "&")
    found: list[Unit] = []
    num_left = len(AMPERSAND.findall(source.text))
    for unit in units:
        is_sign = unit.span is None and unit.text.strip() == word and source.text.startswith("&", unit.start)
        found.append(replace(unit, text=unit.text.replace(word, "&")) if is_sign and num_left else unit)
        num_left -= is_sign and num_left > 0
    lost = _lost(found, source.text, look)
    for span in lost:
        text = text_of(found)
        _, place = amount_around(text, len(text_of(found[: place_behind(found, span.start)])))
        parts = spaced([placed(span, source)], text[:place][-1:], text[place:][:1], source)
        found = spliced(found, place, place, parts)
    return found, lost


def _lost(units: Sequence[Unit], source: str, look: Look) -> tuple[Span, ...]:
    """The signs for which there is neither `&` nor the word, the last ones if it is not known of which."""
    text = text_of(units)
    num_lost = _num_said(source, look.source) - _num_said(text, look.target)
    if num_lost <= 0:
        return ()
    kept = {start for unit in units if "&" in unit.text for start in range(unit.start, unit.end)}
    places = [match.start() for match in AMPERSAND.finditer(source) if match.start() not in kept]
    return tuple(Span(place, place + 1, Kind.OMITTED, "&") for place in places[-num_lost:])


def _num_said(text: str, language: str) -> int:
    """How often a text says `&`, or the word for it."""
    word = AND.get(base_language(language), "&")
    edge = r"\b" if word.isascii() and word.isalpha() else ""
    return len(AMPERSAND.findall(text)) + len(re.findall(rf"{edge}{re.escape(word)}{edge}", text, re.IGNORECASE))
