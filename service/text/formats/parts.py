"""A document as units between stretches of source that stay."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from service.text.marks import MarkedText


class Unit(Protocol):
    """A text to translate that knows how it is written."""

    @property
    def text(self) -> MarkedText: ...

    def render(self, translation: MarkedText) -> str:
        """The source of a translation; the unit's own where nothing has changed."""


class PartsDocument:
    """Renders by putting its parts together again."""

    def __init__(self, parts: Sequence[str | Unit], encode: Callable[[str], bytes]) -> None:
        self._parts = parts
        self._encode = encode

    @property
    def units(self) -> Sequence[MarkedText]:
        """In document order."""
        return [part.text for part in self._parts if not isinstance(part, str)]

    def render(self, translations: Sequence[MarkedText]) -> bytes:
        """The whole file."""
        remaining = iter(translations)
        return self._encode("".join(_written(part, remaining) for part in self._parts))


def _written(part: str | Unit, translations: Iterator[MarkedText]) -> str:
    return part if isinstance(part, str) else part.render(next(translations))
