"""Finds what has to survive a translation as it is."""

import functools
import html
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Final

from service.text.couples import coupled
from service.text.marks import MarkedText
from service.text.measures import MEASURES, chinese_measures
from service.text.options import TranslationOptions
from service.text.patterns import ENTITY, FIGURES, OMITTED, SUSPECT, WORDS
from service.text.scripts import foreign_runs, is_east_asian
from service.text.spans import Kind, Span, without_overlaps

_ENTITY: Final = re.compile(ENTITY)
_APOSTROPHES: Final = "'’"


def protected_spans(source: MarkedText, options: TranslationOptions, language: str) -> list[Span]:
    """In order, without overlaps: what fixed marks cover comes before what users named, then before patterns."""
    text = source.text
    named = without_overlaps(
        itertools.chain(
            _marked(source),
            _named(text, options.no_translate, options.glossary),
            _matches(text, language) if _may_match(text) else (),
        )
    )
    runs = foreign_runs(_blanked(text, named), language)
    foreign = (Span(start, end, Kind.FOREIGN, text[start:end]) for start, end in runs)
    return coupled(text, without_overlaps([*named, *foreign]))


def _blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with nothing in place of spans; of what one begins or ends in, the rest is looked at."""
    parts, position = [], 0
    for span in spans:
        parts += [text[position : span.start], "\n" * (span.end - span.start)]
        position = span.end
    return "".join([*parts, text[position:]])


def is_suspect(text: str, language: str) -> bool:
    """Whether a closer look at a text may find something; one look costs about a microsecond."""
    return _may_match(text) or any(foreign_runs(text, language))


def _may_match(text: str) -> bool:
    return SUSPECT.search(text) is not None or "  " in text


def _marked(source: MarkedText) -> Iterator[Span]:
    """The outermost fixed marks; those that cover no letter and no digit are not shown to the model."""
    for mark in source.marks:
        covered = source.text[mark.start : mark.end]
        if mark.is_fixed and covered:
            kind = Kind.WORD if any(map(str.isalnum, covered)) else Kind.OMITTED
            yield Span(mark.start, mark.end, kind, covered, is_marked=True)


def _named(text: str, kept: tuple[str, ...], glossary: tuple[tuple[str, str], ...]) -> Iterator[Span]:
    targets = dict(glossary) | {term: term for term in kept if term}
    targets.pop("", None)
    if targets:
        for match in _terms_pattern(tuple(targets)).finditer(text):
            yield Span(match.start(), match.end(), Kind.WORD, targets[match[0]])


@functools.lru_cache(maxsize=64)
def _terms_pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the terms as whole words, the longest one at a place."""
    return re.compile("|".join(map(_term, sorted(terms, key=len, reverse=True))))


def _term(term: str) -> str:
    """A word character of a script with spaces must not go on behind the term, or before it."""
    before = r"(?<![A-Za-z0-9_\u00c0-\u024f\u0370-\u052f])" if _is_spaced(term[0]) else ""
    behind = r"(?![A-Za-z0-9_\u00c0-\u024f\u0370-\u052f])" if _is_spaced(term[-1]) else ""
    return f"{before}{re.escape(term)}{behind}"


def _is_spaced(character: str) -> bool:
    return character.isalnum() and character < "\u0530"


def _matches(text: str, language: str) -> Iterable[Span]:
    yield from _spans(text, WORDS, Kind.WORD)
    if "&" in text:
        yield from _entities(text)
    yield from _spans(text, OMITTED, Kind.OMITTED)
    if is_east_asian(language):
        yield from (Span(start, end, Kind.FIGURE, target) for start, end, target in chinese_measures(text))
    for pattern in (MEASURES, FIGURES):
        yield from _spans(text, pattern, Kind.FIGURE)


def _spans(text: str, pattern: "re.Pattern[str]", kind: Kind) -> Iterator[Span]:
    return (Span(match.start(), match.end(), kind, match[0]) for match in pattern.finditer(text))


def _entities(text: str) -> Iterator[Span]:
    """Figures that are written with entities, as 5&nbsp;km, and entities that words cannot do without."""
    entities = [(match.span(), _character(match[0])) for match in _ENTITY.finditer(text)]
    plain, places = _read(text, entities)
    for span in itertools.chain(_spans(plain, MEASURES, Kind.FIGURE), _spans(plain, FIGURES, Kind.FIGURE)):
        start, end = places[span.start], places[span.end]
        if end - start > span.end - span.start:
            yield Span(start, end, Kind.FIGURE, text[start:end])
    for (start, end), sign in entities:
        # In "don&apos;t", too: a model that is shown "don t" says the opposite.
        if sign.isalpha() or (sign in _APOSTROPHES and text[start - 1 : start] + text[end : end + 1] in ("nt", "NT")):
            yield Span(start, end, Kind.WORD, text[start:end])


def _character(entity: str) -> str:
    """What an entity stands for; itself if that is not one character."""
    character = html.unescape(entity)
    return character if len(character) == 1 else entity


def _read(text: str, entities: Iterable[tuple[tuple[int, int], str]]) -> tuple[str, list[int]]:
    """The text with what its entities stand for, and where in the text each character of that begins."""
    parts, places, position = [], [], 0
    for (start, end), sign in entities:
        parts += [text[position:start], sign]
        places += [*range(position, start), *itertools.repeat(start, len(sign))]
        position = end
    return "".join([*parts, text[position:]]), [*places, *range(position, len(text) + 1)]
