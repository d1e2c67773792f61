"""Finds what has to survive a translation as it is."""

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Final

from service.text.faults.scripts import foreign_runs, is_east_asian
from service.text.grouping import apart
from service.text.marks import MarkedText
from service.text.numbers.clock_ranges import clock_ranges
from service.text.numbers.durations import durations
from service.text.numbers.hours_to import hours_to
from service.text.numbers.measures import AT_LEAST, MEASURE_RANGES, MEASURES, chinese_measures, order_numbers
from service.text.numbers.money import MONEY, MONEY_CHAINS, PRICES, chinese_money, touched_money, trillions
from service.text.numbers.numeral_forms import numeral_forms
from service.text.numbers.numerals import counts
from service.text.numbers.ranges import PERCENTAGES, RANGES
from service.text.numbers.shares import spoken_numerals
from service.text.numbers.times import latin_times
from service.text.options import TranslationOptions
from service.text.protection.chapters import chapter_spans
from service.text.protection.couples import coupled
from service.text.protection.entities import entity_spans, tag_spans
from service.text.protection.erasing import erased
from service.text.protection.everyday import everyday_spans, may_be_everyday
from service.text.protection.glue import freed, numbered
from service.text.protection.lettered import lettered_spans
from service.text.protection.lone_marks import lone_couples, lone_marks
from service.text.protection.markdown_signs import link_spans
from service.text.protection.markers import marker_spans
from service.text.protection.odd_signs import (
    APOSTROPHES,
    BARS,
    BLANKS,
    COMPARISONS,
    EQUALS,
    ESCAPES,
    FORMULAS,
    LONE,
    SLASHES,
    SPELLED_OUT,
    TAGS,
    strokes,
)
from service.text.protection.patterns import (
    ADDRESSES_BEHIND,
    CODE_ELEMENT,
    CUE_TIME,
    FIGURES,
    NO_WORDS,
    OMITTED,
    QUOTED_CODE,
    SIGN_OF_MONEY,
    SUSPECT,
    TAG,
    WORDS,
    WORDS_BEHIND,
)
from service.text.protection.personal_names import personal_spans
from service.text.protection.placeholders import priced_placeholders
from service.text.protection.short_days import short_day_spans
from service.text.protection.single_quotes import single_quote_spans
from service.text.protection.wars import war_spans
from service.text.spans import Kind, Span, without_overlaps
from service.text.splitting.listing import wide_items

_AT: Final = re.compile(r"://|www\.|@|mailto:|tel:|;|\u20e3", re.IGNORECASE)
_WORD_BEFORE: Final = re.compile(r"[A-Za-z][,.]? \Z")
_LONGEST_BEFORE: Final = 3
_WORD_BEHIND: Final = re.compile(r"[,.]? [A-Za-z]")
_BEFORE_END: Final = re.compile(r" [.,;:!?…]++(?=\s|\Z)")


def protected_spans(source: MarkedText, options: TranslationOptions, language: str, target: str = "") -> list[Span]:
    """In order, without overlaps: what fixed marks cover comes before what users named, then before patterns.

    Numbers with characters for zeros are written as the language `target` has them, if that is given.
    """
    text = source.text
    named = without_overlaps(
        itertools.chain(
            _marked(source),
            _named(text, options.no_translate, options.glossary),
            (_matches if _may_match(text) else everyday_spans)(text, language, target),
            short_day_spans(text, language, target),
            war_spans(text, language, target),
            personal_spans(text, language),
        )
    )
    runs = foreign_runs(_blanked(text, named), language)
    foreign = (Span(start, end, Kind.FOREIGN, text[start:end]) for start, end in runs)
    found = apart(text, [*freed(text, coupled(text, without_overlaps([*named, *foreign])))])
    return [*(found if is_east_asian(language) else numbered(text, found))]


def _blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with nothing in place of spans; of what one begins or ends in, the rest is looked at."""
    parts, position = [], 0
    for span in spans:
        parts += [text[position : span.start], "\n" * (span.end - span.start)]
        position = span.end
    return "".join([*parts, text[position:]])


def is_suspect(text: str, language: str) -> bool:
    """Whether a closer look at a text may find something; one look costs about a microsecond."""
    return _may_match(text) or may_be_everyday(text) or any(foreign_runs(text, language))


def _may_match(text: str) -> bool:
    return SUSPECT.search(text) is not None or "  " in text


def _marked(source: MarkedText) -> Iterator[Span]:
    """The outermost fixed marks; those that cover no letter and no digit are not shown to the model.

    Nor is the space before one without text, where only punctuation is behind it: Hello <img>.
    """
    for mark in source.marks:
        covered = source.text[mark.start : mark.end]
        if mark.is_fixed and covered:
            kind = Kind.WORD if any(map(str.isalnum, covered)) else Kind.OMITTED
            yield Span(mark.start, mark.end, kind, covered, is_marked=True)
        elif mark.is_fixed and mark.start and _BEFORE_END.match(source.text, mark.start - 1):
            yield Span(mark.start - 1, mark.start, Kind.OMITTED, " ")


def _named(text: str, kept: tuple[str, ...], glossary: tuple[tuple[str, str], ...]) -> Iterator[Span]:
    targets = dict(glossary) | {term: term for term in kept if term}
    targets.pop("", None)
    if targets:
        for match in _terms_pattern(tuple(targets)).finditer(text):
            if target := targets[match[0]]:
                yield Span(match.start(), match.end(), Kind.WORD, target)
            else:  # the model does not see it, and it has no place in the translation
                yield Span(*erased(text, match.start(), match.end()), Kind.OMITTED, "")


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


def _matches(text: str, language: str, target: str) -> Iterable[Span]:
    yield from _spans(text, CODE_ELEMENT, Kind.WORD)
    yield from _spans(text, TAG, Kind.OMITTED)
    if "&" in text:
        yield from tag_spans(text)
    yield from _spans(text, QUOTED_CODE, Kind.WORD)
    yield from link_spans(text, is_narrow=target != "" and not is_east_asian(target))
    yield from _items(text, language, target)
    yield from chapter_spans(text, language, target)
    yield from everyday_spans(text, language, target)
    yield from (Span(*match.span(1), Kind.OMITTED, match[1]) for match in CUE_TIME.finditer(text))
    yield from _at_no_foreign_word(text, _spans(text, MEASURE_RANGES, Kind.FIGURE), language)
    yield from priced_placeholders(text, language, target)
    yield from _words(text)
    written = itertools.chain(trillions(text, language, target), order_numbers(text, language, target))
    yield from (Span(*found[:2], Kind.FIGURE, found[2]) for found in written)
    yield from _odd_signs(text)
    yield from (Span(*found[:2], Kind.OMITTED, "", sign=found[2]) for found in strokes(text, language, target))
    if "&" in text:
        yield from entity_spans(text)
    yield from marker_spans(text)
    yield from single_quote_spans(text)
    if "« " in text:
        yield from lone_couples(text)
    yield from lone_marks(text)
    yield from _spans(text, OMITTED, Kind.OMITTED)
    if is_east_asian(language):
        yield from (Span(*found[:2], Kind.FIGURE, found[2]) for found in hours_to(text, target))
        yield from numeral_forms(text, target)
        figures = itertools.chain(
            chinese_money(text, target),
            durations(text, target),
            chinese_measures(text, target),
            spoken_numerals(text, target),
            counts(text),
        )
        yield from (Span(start, end, Kind.FIGURE, written) for start, end, written in figures)
        yield from lettered_spans(text, language, target)
    clocks = itertools.chain(clock_ranges(text, language, target), latin_times(text, language, target))
    yield from _at_no_foreign_word(text, (Span(*found[:2], Kind.FIGURE, found[2]) for found in clocks), language)
    yield from _at_no_foreign_word(text, _spans(text, AT_LEAST, Kind.FIGURE), language)
    for pattern in (PERCENTAGES, MEASURES, RANGES, FIGURES):
        yield from _spans(text, pattern, Kind.FIGURE)
    yield from (Span(*found[:2], Kind.FIGURE, found[2]) for found in touched_money(text, language, target))
    for pattern in (WORDS_BEHIND, SIGN_OF_MONEY):
        yield from _spans(text, pattern, Kind.WORD)
    yield from _spans(text, LONE, Kind.OMITTED)


def _items(text: str, language: str, target: str) -> Iterator[Span]:
    if target and is_east_asian(language) and not is_east_asian(target):
        yield from (Span(start, end, Kind.OMITTED, sign) for start, end, sign in wide_items(text))


def _words(text: str) -> Iterator[Span]:
    """What a name can stand in for, beside what it would swallow if that was a part of it."""
    others = without_overlaps(
        [*_spans(text, ADDRESSES_BEHIND, Kind.WORD), *_spans(text, NO_WORDS, Kind.OMITTED)] if _AT.search(text) else ()
    )
    found = [
        Span(match.start(), match.end(), Kind.WORD, text[match.start() : match.end()])
        for match in WORDS.finditer(_blanked(text, others) if others else text)
    ]
    yield from found
    yield from (span for span in others if span.kind is Kind.WORD)


def _odd_signs(text: str) -> Iterator[Span]:
    """Of which a model reads nothing, in numbers and between terms; and amounts of money. What is in a tag is none."""
    yield from _spans(text, TAGS, Kind.OMITTED)
    yield from _spans(text, SPELLED_OUT, Kind.WORD)
    yield from (Span(match.start(), match.end(), Kind.OMITTED, "", sign="'") for match in APOSTROPHES.finditer(text))
    for pattern in (ESCAPES, BARS, SLASHES):
        yield from _spans(text, pattern, Kind.OMITTED)
    for pattern in (EQUALS, PRICES, MONEY_CHAINS, MONEY, COMPARISONS):
        yield from _spans(text, pattern, Kind.FIGURE)
    for pattern in (BLANKS, FORMULAS):
        yield from _spans(text, pattern, Kind.WORD)


def _at_no_foreign_word(text: str, spans: Iterable[Span], language: str) -> Iterator[Span]:
    """Those that are no part of words in Latin letters, which are one part together in a text without such."""
    is_mixed = is_east_asian(language)
    return (span for span in spans if not is_mixed or not _is_at_word(text, span))


def _is_at_word(text: str, span: Span) -> bool:
    before = text[max(0, span.start - _LONGEST_BEFORE) : span.start]
    return _WORD_BEFORE.search(before) is not None or _WORD_BEHIND.match(text, span.end) is not None


def _spans(text: str, pattern: "re.Pattern[str]", kind: Kind) -> Iterator[Span]:
    return (Span(match.start(), match.end(), kind, match[0]) for match in pattern.finditer(text))
