"""Letters that a model glues on: the end of a word of the source behind another word, or behind a number.

"Hello Tom" becomes "Halloo Tom", and "2024 Hello" becomes "2024o", where "Hello" is two tokens. Such a translation is
wrong, whatever it would have been, and what helps is a comma between both.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from service.text.spans import Kind, Span

_NUMBER: Final = re.compile(r"\d[\d.,:-]{0,20}(?<=\d)([^\S\n\r]+)(?=[^\W\d_])")
_WORD: Final = re.compile(r"[^\W\d_]{1,60}([^\S\n\r]+)")


def num_glued(texts: Sequence[str], source: Sequence[str]) -> int:
    """How many of the tokens of a translation are such letters."""
    ends = set(_last_letters(source))
    found = zip(texts, texts[1:], [*texts[2:], ""], strict=False)
    return sum(
        letter in ends and before[-1:] in (letter, *"0123456789") and not behind[:1].isalnum()
        for before, letter, behind in found
    )


def _last_letters(texts: Sequence[str]) -> Iterator[str]:
    """The tokens that are the last letter of a word, and another one than the letter before."""
    for (before, text), (_, behind) in pairwise(pairwise([*texts, "", ""])):
        is_last = len(text) == 1 and text.isalpha() and not behind[:1].isalnum()
        if is_last and before[-1:].isalpha() and before[-1:] != text:
            yield text


def set_apart(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The space behind the number that a sentence begins with, or behind a first word, before a protected part.

    It is shown as a comma.
    """
    starts = {span.start for span in spans}
    match = _NUMBER.match(text) or _WORD.match(text)
    if match and (match.re is _NUMBER or match.end() in starts):
        yield Span(*match.span(1), Kind.OMITTED, match[1], sign=", ")
