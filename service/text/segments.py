"""A text as pieces: one sentence each, with the white space around it. Joined, they are the text again."""

from dataclasses import dataclass
from itertools import pairwise

from service.text.boundaries import sentence_ends


@dataclass(frozen=True, slots=True)
class Piece:
    """One sentence, or only white space; nothing of the source is missing between two pieces."""

    leading: str
    text: str
    trailing: str

    @property
    def is_translatable(self) -> bool:
        """Whether there is a letter or a digit to translate; emoji and punctuation alone pass through."""
        return any(character.isalnum() for character in self.text)

    def __str__(self) -> str:
        return f"{self.leading}{self.text}{self.trailing}"


def split(text: str, language: str) -> list[Piece]:
    """Pieces of `text`. A line break ends a sentence; inside a line the rules of `language` decide."""
    return [piece for line in text.splitlines(keepends=True) for piece in _pieces(line, language)]


def _pieces(line: str, language: str) -> list[Piece]:
    return [_piece(line[start:end]) for start, end in pairwise([0, *sentence_ends(line, language)])]


def _piece(sentence: str) -> Piece:
    without_leading = sentence.lstrip()
    text = without_leading.rstrip()
    leading = sentence[: len(sentence) - len(without_leading)]
    return Piece(leading, text, without_leading[len(text) :])
