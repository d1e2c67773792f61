"""Letter case: models read sentences in the usual one, and get unusual ones wrong.

A sentence in capitals is shown to the model as an ordinary sentence, and its translation gets capitals again. Single
words whose case nobody would choose (HAllo, hELLO) are shown as ordinary words. Acronyms, and names such as iPhone or
JavaScript, are left as they are.
"""

import re
from typing import Final

_MIN_LETTERS = 4  # USA, OK: as likely a name as a word in capitals
_MIN_SHARE = 0.9
_ODD_WORD: Final = re.compile(
    r"\b(?:[A-Z]{2,}[a-z]{3,}|[a-z][A-Z]{4,}|[a-z]{1,20}[A-Z]{1,20}[a-z]{1,20}[A-Z]\w*(?<=[a-z][A-Z]|[A-Z][A-Z]))\b"
)
_PRONOUN: Final = re.compile(r"\bi(?=['’ ,.!?]|$)")
_SENTENCE_START: Final = re.compile(r"^[^\w]*\w|(?<=[.!?])\s+\w")


def is_in_capitals(text: str) -> bool:
    """Whether a text is written in capitals throughout; one word that may be an acronym is not."""
    letters = [character for character in text if character.isalpha()]
    num_capitals = sum(map(str.isupper, letters))
    return num_capitals >= _MIN_LETTERS and num_capitals >= _MIN_SHARE * len(letters)


def has_odd_words(text: str) -> bool:
    """Whether a word is in a case that nobody would choose."""
    return _ODD_WORD.search(text) is not None


def ordinary(text: str, language: str) -> str:
    """A text in capitals as an ordinary sentence, of the same length."""
    lowered = "".join(lower if len(lower := character.lower()) == 1 else character for character in text)
    if language == "en":
        lowered = _PRONOUN.sub("I", lowered)
    return _SENTENCE_START.sub(_capital, lowered)


def _capital(match: re.Match[str]) -> str:
    capital = match[0].upper()
    return capital if len(capital) == len(match[0]) else match[0]


def without_odd_words(text: str) -> str:
    """The same text with ordinary words in place of those in an odd case."""
    return _ODD_WORD.sub(lambda match: match[0].capitalize() if match[0][0].isupper() else match[0].lower(), text)
