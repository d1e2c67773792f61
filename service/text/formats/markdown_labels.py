"""Lines of Markdown that are all bold, as `**Note**` above what it is about: they are no part of the sentence below."""

import enum
from typing import Final

_SOME: Final = 64


class _Place(enum.Enum):
    """How far a paragraph has come."""

    BEGINNING = enum.auto()
    INSIDE = enum.auto()
    BEHIND = enum.auto()
    ELSEWHERE = enum.auto()


class LabelLine:
    """Follows the parser's events through a paragraph that may begin with such a line."""

    def __init__(self) -> None:
        self._place = _Place.ELSEWHERE

    def follow(self, kind: str, name: str) -> None:
        """The next event."""
        if kind == "Start" and name in ("Paragraph", "Item"):
            self._place = _Place.BEGINNING
        elif (kind, name) == ("Start", "Strong") and self._place is _Place.BEGINNING:
            self._place = _Place.INSIDE
        elif (kind, name) == ("End", "Strong") and self._place is _Place.INSIDE:
            self._place = _Place.BEHIND
        elif self._place is not _Place.INSIDE and kind != "SoftBreak":
            self._place = _Place.ELSEWHERE

    def is_before(self, data: bytes) -> bool:
        """Whether such a line has just ended, and what comes is not its sentence that goes on."""
        following = data[:_SOME].decode(errors="ignore").lstrip(" \t>")[:1]
        return self._place is _Place.BEHIND and not following.islower()
