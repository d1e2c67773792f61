"""Single quotation marks around words, 'hello': the apostrophe of models, who read them as parts of words."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.protection.entities import in_turn
from service.text.spans import Kind, Span

_SIGNS: Final = ("'", "\u2018", "\u2019")
# What is left out at the beginning of a word has an apostrophe, too: 'tis, 'em, rock 'n' roll.
_PAIR: Final = re.compile(
    r"(?<![\w'\u2018\u2019])(?P<first>['\u2018])(?=[^\W_])(?!(?:tis|twas|em|til|cause|cos|bout|round|n|\d\ds?)\b)"
    r"(?P<inner>(?:[^'\u2018\u2019\n]|(?<=\w)['\u2019](?=\w)){2,300})"
    r"(?<=[\w.,!?…])(?P<last>['\u2019])(?![\w'\u2019])",
    re.IGNORECASE,
)


def single_quote_spans(text: str) -> Iterator[Span]:
    """The marks on both sides of words; both are straight, or both are curved."""
    for match in _PAIR.finditer(text):
        if (match["first"] == "'") == (match["last"] == "'"):
            for name in ("first", "last"):
                yield Span(*match.span(name), Kind.OMITTED, match[name])


def single_quotes_in(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The numbers of spans that are such marks, two by two."""
    own = [number for number, span in enumerate(spans) if span.kind is Kind.OMITTED and span.target in _SIGNS]
    yield from in_turn(text, spans, own)
