"""Words that are set with a space between any two letters, as W A R N I N G: a model sees them as they are meant."""

import re
from collections.abc import Callable
from typing import Final

import regex  # type: ignore[import-untyped]  # a C extension without stubs

from service.text.faults.scripts import is_east_asian

_LETTER: Final = r"[^\W\d_\u2e80-\u9fff]"
_SPACE: Final = r"[ \u00a0\u2009\u202f]"
_WORD: Final = rf"{_LETTER}(?:{_SPACE}{_LETTER}){{1,40}}"
# Four letters at least: what is shorter may be a list of them. Words are further apart than their letters.
_LETTERS: Final = re.compile(
    rf"(?=(?:{_LETTER}{_SPACE}{{1,3}}){{3}}{_LETTER})"
    rf"(?P<words>{_WORD}(?:{_SPACE}{{2,3}}(?:{_WORD}|\d{{1,4}})){{0,9}})(?P<space>{_SPACE}?)(?P<end>[.!?:…]{{0,3}})"
)
_CHARACTERS: Final = re.compile(rf"[\u3400-\u9fff](?:{_SPACE}[\u3400-\u9fff]){{2,20}}{_SPACE}?[。！？：!?:]?")
_GAP: Final = re.compile(rf"{_SPACE}{{2,3}}")
_CLUSTER: Final = regex.compile(r"\X")
_END: Final = re.compile(r"[.!?:…]*\Z")


def is_set_apart(text: str, language: str) -> bool:
    """Whether a text in a language is nothing but single letters, or characters, with spaces between them."""
    pattern = _CHARACTERS if is_east_asian(language) else _LETTERS
    return text[1:2].isspace() and pattern.fullmatch(text) is not None


def together(text: str, num_pieces: Callable[[str], int]) -> str | None:
    """Such a text with its letters together; None if they make no words.

    A tokenizer has a word in fewer pieces than half of its letters.
    """
    match = _LETTERS.fullmatch(text)
    if match is None:
        return "".join(text.split())
    words = ["".join(part.split()) for part in _GAP.split(match["words"])]
    are_words = all(word.isdigit() or 2 * num_pieces(word.lower()) <= max(2, len(word)) for word in words)
    return " ".join(words) + match["end"] if are_words else None


def set_apart(text: str, source: str) -> str:
    """A translation with its letters as far apart as they are in its source; characters are together in any other."""
    match = _LETTERS.fullmatch(source)
    if match is None:
        return text
    end = "".join(_END.findall(text))
    gap = _GAP.search(match["words"])
    words = map(_spread, text.removesuffix(end).split())
    return f"{(gap[0] if gap else '   ').join(words)}{match['space'] if end else ''}{end}"


def _spread(word: str) -> str:
    return word if word.isdigit() else " ".join(_CLUSTER.findall(word))
