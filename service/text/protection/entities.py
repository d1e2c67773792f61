"""Entities of a text, as `&amp;` and `&nbsp;`: they stay to the last character, and the model sees what they stand for.

That is so where it knows what to do with it: it is shown a word for `&amp;` between words, the apostrophe in
`don&#39;t`, a space for `&nbsp;`. Tags that are written with entities are tags all the same.
"""

import html
import itertools
import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from service.text.numbers.measures import MEASURES
from service.text.protection.patterns import ENTITY, FIGURES
from service.text.spans import Kind, Span

_ENTITY: Final = re.compile(ENTITY)
_TAG: Final = re.compile(
    r"&(?:lt|#60|#x3[Cc]);/?[A-Za-z][\w-]{0,30}(?:\s[\w:-]+=(?:[^<>&\n]|&(?!lt;|gt;)){0,300})?\s?/?&(?:gt|#62|#x3[Ee]);"
)
_WORDS: Final = re.compile(r"[^\W\d_]{3}|[\u2e80-\u9fff]")  # what is long enough to be words on both sides of `&`
_LETTER: Final = re.compile(r"[^\W\d_\u2e80-\u9fff]")
# `&` between words, with spaces or without.
AMPERSAND: Final = re.compile(r"(?<= )&(?= )|(?:(?<=[^\W\d_]{3})|(?<=[\u2e80-\u9fff]))&(?=[^\W\d_]{3}|[\u2e80-\u9fff])")
APOSTROPHES: Final = frozenset("'’")
DASHES: Final = frozenset("–—")
ELLIPSIS: Final = "…"
_DOUBLE: Final = frozenset('"“”„‟«»')
_SINGLE: Final = frozenset("'‘’‚‹›")


@dataclass(frozen=True, slots=True)
class _Entity:
    """From and to of one in a text, what it means, and what is before it and behind it."""

    start: int
    end: int
    sign: str
    before: str
    behind: str


def is_blank(span: Span) -> bool:
    """Whether a part has white space in it, or an entity that means some."""
    return any(map(str.isspace, span.target)) or (span.target[:1] == "&" and html.unescape(span.target).isspace())


def tag_spans(text: str) -> Iterator[Span]:
    """Tags that are written with entities."""
    return (Span(*match.span(), Kind.OMITTED, match[0]) for match in _TAG.finditer(text))


def entity_spans(text: str) -> Iterator[Span]:
    """Figures that are written with entities, as 5&nbsp;km, and entities that words cannot do without.

    What else there is that a model should see has a sign.
    """
    found = [(match.span(), _character(match[0])) for match in _ENTITY.finditer(text)]
    plain, places = _read(text, found)
    for match in itertools.chain(MEASURES.finditer(plain), FIGURES.finditer(plain)):
        start, end = places[match.start()], places[match.end()]
        if end - start > len(match[0]):
            yield Span(start, end, Kind.FIGURE, text[start:end])
    for entity in _in_context(found, plain):
        target = text[entity.start : entity.end]
        if entity.sign.isalpha():
            yield Span(entity.start, entity.end, Kind.WORD, target)
        elif sign := _sign_to_show(entity):
            yield Span(entity.start, entity.end, Kind.OMITTED, target, sign=sign)


def _in_context(found: Sequence[tuple[tuple[int, int], str]], plain: str) -> Iterator[_Entity]:
    offset = 0
    for (start, end), sign in found:
        at = start - offset
        yield _Entity(start, end, sign, plain[max(0, at - 3) : at], plain[at + len(sign) : at + len(sign) + 3])
        offset += end - start - len(sign)


def _sign_to_show(entity: _Entity) -> str:
    """What a model should see of an entity, if anything."""
    sign, before, behind = entity.sign, entity.before, entity.behind
    is_spaced = before[-1:].isspace() and behind[:1].isspace()
    is_glued = _WORDS.match(before[-1:] if before[-1:] > "\u2e7f" else before) and _WORDS.match(behind)
    are_words = before[-2:-1].isalnum() and behind[1:2].isalnum()
    if sign == "&":
        return sign if is_glued or (is_spaced and are_words) else ""
    if sign in APOSTROPHES:
        return sign if _LETTER.match(before[-1:]) and _LETTER.match(behind) else ""
    if sign in DASHES:
        return sign if is_spaced and are_words else ""
    return sign if sign == ELLIPSIS and before[-1:].isalnum() and behind[:1].isspace() else ""


def quotes_in(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The numbers of spans that are quotation marks around words, two by two; none if one of a line has no other."""
    for kind in (_DOUBLE, _SINGLE):
        yield from in_turn(text, spans, [number for number, span in enumerate(spans) if _is_quote(span, kind)])


def in_turn(text: str, spans: Sequence[Span], numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The numbers of spans in a line that open and close in turn, two by two; none if one of the line has no other."""
    line_ends = [match.start() for match in re.finditer("\n", text)] if numbers else []
    for _, own in itertools.groupby(numbers, key=lambda number: bisect(line_ends, spans[number].start)):
        line = [*own]
        pairs = [*zip(line[::2], line[1::2], strict=False)]
        if len(line) % 2 == 0 and all(_is_around(text, spans[first], spans[last]) for first, last in pairs):
            yield from pairs


def _is_quote(span: Span, kind: frozenset[str]) -> bool:
    return span.kind is Kind.OMITTED and not span.sign and span.target[:1] == "&" and _character(span.target) in kind


def _is_around(text: str, first: Span, last: Span) -> bool:
    """Whether no letter touches two from outside."""
    return not (_LETTER.match(text[first.start - 1 : first.start]) or _LETTER.match(text[last.end : last.end + 1]))


def _character(entity: str) -> str:
    """What an entity stands for; itself if that is not one character."""
    character = html.unescape(entity)
    return character if len(character) == 1 else entity


def _read(text: str, entities: Sequence[tuple[tuple[int, int], str]]) -> tuple[str, list[int]]:
    """The text with what its entities stand for, and where in the text each character of that begins."""
    parts, places, position = [], [], 0
    for (start, end), sign in entities:
        parts += [text[position:start], sign]
        places += [*range(position, start), *itertools.repeat(start, len(sign))]
        position = end
    return "".join([*parts, text[position:]]), [*places, *range(position, len(text) + 1)]
