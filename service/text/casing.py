"""Letter case: models read sentences in the usual one, and get unusual ones wrong.

A sentence in capitals is shown to the model as an ordinary sentence, and its translation gets capitals again. Single
words whose case nobody would choose (HAllo, hEllo, coffeE), and all words where most of them go up and down, are shown
as ordinary words. Acronyms, and names such as iPhone or JavaScript, are left as they are.
"""

import re
from typing import Final

_MIN_LETTERS = 4  # USA, OK: as likely a name as a word in capitals
_MIN_SHARE = 0.9
_ODD_WORD: Final = re.compile(
    r"\b(?:[A-Z]{2,}[a-z]{3,}|[a-z][A-Z]{4,}|[A-Za-z][a-z]{3,}[A-Z]|(?![demiptwxk])[a-z][A-Z][a-z]{2,}"
    r"|[a-z]{1,20}[A-Z]{1,20}[a-z]{1,20}[A-Z]\w*(?<=[a-z][A-Z]|[A-Z][A-Z])|(?=\w{6})[a-z]?(?:[A-Z][a-z])+[A-Z]?)\b"
)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_UP_AND_DOWN: Final = re.compile(r"\b(?=\w{0,20}?[a-z][A-Z])(?:[a-z](?:[A-Z][a-z])*[A-Z]?|(?:[A-Z][a-z])+[A-Z]?)\b")
_MIN_UP_AND_DOWN = 2
_PRONOUN: Final = re.compile(r"\bi(?=['’ ,.!?]|$)")
_SENTENCE_START: Final = re.compile(r"^[^\w]*\w|(?<=[.!?])\s+\w")


def is_in_capitals(text: str) -> bool:
    """Whether a text is written in capitals throughout; one word that may be an acronym is not."""
    letters = [character for character in text if character.isalpha()]
    num_capitals = sum(map(str.isupper, letters))
    return num_capitals >= _MIN_LETTERS and num_capitals >= _MIN_SHARE * len(letters)


def has_odd_words(text: str) -> bool:
    """Whether words are in a case that nobody would choose."""
    return _ODD_WORD.search(text) is not None or _goes_up_and_down(text)


def _goes_up_and_down(text: str) -> bool:
    """Whether most of several words are LiKe ThIs; a single short one may be a name."""
    count = len(_UP_AND_DOWN.findall(text))
    return count >= _MIN_UP_AND_DOWN and 2 * count > len(_WORD.findall(text))


def ordinary(text: str, language: str) -> str:
    """A text in capitals as an ordinary sentence, of the same length."""
    return _SENTENCE_START.sub(_capital, lowered(text, language))


def lowered(text: str, language: str) -> str:
    """In small letters, of the same length."""
    small = "".join(lower if len(lower := character.lower()) == 1 else character for character in text)
    return _PRONOUN.sub("I", small) if language == "en" else small


def _capital(match: re.Match[str]) -> str:
    capital = match[0].upper()
    return capital if len(capital) == len(match[0]) else match[0]


def without_odd_words(text: str, language: str) -> str:
    """The same text with ordinary words in place of those in an odd case."""
    pattern = _WORD if _goes_up_and_down(text) else _ODD_WORD
    return pattern.sub(lambda match: _usual(match, language), text)


def _usual(match: re.Match[str], language: str) -> str:
    """A capital only where it may have been meant: a noun may have one in German, else the first word."""
    is_capital = match[0][0].isupper() and (language == "de" or not match.string[: match.start()].strip())
    return match[0].capitalize() if is_capital else match[0].lower()
