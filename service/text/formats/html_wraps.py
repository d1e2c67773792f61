"""Line breaks of HTML in the middle of a sentence, as in mails whose lines are all about one width."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from service.text.formats.html_tokens import Token

# A line that is so long, and goes on with a small letter, is none of a list.
_LEAST_WIDTH: Final = 40
_OPEN_END: Final = re.compile(r"[^\W\d_],?\s*\Z")


def wraps_of(tokens: Sequence[Token], breaks: Sequence[int]) -> Iterator[int]:
    """Which of the `breaks` between lines are a `br` within a sentence."""
    edges = [-1, *breaks, len(tokens)]
    lines = ["".join(token.text for token in tokens[start + 1 : stop]) for start, stop in pairwise(edges)]
    for index, (before, behind) in zip(breaks, pairwise(lines), strict=True):
        is_long = len(before.strip()) >= _LEAST_WIDTH and _OPEN_END.search(before)
        if tokens[index].name == "br" and is_long and behind.lstrip()[:1].islower():
            yield index
