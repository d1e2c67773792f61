"""What every kind of file looks like to whoever has it translated."""

from collections.abc import Callable, Sequence
from typing import Protocol

from service.text.marks import MarkedText


class DocumentError(Exception):
    """A file that cannot be read, or not written; the message says what is wrong, where, and what to do."""


class Document(Protocol):
    """A file taken apart: texts to be translated, and all that stands around them.

    Outside its units a rendered document is byte for byte the source, and the translations cannot break its form:
    whatever a format has to escape is escaped. Units rendered as they are give the source itself.
    """

    @property
    def units(self) -> Sequence[MarkedText]:
        """What is translated, each by itself and in document order: a paragraph, a cell... None of them is blank."""

    def render(self, translations: Sequence[MarkedText]) -> bytes:
        """The whole file. Each unit has one translation, with every mark of the unit once. Raises DocumentError."""


Reader = Callable[[bytes], Document]  # raises DocumentError
