"""Words whose letters go up and down: names are left alone, a case that nobody would choose is not shown to the model.

The shape of a word tells most of them apart: YouTube and McDonald are names, heLLo is none. Some shapes are those of
both, as iOS and tHE, PhD and ThE, MySQL and WoRLD: there it is a name unless a tokenizer knows the word in its usual
form. In a text in which most words go up and down, all do that do not have to.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from service.text.lettercase.brands import BRANDS
from service.text.lettercase.casing import Pieces, Recased, lowered, ordinary
from service.text.spans import Kind, Span

_WORD: Final = re.compile(r"(?<!\w)[^\W\d_]{2,}(?:['’][^\W\d_]{1,2})?(?!\w)")
_CAPITAL_INSIDE: Final = re.compile(r"[^\W\d_][A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]")
_APOSTROPHE: Final = re.compile("['’]")
_MIN_LETTERS: Final = 3  # pH, kW
_MIN_UP_AND_DOWN: Final = 2
# Shapes, with C for a capital and s for a small letter.
_USUAL: Final = re.compile(r"s+|Cs*|C+")
_INVERTED: Final = re.compile(r"sC+")
_ALTERNATING: Final = re.compile(r"s(?:Cs)*C?|(?:Cs)+C?")
_TWO_WORDS: Final = re.compile(r"Css+Css+")
# coffeE, heLLo, HeLLo, hELLO, WeAtHeR
_ODD: Final = re.compile(r"s{4,}C|s+C{2,}s+|Cs+C{2,}s+|sC{4,}|s?(?:Cs){2,}C|s(?:Cs){2,}|(?:Cs){3,}")
# hEllo, but iPhone, eBay and jQuery
_LATE_CAPITAL: Final = re.compile(r"sCss+")
# iPHONE, MacDONALD, PAYPal, IPHONE
_ABRUPT: Final = re.compile("s?C+|C?s+C+|C+s+")
_PREFIXES: Final = "demiptwxkjnuvq"
# hElLO, HeLLO, HelLO, HelLo, HellO, helLO, HEllo, HELLo: odd if a tokenizer needs few pieces for hello.
_DOUBTFUL: Final = re.compile(r"s+C+s+C+|CsC{2,}|CssC{2,}|CssCs|Cs{3,}C|ss+C{2,}|C{2,}ss+|C{3,}s")
# Others may be units: pH, kV.
_OF_TWO_LETTERS: Final = MappingProxyType(
    {
        "de": re.compile("ab|am|an|da|du|er|es|im|in|ja|ob|so|um|wo|zu"),
        "en": re.compile("am|an|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we"),
    }
)


@dataclass(frozen=True)
class _Word:
    """A word of several letters, and the shape of what it is but for its ending."""

    start: int
    text: str
    shape: str

    @property
    def goes_up_and_down(self) -> bool:
        return not _USUAL.fullmatch(self.shape)

    @property
    def alternates(self) -> bool:
        return len(self.shape) >= _MIN_LETTERS and _ALTERNATING.fullmatch(self.shape) is not None

    @property
    def may_be_name(self) -> bool:
        """Whether it may be one even where most words go up and down."""
        return (
            self.goes_up_and_down
            and len(self.shape) >= _MIN_LETTERS
            and not (self.alternates or _INVERTED.fullmatch(self.shape))
        )

    @property
    def is_brand(self) -> bool:
        """Whether it is a well-known name, in capitals or in one unusual way; more of them are a play with letters."""
        return self.stem.lower() in BRANDS and (
            self.stem in BRANDS.values() or _ABRUPT.fullmatch(self.shape) is not None
        )

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def stem(self) -> str:
        return _stem(self.text)

    @cached_property
    def small(self) -> str:
        return lowered(self.text, "")

    @cached_property
    def capitalised(self) -> str:
        return ordinary(self.text, "")

    def is_odd(self, pieces: Pieces, language: str) -> bool:
        """Whether nobody would choose its case."""
        if language in _OF_TWO_LETTERS and _OF_TWO_LETTERS[language].fullmatch(self.small):
            return True
        if len(self.shape) < _MIN_LETTERS or self.is_brand or _TWO_WORDS.fullmatch(self.shape):
            return False
        if _ODD.fullmatch(self.shape):
            return True
        if _LATE_CAPITAL.fullmatch(self.shape) and self.small[0] not in _PREFIXES:
            return True
        num_pieces = min(pieces(self.small), pieces(self.capitalised))
        is_known = 3 * num_pieces <= len(self.text) + 1
        return num_pieces == 1 or (is_known and _DOUBTFUL.fullmatch(self.shape) is not None)


def odd_words(text: str, spans: Sequence[Span], language: str, pieces: Pieces) -> tuple[Recased, ...]:
    """The words in an odd case. `pieces` counts what a tokenizer makes of a word; what is protected is left alone."""
    words = list(_words(text, spans))
    odd = [word for word in words if word.goes_up_and_down and word.is_odd(pieces, language)]
    surely = {word.start for word in odd}
    count = sum(word.start in surely or (word.goes_up_and_down and word.alternates) for word in words)
    if count >= _MIN_UP_AND_DOWN and 2 * count > len(words):
        odd = [word for word in words if word.start in surely or not (word.text == word.small or word.may_be_name)]
    return tuple(Recased(word.start, word.end, _usual(word, text, language, pieces)) for word in odd)


def names_in(text: str, spans: Sequence[Span], odd: Sequence[Recased]) -> tuple[Span, ...]:
    """Words that go up and down and are not odd, as parts that stay as they are; but not plurals of abbreviations."""
    starts = {word.start for word in odd}
    return tuple(
        Span(word.start, word.start + len(word.stem), Kind.WORD, word.stem)
        for word in _words(text, spans)
        if (word.goes_up_and_down or word.is_brand) and word.start not in starts and len(word.stem) >= _MIN_LETTERS
    )


def _words(text: str, spans: Sequence[Span]) -> Iterator[_Word]:
    """All, if any has a capital that is not its first letter."""
    if not _CAPITAL_INSIDE.search(text):
        return
    for match in _WORD.finditer(text):
        if not any(span.start < match.end() and match.start() < span.end for span in spans):
            yield _Word(match.start(), match[0], _shape(match[0]))


def _stem(word: str) -> str:
    """What is before an apostrophe."""
    return _APOSTROPHE.split(word, maxsplit=1)[0]


def _shape(word: str) -> str:
    """Of the stem, without the s of a plural, as in URLs; a usual one where letters have no case."""
    stem = _stem(word)
    if stem[-1] == "s" and stem[:-1].isupper():
        stem = stem[:-1]
    if not all(letter.isupper() or letter.islower() for letter in stem):
        return "s"
    return "".join("C" if letter.isupper() else "s" for letter in stem)


def _usual(word: _Word, text: str, language: str, pieces: Pieces) -> str:
    """A capital only where it may have been meant: a noun may have one in German, else the first word; and names."""
    may_be_capital = word.text[0].isupper() and (language == "de" or not text[: word.start].strip())
    is_name = pieces(word.capitalised) < pieces(word.small)
    return word.capitalised if may_be_capital or is_name else word.small
