"""Letter case: models read sentences in the usual one, and get unusual ones wrong.

A sentence in capitals is shown to the model as an ordinary sentence, and its translation gets capitals again. One
whose small letters and capitals stand for each other, as a caps lock makes them (tHE dOG), gets that again, too. Words
that are odd by themselves are found in `odd_case`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

Pieces = Callable[[str], int]

_MIN_LETTERS = 4  # USA, OK: as likely a name as a word in capitals
_MIN_SHARE = 0.9
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_PRONOUN: Final = re.compile(r"\bi(?=['’ ,.!?]|$)")
_SENTENCE_START: Final = re.compile(r"^[^\w]*\w|[.!?][\"”»'’)]?\s+[\"“«'‘(]?\w")


@dataclass(frozen=True, slots=True)
class Recased:
    """`text[start:end]` is in a case that models do not read well; they are shown `usual`, which is as long."""

    start: int
    end: int
    usual: str


def recased(text: str, words: Sequence[Recased]) -> str:
    """The text as the model sees it, of the same length."""
    parts, position = [], 0
    for word in sorted(words, key=lambda word: word.start):
        parts += [text[position : word.start], word.usual]
        position = word.end
    return "".join([*parts, text[position:]])


def is_in_capitals(text: str) -> bool:
    """Whether a text is written in capitals throughout; one word that may be an acronym is not."""
    letters = [character for character in text if character.isalpha()]
    num_capitals = sum(map(str.isupper, letters))
    return num_capitals >= _MIN_LETTERS and num_capitals >= _MIN_SHARE * len(letters)


def is_inverted(text: str, num_odd: int) -> bool:
    """Whether small letters and capitals stand for each other throughout; `num_odd` words are surely no names."""
    words = [word for word in _WORD.findall(text) if word.lower() != word.upper()]
    num_inverted = sum(word[0].islower() for word in words)
    return num_odd > 0 and 2 * num_inverted >= len(words) and all(word[1:].isupper() for word in words)


def ordinary(text: str, language: str) -> str:
    """A text in capitals as an ordinary sentence, of the same length."""
    return _SENTENCE_START.sub(_capital, lowered(text, language))


def uninverted(text: str, language: str) -> str:
    """A text with small letters and capitals for each other as an ordinary sentence, of the same length.

    Where all words begin with a small letter, not all of them have to begin with a capital.
    """
    has_small = language == "de" or any(map(str.isupper, _WORD.findall(text)))
    return _same_length(text, str.swapcase) if has_small else ordinary(text, language)


def lowered(text: str, language: str) -> str:
    """In small letters, of the same length."""
    small = _same_length(text, str.lower)
    return _PRONOUN.sub("I", small) if language == "en" else small


def _same_length(text: str, change: Callable[[str], str]) -> str:
    return "".join(new if len(new := change(character)) == 1 else character for character in text)


def _capital(match: re.Match[str]) -> str:
    capital = match[0].upper()
    return capital if len(capital) == len(match[0]) else match[0]
