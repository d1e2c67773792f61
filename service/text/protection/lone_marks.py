"""Brackets and quotation marks with white space on both sides, as `( so )` and `Next »`: models take them for words.

Chinese has none before such a mark: `下一页»`.

Two that stand around words, as `« so »`, go around what those became, with the spaces inside them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.spans import Kind, Span

_LINE: Final = re.compile(r"[^\n\r]+")
_KINDS: Final = tuple(map(re.compile, (r"[()\uff08\uff09]", r"[\"“”„«»‹›]")))
_LONE: Final = re.compile(
    r"(?<!\S)[()\"“”„«»‹›\uff08\uff09](?!\S)|(?<=[\u4e00-\u9fff])[»›](?!\S)|(?<!\S)[«‹](?=[\u4e00-\u9fff])"
)
_COUPLE: Final = re.compile(r"(?<![^\s(])(?P<first>« )(?=\w)[^«»\n]{1,300}(?<=\S)(?P<last> »)(?![^\s.,;:!?…)])")


def lone_couples(text: str) -> Iterator[Span]:
    """Marks around words as the French write them."""
    for match in _COUPLE.finditer(text):
        for name in ("first", "last"):
            yield Span(*match.span(name), Kind.OMITTED, match[name])


def lone_couples_in(spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The numbers of spans that are such marks, two by two."""
    first = None
    for number, span in enumerate(spans):
        if span.kind is Kind.OMITTED and span.target == "« ":
            first = number
        elif span.kind is Kind.OMITTED and span.target == " »" and first is not None:
            yield first, number
            first = None


def lone_marks(text: str) -> Iterator[Span]:
    """Those of each kind on lines where all of that kind are like that: others belong to words."""
    for line in _LINE.finditer(text) if _LONE.search(text) else ():
        lone = {match.start() for match in _LONE.finditer(text, line.start(), line.end())}
        for kind in _KINDS:
            places = [match.start() for match in kind.finditer(text, line.start(), line.end())]
            if lone.issuperset(places):
                yield from (Span(place, place + 1, Kind.OMITTED, text[place]) for place in places)
