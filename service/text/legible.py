"""Sentences in characters that models can read: other forms of letters, digits and spaces become the usual ones.

Vocabularies hardly have the others, nor what nobody sees, and one such character makes nonsense of all that follows.
"""

import re
import unicodedata
from typing import Final

from service.text.protection.patterns import INVISIBLE

_ODD: Final = re.compile(
    rf"[{INVISIBLE}"
    r"\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"  # white space that is no plain space
    r"\u0335-\u0338"  # lines through letters
    r"\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]"  # of full width, and of mathematics
)
# They join or part letters, in Arabic and in the scripts of India.
_JOINERS: Final = "\u200c\u200d"
_JOINED: Final = re.compile(r"[\u0600-\u0dff]")


def legible(text: str) -> str:
    """The same text in ordinary characters."""
    return text if text.isascii() and text.isprintable() else _ODD.sub(_ordinary, text)


def _ordinary(match: re.Match[str]) -> str:
    """A space for white space, nothing for what nobody sees, the letter itself for another form of it."""
    character = match[0]
    if character in _JOINERS and _JOINED.match(match.string[: match.start()][-1:]):
        return character
    plain = unicodedata.normalize("NFKC", character)
    return plain if plain.isalnum() or plain == " " else ""
