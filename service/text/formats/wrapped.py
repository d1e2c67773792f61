"""Strings of several lines, as in the help of a program: lines that were wrapped at some width are shown as one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from service.text.formats.parts import Unit
from service.text.formats.plain import Line, blocks_of, wrapped, wraps_of
from service.text.marks import MarkedText


@dataclass(frozen=True, slots=True)
class WrappedUnit:
    """A unit whose lines are put together; `columns` has for each line that is left how wide it was, if it was wrapped.

    `wraps` are the places of line breaks that are shown as spaces.
    """

    unit: Unit
    wraps: frozenset[int]
    columns: Sequence[int | None]

    @property
    def text(self) -> MarkedText:
        said = self.unit.text
        shown = "".join(" " if place in self.wraps else sign for place, sign in enumerate(said.text))
        return MarkedText(shown, said.marks)

    def render(self, translation: MarkedText) -> str:
        """Wrapped at the same width; the source where nothing has changed."""
        if translation == self.text:
            return self.unit.render(self.unit.text)
        lines = self.unit.render(translation).split("\n")
        if len(lines) != len(self.columns):
            return "\n".join(lines)
        return "\n".join(
            wrapped(line, columns, Line("", "", "\n"), "") if columns else line
            for line, columns in zip(lines, self.columns, strict=True)
        )


def unwrapped(unit: Unit) -> Unit:
    """A unit with the lines of each of its paragraphs put together, if they were wrapped."""
    text = unit.text.text
    lines = [*_lines(text)]
    if not any(goes_on for _, goes_on, _ in lines):
        return unit
    ends = accumulate(length for length, _, _ in lines)
    wraps = frozenset(end - 1 for end, (_, goes_on, _) in zip(ends, lines, strict=True) if goes_on)
    columns = [width for _, goes_on, width in lines if not goes_on]
    return WrappedUnit(unit, wraps, columns)


def _lines(text: str) -> Iterator[tuple[int, bool, int | None]]:
    """How long each line is with its end, whether it goes on in the next one, and the width of its paragraph if any."""
    for block in blocks_of(text):
        is_simple = all(not line.prefix and line.end in ("\n", "") for line in block)
        goes_on = [*(wraps_of(block) if is_simple else [False] * (len(block) - 1)), False]
        columns = max(line.width for line in block) if any(goes_on) else None
        for line, is_wrap in zip(block, goes_on, strict=True):
            if length := len(line.prefix + line.words + line.end):
                yield length, is_wrap, columns
