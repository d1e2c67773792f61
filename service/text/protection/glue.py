"""Placeholders that touch the first or the last word of a sentence, as `{icon}Save file`: the word is translated.

What touches a placeholder is else a part of a word that a program builds, as in `re{0}ing` and `{0}px`, and stays, and
so does a number directly before a part of any kind.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import regex  # type: ignore[import-untyped]  # a C extension without stubs

from service.text.protection.erasing import begins_sentence
from service.text.protection.placeholders import PLACEHOLDERS
from service.text.spans import Kind, Span

_PLACEHOLDER: Final = regex.compile(PLACEHOLDERS, regex.DOTALL | regex.ASCII)
# A capital at the beginning, or too many letters for an ending or a unit: {0}ing, {0}min.
_WORD: Final = r"(?:\p{Lu}\p{Ll}+|\p{Ll}{4,})"
_BEHIND: Final = regex.compile(rf"{_WORD}(?:['’]\p{{L}}+)?(?![\w{{}}<>%$-])")
_BEFORE: Final = regex.compile(rf"(?<![\w{{}}<>%$:-]){_WORD}\Z")
_END: Final = regex.compile(r"[.!?…]*[^\S\n\r]*(?:[\n\r]|\Z)")
_LONGEST: Final = 60  # letters of a word
_NUMBER_BEFORE: Final = regex.compile(r"(?<![\w.,:/+-])\d(?:[\d.,:]{0,18}\d)?\Z")


def freed(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans; placeholders that touch such a word are not shown to the model, and keep their edge."""
    for span in spans:
        is_free = span.kind is Kind.WORD and not span.is_marked and _is_at_word(text, span)
        yield replace(span, kind=Kind.OMITTED) if is_free else span


def numbered(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, and each number directly before one that a name stands in for: nobody reads 12:30Tom."""
    end = 0
    for span in spans:
        if span.kind is Kind.WORD and not span.is_marked:
            start = max(end, span.start - _LONGEST)
            if match := _NUMBER_BEFORE.search(text, start, span.start):
                yield Span(match.start(), span.start, Kind.WORD, match[0])
        yield span
        end = span.end


def _is_at_word(text: str, span: Span) -> bool:
    before = text[max(0, span.start - _LONGEST) : span.start]
    is_first = not before[-1:].isalnum() and begins_sentence(text, span.start) and _BEHIND.match(text, span.end)
    is_last = not is_first and _END.match(text, span.end) and _BEFORE.search(before)
    return bool(is_first or is_last) and _PLACEHOLDER.fullmatch(text, span.start, span.end) is not None
