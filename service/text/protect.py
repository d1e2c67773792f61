"""Finds what has to survive a translation as it is."""

import functools
import itertools
import re
from collections.abc import Iterable, Iterator

from service.text.marks import MarkedText
from service.text.measures import MEASURES, chinese_measures
from service.text.options import TranslationOptions
from service.text.patterns import FIGURES, OMITTED, SUSPECT, WORDS
from service.text.scripts import foreign_runs, is_east_asian
from service.text.spans import Kind, Span, without_overlaps


def protected_spans(source: MarkedText, options: TranslationOptions, language: str) -> list[Span]:
    """In order, without overlaps: what fixed marks cover comes before what users named, then before patterns."""
    text = source.text
    found = itertools.chain(
        _marked(source),
        _named(text, options.no_translate, options.glossary),
        _matches(text, language) if _may_match(text) else (),
        (Span(start, end, Kind.FOREIGN, text[start:end]) for start, end in foreign_runs(text, language)),
    )
    return without_overlaps(found)


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
    found = ((Kind.WORD, WORDS), (Kind.OMITTED, OMITTED), (Kind.FIGURE, MEASURES), (Kind.FIGURE, FIGURES))
    for kind, pattern in found:
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), kind, match[0])
        if pattern is OMITTED and is_east_asian(language):
            yield from (Span(start, end, Kind.FIGURE, target) for start, end, target in chinese_measures(text))
