"""Words with digits in them, A4, B2B, H1N1: a model mostly keeps them, and is asked again where it did not."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from service.text.spans import Kind, Span

_LABEL: Final = re.compile(
    r"(?<![\w.,/&#@-])(?:[A-Z][A-Za-z]{0,11}(?:-[A-Z][A-Za-z]{0,5})?-\d{1,4}[A-Za-z]?|[A-Z]{1,6}\d{1,4}[A-Z]?(?:\d{1,3})?"
    r"|\d[A-Z]{1,3})(?![\w/]|[.,]\d)",
    re.ASCII,
)


def labels_in(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Those outside of what is protected, as parts that stay as they are."""
    for match in _LABEL.finditer(text):
        if not any(span.start < match.end() and match.start() < span.end for span in spans):
            yield Span(*match.span(), Kind.WORD, match[0])
