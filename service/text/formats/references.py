"""Character references, as `&nbsp;` and `&copy;`: signs of a translation are written like those of its source."""

import re
import string
from collections.abc import Sequence
from typing import Final

from service.text.formats.pieces import Kind, Piece

# Without its semicolon a reference may go on in the letters behind it.
_REFERENCE: Final = re.compile(r"&#?\w+;")
# A whole text would be full of references where a page has one of these by chance.
_PLAIN: Final = string.ascii_letters + string.digits + string.whitespace
NO_BREAK_SPACE: Final = "\xa0"


def references_in(pieces: Sequence[Piece]) -> dict[int, str]:
    """How signs are written in a unit, each as it is there first; a space that does not break, also as itself."""
    found: dict[int, str] = {}
    for piece in pieces:
        if piece.kind is not Kind.TEXT:
            continue
        if NO_BREAK_SPACE in piece.raw:
            found.setdefault(ord(NO_BREAK_SPACE), NO_BREAK_SPACE)
        elif len(piece.text) == 1 and piece.text not in _PLAIN and _REFERENCE.fullmatch(piece.raw):
            found.setdefault(ord(piece.text), piece.raw)
    return found
