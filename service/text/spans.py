"""Parts of a text that the model must not touch."""

import bisect
import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final


class Kind(enum.Enum):
    """What a part is to the sentence around it, and so what the model is shown in its place."""

    WORD = "word"  # a name stands in for it
    FOREIGN = "foreign"  # in a script that the model does not read: a name stands in for it, too
    FIGURE = "figure"  # a number stands in for it
    DAY = "day"  # a date: a day of the week stands in for it
    MONTH = "month"  # one without a day: a month stands in for it
    OMITTED = "omitted"  # no part of the grammar: the model does not see it at all


NUMBERS: Final = (Kind.FIGURE, Kind.DAY, Kind.MONTH)


@dataclass(frozen=True, slots=True)
class Side:
    """Where a part stands of the two that are around some words; `couple` is a number of both."""

    couple: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class Span:
    """`text[start:end]` of a source becomes `target` in the translation: itself, or what a glossary says.

    `is_marked` where a fixed mark covers exactly this; with a `side` where it is one of two around words; with a `sign`
    where it is an entity, and the model sees that instead.
    """

    start: int
    end: int
    kind: Kind
    target: str
    is_marked: bool = False
    side: Side | None = None
    sign: str = ""

    @property
    def is_markup(self) -> bool:
        """Whether it is a tag or a sign around words, in place of which programs put nothing."""
        return self.side is not None and self.target[0] in "<&*~"

    def moved(self, offset: int) -> "Span":
        """The same where the text begins `offset` characters later."""
        return replace(self, start=self.start - offset, end=self.end - offset)


def without_overlaps(spans: Iterable[Span]) -> list[Span]:
    """In order of the text; where two overlap, the one that was given first stays."""
    starts: list[int] = []
    kept: list[Span] = []
    for span in spans:
        place = bisect.bisect_left(starts, span.end)  # those before it begin before the span ends
        if span.start < span.end and (place == 0 or kept[place - 1].end <= span.start):
            starts.insert(place, span.start)
            kept.insert(place, span)
    return kept


def within(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """Those that lie in `text[start:end]`, counted from there; `spans` as `without_overlaps` gives them."""
    first = bisect.bisect_left(spans, start, key=_start)
    last = bisect.bisect_left(spans, end, key=_start)
    return [span.moved(start) for span in spans[first:last] if span.end <= end]


def outside(spans: Sequence[Span], places: Iterable[int]) -> list[int]:
    """Those of `places` that are not inside any of `spans`."""
    if not spans:
        return list(places)
    found = []
    for place in places:
        number = bisect.bisect_left(spans, place, key=_start)  # those before it begin before the place
        if number == 0 or spans[number - 1].end <= place:
            found.append(place)
    return found


def is_touched(spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether any part of `text[start:end]` lies in one of `spans`, as `without_overlaps` gives them."""
    number = bisect.bisect_left(spans, end, key=_start)
    return number > 0 and spans[number - 1].end > start


def _start(span: Span) -> int:
    return span.start


def written(text: str, spans: Sequence[Span], start: int, end: int) -> str:
    """The text from `start` to `end`, with the signs of the target language in the parts that are as long in it."""
    part = text[start:end]
    for span in within(spans, start, end):
        if len(span.target) == span.end - span.start:
            part = f"{part[: span.start]}{span.target}{part[span.end :]}"
    return part
