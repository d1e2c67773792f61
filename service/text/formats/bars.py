"""Strings that hold several, with bars between them: plural forms, as vue-i18n and Laravel write them, and titles."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from service.text.formats.icu import HOLDERS

_BRACES = r"\{(?>(?:[^{}]|\{(?>(?:[^{}]|\{[^{}]*+\})*)\})*)\}"
_QUOTATION = r"'[{}#](?>(?:[^']|'')*)(?:'|\Z)"
_KEPT = rf"<(?P<code>code|kbd|samp|var)\b[^<>]*>[^<>]{{1,1000}}</(?P=code)>|<[^<>]*>|`[^`]*`|\$t\([^()]*\)|{_BRACES}"
_BAR = r"\|{2,}|(?P<bar>(?<!\s)\s*\|(?!\|)\s*)"
_PLAIN: Final = re.compile(rf"{_KEPT}|{_BAR}")
_QUOTED: Final = re.compile(rf"{_QUOTATION}|{_KEPT}|{_BAR}")
_COUNTS: Final = re.compile(rf"[{{\[%\d{HOLDERS}]")  # what a form of a plural begins with
_MIN_STEM: Final = 3


def at_bars(text: str, *, is_quoted: bool) -> list[str]:
    """Strings and the bars between them; joined, all of the text. `is_quoted`: apostrophes do, as in ICU's messages.

    A bar without space around it may also stand between two words of a sentence, and then ends nothing. None does that
    is in braces, tags or code.
    """
    bars = [found for found in (_QUOTED if is_quoted else _PLAIN).finditer(text) if found["bar"]]
    wide = [bar for bar in bars if bar[0][0].isspace() and bar[0][-1].isspace()]
    pieces = [*_split(text, bars)]
    return pieces if len(wide) == len(bars) or _are_forms(pieces[::2]) else [*_split(text, wide)]


def _split(text: str, bars: Sequence[re.Match[str]]) -> Iterator[str]:
    edges = [0, *(edge for bar in bars for edge in bar.span()), len(text)]
    return (text[start:end] for start, end in pairwise(edges))


def _are_forms(strings: Sequence[str]) -> bool:
    """Whether each is one word, or two of them resemble each other."""
    words = [string.split() for string in strings]
    if all(len(found) <= 1 for found in words):
        return True
    return any(one and other and _are_alike(one, other) for one, other in pairwise(words))


def _are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether they begin with the same word or how many there are, or end with the same one, whatever its ending."""
    if one[0].casefold() == other[0].casefold() or any(_COUNTS.match(words[0]) for words in (one, other)):
        return True
    stem = one[-1][:_MIN_STEM]
    return len(stem) == _MIN_STEM and other[-1].startswith(stem)
