"""What a model is shown of a sentence: stand-ins, ordinary letter case, no line breaks; and the way back."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from service.text.brackets.pairs import Pair, hidden_pairs, replaced, seen
from service.text.grouping import groups_of
from service.text.lettercase.casing import Recased, ordinary, recased, uninverted
from service.text.lettercase.small_words import capital_behind
from service.text.protection.entities import AMPERSAND, DASHES, ELLIPSIS, is_blank
from service.text.protection.standins import StandIn, stand_ins
from service.text.spans import NUMBERS, Kind, Span
from service.text.splitting.segments import LINE_BREAK

_FOR_THE_EYE: Final = re.compile(rf"[^\S\n\r]*(?:{LINE_BREAK.pattern})[^\S\n\r]*|{AMPERSAND.pattern}")
# Models know the word, and hardly the sign.
AND: Final = MappingProxyType({"de": "und", "en": "and", "es": "y", "fr": "et", "it": "e", "nl": "en", "zh": "和"})
_TOUCHING: Final = re.compile("[\u4e00-\u9fff][0-9A-Za-z]")
_END: Final = re.compile(r"[.,;:!?…]++(?=\s|\Z)")
_UNSPACED: Final = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


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
    """`shown` stands for `text[start:end]` of the source; with a slot, it is its stand-in.

    What is `omitted` is shown as nothing, or as a space.
    """

    shown: str
    start: int
    end: int
    slot: Slot | None = None
    omitted: tuple[Span, ...] = ()  # parts that touch each other


@dataclass(frozen=True)
class Shown:
    """A sentence as the model sees it, in chunks."""

    chunks: tuple[Chunk, ...]
    hidden: tuple[Pair, ...] = ()  # whose marks it does not see either

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

    @property
    def omitted(self) -> list[Chunk]:
        """What the model does not see, in order of the source, but for hidden pairs."""
        edges = {edge for pair in self.hidden for edge in (pair.start, pair.end - 1)}
        chunks = (
            replace(chunk, omitted=tuple(span for span in chunk.omitted if span.target and span.start not in edges))
            for chunk in self.chunks
        )
        return [chunk for chunk in chunks if chunk.omitted]


@dataclass(frozen=True, slots=True)
class Look:
    """How a sentence is shown, apart from its protected parts."""

    source: str  # the languages
    target: str
    is_in_capitals: bool = False
    is_inverted: bool = False  # small letters and capitals stand for each other
    is_continued: bool = False  # it begins inside a sentence
    loud: tuple[Recased, ...] = ()
    odd: tuple[Recased, ...] = ()
    names: tuple[Span, ...] = ()  # that have to stay, if the model does not keep them by itself
    pairs: tuple[Pair, ...] = ()
    pauses: tuple[int, ...] = ()  # behind words, where a comma is shown


def show(text: str, spans: Sequence[Span], look: Look, number: int) -> Shown:
    """The sentence `text` with set `number` of stand-ins for its protected parts, in order and without overlaps."""
    cased = _small_behind_dashes(_cased(text, look), spans)
    groups = groups_of(text, spans)
    hidden = hidden_pairs(look.pairs, number)
    exchanged = [Chunk(new.shown, new.start, new.end) for new in replaced(text, hidden, look.source)]
    exchanged += [Chunk(new.shown, new.start, new.end) for new in seen(text, look.pairs, hidden)]
    exchanged += [Chunk("，" if _UNSPACED.match(text[place - 1]) else ",", place, place) for place in look.pauses]
    names = {kind: stand_ins(kind, look.source, look.target, text, number) for kind in (Kind.WORD, *NUMBERS)}
    names[Kind.FOREIGN] = names[Kind.WORD]
    chunks: list[Chunk] = []
    position = 0
    edges = {edge for group in groups if group[0].kind is not Kind.OMITTED for edge in (group[0].start, group[-1].end)}
    for group in groups:
        kind = group[0].kind
        if group[0].sign:
            new = list(_signed(text, group[0], position, look.source))
        elif kind is Kind.OMITTED:
            new = [_gap(text, group, position, edges)]
        else:
            slot = Slot(tuple(group), next(names[kind]))
            is_touching = _TOUCHING.match(text, slot.end - 1) is not None  # 5元3件 is no 473件
            new = [Chunk(slot.stand_in.source + " " * is_touching, slot.start, slot.end, slot)]
        chunks += [*_plain_chunks(cased, position, new[0].start, look.source, exchanged), *new]
        position = new[-1].end
    chunks += _plain_chunks(cased, position, len(text), look.source, exchanged)
    return Shown(tuple(chunks), hidden)


def _cased(text: str, look: Look) -> str:
    if look.is_in_capitals:
        return recased(ordinary(text, look.source), look.odd)
    return uninverted(text, look.source) if look.is_inverted else recased(text, [*look.loud, *look.odd])


def _small_behind_dashes(text: str, spans: Sequence[Span]) -> str:
    """The text without capitals behind what is shown as a comma."""
    for span in spans:
        place = capital_behind(text, span.end) if span.sign in DASHES else None
        if place is not None:
            text = recased(text, [Recased(place, place + 1, text[place].lower())])
    return text


def _white_space_to_drop(text: str, position: int, start: int, end: int) -> int:
    """How much white space before an omitted part goes with it: all, if there is more behind it, or punctuation."""
    if text[end : end + 1].isspace() or _is_end(text, end):
        return start - max(position, len(text[:start].rstrip()))
    return 0


def _is_end(text: str, place: int) -> bool:
    """Whether there is punctuation, and nothing directly behind it."""
    return _END.match(text, place) is not None


def _gap(text: str, group: Sequence[Span], position: int, edges: Set[int]) -> Chunk:
    """What is shown instead of omitted parts: a space where they have one, or words would run together; or nothing.

    Words are also what others stand in for, from one of `edges` to the next.
    """
    start, end = group[0].start, group[-1].end
    start -= _white_space_to_drop(text, position, start, end)
    before, behind = text[:start][-1:], text[end : end + 1]
    are_words = (before.isalnum() or start in edges) and (behind.isalnum() or end in edges)
    if all(span.is_markup for span in group) and (_UNSPACED.match(before) or _UNSPACED.match(behind)):
        are_words = False  # characters need no space
    is_plain_space = all(span.target == " " for span in group)  # which is seen beside an image
    is_before_end = (is_plain_space or start < group[0].start) and _is_end(text, end)
    is_blank_part = any(map(str.isspace, text[start:end])) or any(map(is_blank, group))
    is_space = are_words or (is_blank_part and not is_before_end)
    is_between = bool(before and behind) and not (before.isspace() or behind.isspace())
    return Chunk(" " if is_space and is_between else "", start, end, omitted=tuple(group))


def _signed(text: str, span: Span, position: int, language: str) -> Iterator[Chunk]:
    """What is shown instead of an entity; a comma, with no space before it, instead of a dash."""
    start, end = span.start, span.end
    if span.sign in DASHES:
        yield Chunk(",", max(position, len(text[:start].rstrip())), end, omitted=(span,))
    elif span.sign == "&":
        first, word, last = _and_chunks(text, start, end, language)
        yield from (first, replace(word, omitted=(span,)), last)
    else:
        yield Chunk("..." if span.sign == ELLIPSIS else span.sign, start, end, omitted=(span,))


def _and_chunks(text: str, start: int, end: int, language: str) -> tuple[Chunk, Chunk, Chunk]:
    """The word for `&`, and the spaces that it has around it where there are none."""
    word = AND.get(language, "&")
    spaces = [" " if text[edge : edge + 1].isalnum() and not _UNSPACED.match(word) else "" for edge in (start - 1, end)]
    return Chunk(spaces[0], start, start), Chunk(word, start, end), Chunk(spaces[1], end, end)


def _plain_chunks(text: str, start: int, end: int, language: str, exchanged: Sequence[Chunk]) -> Iterator[Chunk]:
    """Text as it is, but for what is there for the eye, and what is `exchanged`."""
    found = _FOR_THE_EYE.finditer(text, start, end)
    others = [chunk for match in found for chunk in _spoken(match, language)]
    others += [chunk for chunk in exchanged if start <= chunk.start and chunk.end <= end]
    position = start
    for chunk in sorted(others, key=lambda chunk: chunk.start):
        if chunk.start < position:
            continue  # a line break before a bracket went with that
        if position < chunk.start:
            yield Chunk(text[position : chunk.start], position, chunk.start)
        yield chunk
        position = chunk.end
    if position < end:
        yield Chunk(text[position:end], position, end)


def _spoken(match: re.Match[str], language: str) -> tuple[Chunk, ...]:
    """A space for a line break, but nothing between Chinese characters; a word for `&`."""
    if match[0] == "&":
        return _and_chunks(match.string, *match.span(), language)
    before, behind = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return (Chunk("" if _UNSPACED.match(before) and _UNSPACED.match(behind) else " ", *match.span()),)


def has_any_for_the_eye(text: str) -> bool:
    """Whether a text has line breaks or signs that a model should not see."""
    return _FOR_THE_EYE.search(text) is not None
