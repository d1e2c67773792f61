"""What a line of text consists of: words, tags, and what stands between words."""

import enum
import re
from dataclasses import dataclass
from typing import Final

SPACE: Final = " \t\n\r\f"  # what is shown as one space, however long it is
SPACES: Final = re.compile(f"[{SPACE}]+")


class Kind(enum.Enum):
    """What a piece of a run is."""

    TEXT = enum.auto()
    OPEN = enum.auto()
    CLOSE = enum.auto()
    POINT = enum.auto()  # something without words: an image, a comment
    FIXED = enum.auto()  # words that stay as they are


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the source. `text` is what it says (TEXT, FIXED), `name` tells which OPEN a CLOSE closes.

    `rewritten` is how a tag is written when the words beside it change, where that is not as in the source.
    """

    kind: Kind
    raw: str
    text: str = ""
    name: str = ""
    rewritten: str | None = None

    @property
    def is_unseen(self) -> bool:
        """Whether it is a comment or an instruction."""
        return self.kind is Kind.POINT and self.raw.startswith(("<!", "<?"))

    @property
    def has_words(self) -> bool:
        return self.kind in (Kind.TEXT, Kind.FIXED) and not (self.text.isspace() or not self.text)
