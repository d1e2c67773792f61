"""Protected parts that touch each other, or letters: one thing stands in for all of them together."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from service.text.spans import NUMBERS, Kind, Span

_UNSPACED: Final = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


def groups_of(text: str, spans: Sequence[Span]) -> list[list[Span]]:
    """Omitted parts that touch belong together, and so do others: what a name stands in for is a word of its own."""
    groups: list[list[Span]] = []
    edges = [0, *(edge for span in spans for edge in (span.start, span.end)), len(text)]
    for number, span in enumerate(spans):
        parts = [span]
        if span.kind is not Kind.OMITTED:
            parts = _with_glued_letters(text, span, edges[2 * number], edges[2 * number + 3])
        is_alike = bool(groups) and (groups[-1][0].kind is Kind.OMITTED) == (span.kind is Kind.OMITTED)
        if is_alike and not (groups[-1][0].sign or span.sign) and groups[-1][-1].end >= parts[0].start:
            groups[-1] += [part for part in parts if part.start >= groups[-1][-1].end]
        else:
            groups.append(parts)
    return groups


def _with_glued_letters(text: str, span: Span, low: int, high: int) -> list[Span]:
    """A span and the letters directly before and behind it, as in `re{0}ing`, which have to stay with it.

    They are looked for between `low` and `high`, where its neighbours begin.
    """
    start, end = span.start, span.end
    while start > low and _is_spaced_letter(text[start - 1]):
        start -= 1
    while end < high and _is_spaced_letter(text[end]):
        end += 1
    before = [Span(start, span.start, span.kind, text[start : span.start])] if start < span.start else []
    behind = [Span(span.end, end, span.kind, text[span.end : end])] if span.end < end else []
    return [*before, span, *behind]


def _is_spaced_letter(character: str) -> bool:
    return character.isalpha() and not _UNSPACED.match(character)


def apart(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, with a space behind what a language writes in words where the next one touches it: 200元9折."""
    return [
        replace(span, target=f"{span.target} ") if _is_run_together(text, span, following) else span
        for span, following in zip_longest(spans, spans[1:])
    ]


def _is_run_together(text: str, span: Span, following: Span | None) -> bool:
    is_touched = following is not None and following.start == span.end and following.target[:1].isalnum()
    is_written = span.kind in NUMBERS and span.target != text[span.start : span.end]
    return is_touched and is_written and span.target[-1:].isalnum()
