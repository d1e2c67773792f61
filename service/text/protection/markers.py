"""Signs of Markdown in plain text, two by two around words, as `**now**`: models take them for words."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.protection.entities import in_turn
from service.text.spans import Kind, Span

_LETTER: Final = r"0-9A-Za-z_\u00c0-\u024f\u0370-\u052f"
_PAIR: Final = re.compile(
    rf"(?<![{_LETTER}*~\\])(\*{{1,3}}|~~)(?![\s*~])(?=[^*~\n]{{0,300}}[^\W\d_])[^*~\n]{{1,300}}(?<!\s)\1(?![{_LETTER}*~])"
)
_SIGNS: Final = ("*", "**", "***", "~~")


def marker_spans(text: str) -> Iterator[Span]:
    """The signs on both sides of words."""
    for match in _PAIR.finditer(text):
        for start, end in ((match.start(), match.end(1)), (match.end() - len(match[1]), match.end())):
            yield Span(start, end, Kind.OMITTED, match[1])


def markers_in(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The numbers of spans that are such signs, two by two."""
    for sign in _SIGNS:
        own = [number for number, span in enumerate(spans) if span.kind is Kind.OMITTED and span.target == sign]
        yield from in_turn(text, spans, own)
