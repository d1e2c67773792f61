"""Units between stretches of source, in groups whose own source stands as long as nothing in them changes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.text.formats.parts import Unit
from service.text.marks import MarkedText


@dataclass(frozen=True, slots=True)
class Group:
    """A stretch of a file. Joined, its parts mean the same as its source, but may be written in another way."""

    source: str
    parts: "Sequence[str | Unit | Group]"

    @property
    def units(self) -> Iterator[MarkedText]:
        """In document order."""
        for part in self.parts:
            if isinstance(part, Group):
                yield from part.units
            elif not isinstance(part, str):
                yield part.text

    def render(self, translations: Sequence[MarkedText]) -> str:
        """With one translation for each unit."""
        if list(self.units) == list(translations):
            return self.source
        written = []
        position = 0
        for part in self.parts:
            if isinstance(part, str):
                written.append(part)
                continue
            count = len(list(part.units)) if isinstance(part, Group) else 1
            own = translations[position : position + count]
            written.append(part.render(own) if isinstance(part, Group) else part.render(own[0]))
            position += count
        return "".join(written)
