"""The signs in captions of menus and buttons that say which key opens them: `_File`, `Save &As...`, `E&xit`."""

import re
from dataclasses import dataclass
from typing import Final

# One in the text, before a letter at the beginning of a word; `&` in a word as well, but not that of R&D.
SIGN: Final = re.compile(r"(?:(?<=[\s(])|\A)[_&](?=[^\W\d_])|(?<=[^\W\d_])&(?=[a-z])(?![a-z]+;)")
ENTITY: Final = re.compile(r"&#?\w+;")
MAX_CHARS: Final = 60  # longer ones are no captions


@dataclass(frozen=True, slots=True)
class Mnemonic:
    """A sign and the letter of its key."""

    sign: str
    letter: str

    def put_into(self, text: str) -> str:
        """Before the same letter if the text has it, at the beginning of a word if possible, else before the first."""
        wanted = re.escape(self.letter)
        for pattern in (rf"\b{wanted}", wanted, r"[^\W\d_]"):
            if found := re.search(pattern, text, re.IGNORECASE):
                return f"{text[: found.start()]}{self.sign}{text[found.start() :]}"
        return text


def take_out(text: str) -> tuple[str, Mnemonic | None]:
    """A caption without its sign, and what it says; any other text as it is."""
    found = SIGN.search(text)
    if found is None or len(text) > MAX_CHARS or text.count(found[0]) > 1 or ENTITY.search(text):
        return text, None
    return text[: found.start()] + text[found.end() :], Mnemonic(found[0], text[found.end()])
