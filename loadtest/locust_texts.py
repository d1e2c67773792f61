"""Texts of several lengths for the load: those in loadtest/texts, or the lines of a file of one's own."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "texts"
# Quarters of a list that is sorted by length: words and phrases come first.
QUARTER: Final = 4
SENTENCES_OF: Final = {"paragraph": range(3, 7), "document": range(15, 31)}
SENTENCES_BEFORE_A_BREAK: Final = 5
# How often each length comes: what people send to a chat, to a page, and to a converter of files.
DISTRIBUTIONS: Final[Mapping[str, Mapping[str, float]]] = {
    "short": {"short": 1},
    "sentences": {"short": 1, "sentence": 2, "long": 1},
    "long": {"long": 1},
    "paragraphs": {"paragraph": 1},
    "documents": {"document": 1},
    "mixed": {"short": 30, "sentence": 45, "long": 15, "paragraph": 9, "document": 1},
}


class TextsError(Exception):
    """There is nothing to send; the message says why."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Sentences of one language, by length, and longer texts made of them."""

    language: str
    sentences: Sequence[str]

    def draw(self, distribution: str) -> tuple[str, str]:
        """A length by its weight in the distribution, and a text of it."""
        weights = DISTRIBUTIONS[distribution]
        [length] = random.choices(list(weights), list(weights.values()))
        return length, self.of_length(length)

    def of_length(self, length: str) -> str:
        """One text."""
        if length in SENTENCES_OF:
            return self._several(random.choice(SENTENCES_OF[length]))
        return random.choice(self._slice(length))

    def some(self, count: int) -> list[str]:
        """Several sentences, of any length."""
        return random.choices(self.sentences, k=count)

    def _slice(self, length: str) -> Sequence[str]:
        quarter = max(1, len(self.sentences) // QUARTER)
        parts = {"short": slice(quarter), "sentence": slice(quarter, -quarter), "long": slice(-quarter, None)}
        return self.sentences[parts[length]] or self.sentences

    def _several(self, count: int) -> str:
        """As people write them: Chinese without spaces, an empty line now and then."""
        space = "" if self.language == "zh" else " "
        chosen = self.some(count)
        groups = [chosen[at : at + SENTENCES_BEFORE_A_BREAK] for at in range(0, count, SENTENCES_BEFORE_A_BREAK)]
        return "\n\n".join(space.join(group) for group in groups)


def shipped_texts() -> dict[str, Texts]:
    """Of every language that loadtest/texts has."""
    return {file.stem: read_texts(file, file.stem) for file in sorted(FOLDER.glob("*.txt"))}


def read_texts(file: Path, language: str) -> Texts:
    """The lines of a UTF-8 file, without the empty ones. Raises TextsError."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise TextsError(f"the sentences cannot be read: {error}") from error
    sentences = [line.strip() for line in lines if line.strip()]
    if not sentences:
        raise TextsError(f"{file} has no sentence; write one on each line")
    return Texts(language, sorted(sentences, key=len))
