"""Placeholders and tags that stand around words, two by two: `{0}here{1}`, `{{#if x}}Good day{{/if}}`, `<b>now</b>`.

They are no words themselves, so the model does not see them, and both go around what the words between them became.
One that is a part of a word stays one, as in `re{0}ing` and `{0}MB`.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from service.text.protection.entities import quotes_in
from service.text.protection.lone_marks import lone_couples_in
from service.text.protection.markdown_signs import links_in
from service.text.protection.markers import markers_in
from service.text.protection.single_quotes import single_quotes_in
from service.text.spans import Kind, Side, Span

_MAX_DEPTH: Final = 16
_MAX_LENGTH: Final = 1000  # between two of which only what they touch says that they belong together

_FAMILY: Final = re.compile(r"\{[{%]?|[$#%@]\{|%\(|%(?!%)|\[\[|##|@@|<(?![%?!])|&(?=(?:lt|#60|#x3[Cc]);.)")
_NAMED: Final = re.compile(
    r"\{%[-+~]?\s*(?P<end>end)?(?P<block>[a-z]\w*)|(?P<frame>\{\{|\{|<|\[\[|&(?:lt|#60|#x3[Cc]);)[-~]?\s*(?P<sign>[/#^]?)\s*(?P<name>[\w.-]+)"
)
# What only says something about the words behind it.
_UNSEEN: Final = re.compile(
    r"\{\{[-~]?\s*(?:[#/^!]|else\b)|[{\[]{1,2}/|<%(?![=-])"
    r"|\{%[-+~]?\s*(?:end|(?:if|elif|elsif|else|for|unless|case|when|with|trans|set|assign|comment|macro|filter)\b|block)"
)
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_SPACED: Final = re.compile(r"[^\W_\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]")
_BEFORE_WORDS: Final = "“«¡¿"
_BEHIND_WORDS: Final = ".!?…)”»"


@dataclass(frozen=True, slots=True)
class _Opened:
    """One that has no other yet."""

    number: int
    name: str
    family: str
    is_before_words: bool


def coupled(text: str, spans: Sequence[Span]) -> list[Span]:
    """`spans`, in order and without overlaps, with what stands around words as omitted parts that know their couple."""
    found = [_unseen(span) for span in spans]
    couples = chain(
        _couples(text, spans),
        quotes_in(text, spans),
        markers_in(text, spans),
        single_quotes_in(text, spans),
        links_in(spans),
        lone_couples_in(spans),
    )
    for key, (first, last) in enumerate(couples):
        is_tight = _is_tight(text[spans[first].end : spans[last].start])
        for number, is_last in ((first, False), (last, True)):
            side = Side(key, is_last=is_last) if is_tight else None
            found[number] = replace(found[number], kind=Kind.OMITTED, side=side)
    return found


def _unseen(span: Span) -> Span:
    is_unseen = span.kind is Kind.WORD and _UNSEEN.match(span.target)
    return replace(span, kind=Kind.OMITTED) if is_unseen else span


def _is_tight(inner: str) -> bool:
    """Whether there is something between two, and both touch it."""
    return any(map(str.isalnum, inner)) and not (inner[0].isspace() or inner[-1].isspace())


def _couples(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The numbers of two spans each, nested."""
    opened: deque[_Opened] = deque(maxlen=_MAX_DEPTH)
    for number, (before, behind) in _candidates(text, spans):
        part = spans[number].target
        match = _NAMED.match(part)
        name = _name(match) if match else ""
        is_closing = match is not None and (match["sign"] == "/" or match["end"] is not None)
        is_behind_words = _touches(before, _BEHIND_WORDS) and not _SPACED.match(behind)
        is_before_words = _touches(behind, _BEFORE_WORDS) and not _SPACED.match(before)
        new = _Opened(number, name, _family(spans[number]), is_before_words)
        if is_closing or is_behind_words:
            first = _partner(new, opened, text, spans, by_name=is_closing)
            if first is not None:
                yield first.number, number
                while opened.pop() is not first:
                    pass
                continue
        if not is_closing:
            opened.append(new)


def _candidates(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, tuple[str, str]]]:
    """The numbers of placeholders and tags, with what is before and behind all of those that touch each other."""
    run: list[int] = []
    for number, span in enumerate(spans):
        if not _family(span):
            continue
        if run and spans[run[-1]].end < span.start:
            yield from _with_edges(text, spans, run)
            run = []
        run.append(number)
    yield from _with_edges(text, spans, run)


def _with_edges(text: str, spans: Sequence[Span], run: Sequence[int]) -> Iterator[tuple[int, tuple[str, str]]]:
    for number in run:
        start, end = spans[run[0]].start, spans[run[-1]].end
        yield number, (text[max(0, start - 1) : start], text[end : end + 1])


def _family(span: Span) -> str:
    """How a placeholder or a tag begins; empty for what is neither."""
    match = _FAMILY.match(span.target) if span.kind in (Kind.WORD, Kind.OMITTED) else None
    return match[0] if match else ""


def _name(match: re.Match[str]) -> str:
    return f"{match['frame']}{match['name']}" if match["name"] else f"%{match['block']}"


def _touches(character: str, signs: str) -> bool:
    """Whether a character is of a word in a script with spaces, or among signs of a sentence."""
    return bool(character) and (character in signs or _SPACED.match(character) is not None)


def _partner(
    last: _Opened, opened: Sequence[_Opened], text: str, spans: Sequence[Span], *, by_name: bool
) -> _Opened | None:
    """The one that `last` belongs to."""
    for first in reversed(opened):
        if by_name:
            if first.name == last.name:
                return first
        elif first.is_before_words and first.family == last.family:
            start, end = spans[first.number].end, spans[last.number].start
            is_line = end - start <= _MAX_LENGTH and "\n" not in text[start:end]
            return first if is_line and _WORD.search(text, start, end) else None
    return None
