"""What a model is shown of a sentence: stand-ins, ordinary letter case, no line breaks; and the way back."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from service.text.casing import ordinary, without_odd_words
from service.text.segments import LINE_BREAK
from service.text.spans import Kind, Span
from service.text.standins import StandIn, stand_ins

_FOR_THE_EYE: Final = re.compile(rf"[^\S\n\r]*(?:{LINE_BREAK.pattern})[^\S\n\r]*|(?<= )&(?= )")
# Models know the word, and hardly the sign.
AND: Final = MappingProxyType({"de": "und", "en": "and", "es": "y", "fr": "et", "it": "e", "nl": "en", "zh": "和"})
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Slot:
    """Protected parts that touch each other, and what stands in for all of them together."""

    spans: tuple[Span, ...]
    stand_in: StandIn

    @property
    def start(self) -> int:
        """Where in the source it begins."""
        return self.spans[0].start

    @property
    def end(self) -> int:
        """Where in the source it ends."""
        return self.spans[-1].end


@dataclass(frozen=True, slots=True)
class Chunk:
    """`shown` stands for `text[start:end]` of the source; with a slot, it is its stand-in."""

    shown: str
    start: int
    end: int
    slot: Slot | None = None


@dataclass(frozen=True)
class Shown:
    """A sentence as the model sees it, in chunks. It does not see what is `omitted`: parts that touch are together."""

    chunks: tuple[Chunk, ...]
    omitted: tuple[tuple[Span, ...], ...] = ()

    @cached_property
    def text(self) -> str:
        """All of it."""
        return "".join(chunk.shown for chunk in self.chunks)

    @cached_property
    def starts(self) -> list[int]:
        """Where in the text each chunk begins."""
        return list(accumulate((len(chunk.shown) for chunk in self.chunks), initial=0))

    @property
    def slots(self) -> list[Slot]:
        """In order of the source."""
        return [chunk.slot for chunk in self.chunks if chunk.slot]


@dataclass(frozen=True, slots=True)
class Look:
    """How a sentence is shown, apart from its protected parts."""

    source: str  # the languages
    target: str
    is_in_capitals: bool = False


def show(text: str, spans: Sequence[Span], look: Look, number: int) -> Shown:
    """The sentence `text` with set `number` of stand-ins for its protected parts, in order and without overlaps."""
    cased = ordinary(text, look.source) if look.is_in_capitals else text
    groups = _groups(text, spans)
    names = {kind: stand_ins(kind, look.source, look.target, text, number) for kind in (Kind.WORD, Kind.FIGURE)}
    names[Kind.FOREIGN] = names[Kind.WORD]
    chunks: list[Chunk] = []
    position = 0
    for group in groups:
        kind = group[0].kind
        start, end = group[0].start, group[-1].end
        if kind is Kind.OMITTED:
            start -= _white_space_to_drop(text, position, start, end)
        chunks += _plain_chunks(cased, position, start, look.source)
        chunks.append(
            _gap(text, start, end) if kind is Kind.OMITTED else _filled(Slot(tuple(group), next(names[kind])))
        )
        position = end
    chunks += _plain_chunks(cased, position, len(text), look.source)
    return Shown(tuple(chunks), tuple(tuple(group) for group in groups if group[0].kind is Kind.OMITTED))


def _groups(text: str, spans: Sequence[Span]) -> list[list[Span]]:
    """Omitted parts that touch belong together, and so do others: what a name stands in for is a word of its own."""
    groups: list[list[Span]] = []
    edges = [0, *(edge for span in spans for edge in (span.start, span.end)), len(text)]
    for number, span in enumerate(spans):
        parts = [span]
        if span.kind is not Kind.OMITTED:
            parts = _with_glued_letters(text, span, edges[2 * number], edges[2 * number + 3])
        is_same_kind = bool(groups) and (groups[-1][0].kind is Kind.OMITTED) == (span.kind is Kind.OMITTED)
        if is_same_kind and groups[-1][-1].end >= parts[0].start:
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


def _white_space_to_drop(text: str, position: int, start: int, end: int) -> int:
    """How much white space before an omitted part goes with it: all, if there is more behind it."""
    if end < len(text) and text[end].isspace():
        return start - max(position, len(text[:start].rstrip()))
    return 0


def _gap(text: str, start: int, end: int) -> Chunk:
    """What is shown instead of an omitted part: nothing, or a space where words would run together."""
    is_inside_word = start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalnum()
    return Chunk(" " if is_inside_word else "", start, end)


def _filled(slot: Slot) -> Chunk:
    return Chunk(slot.stand_in.source, slot.start, slot.end, slot)


def _plain_chunks(text: str, start: int, end: int, language: str) -> Iterator[Chunk]:
    """Text as it is, but for what is there for the eye."""
    position = start
    for match in _FOR_THE_EYE.finditer(text, start, end):
        if position < match.start():
            yield Chunk(without_odd_words(text[position : match.start()], language), position, match.start())
        yield Chunk(_spoken(match, language), match.start(), match.end())
        position = match.end()
    if position < end:
        yield Chunk(without_odd_words(text[position:end], language), position, end)


def _spoken(match: re.Match[str], language: str) -> str:
    """A space for a line break, but nothing between Chinese characters; a word for `&`."""
    if match[0] == "&":
        return AND.get(language, "&")
    before, behind = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return "" if _UNSPACED.match(before) and _UNSPACED.match(behind) else " "


def has_any_for_the_eye(text: str) -> bool:
    """Whether a text has line breaks or signs that a model should not see."""
    return _FOR_THE_EYE.search(text) is not None
