"""Marks of a whole text from those of its sentences. One that runs over several goes from the first to the last."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from service.text.marks import Mark


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the source and of the translation: how long the white space around it is, and what is between.

    `marks` are those of the translated sentence by their keys; None for a piece that came as it was.
    """

    source: tuple[int, int, int]
    target: tuple[int, int, int]
    marks: Mapping[int, Mark] | None


class Assembly:
    """Finds the places of a text's marks in its translation."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self._stretches = stretches
        self._sources = list(accumulate((sum(stretch.source) for stretch in stretches), initial=0))
        self._targets = list(accumulate((sum(stretch.target) for stretch in stretches), initial=0))

    def place(self, mark: Mark) -> Mark:
        """The mark in the translation."""
        if not self._stretches:
            return mark
        start = self._start(mark)
        end = start if mark.start == mark.end else max(start, self._end(mark))
        return Mark(start, end, mark.key, mark.is_fixed)

    def _start(self, mark: Mark) -> int:
        number = min(bisect_right(self._sources, mark.start), len(self._stretches)) - 1
        return self._targets[number] + _start_in(self._stretches[number], mark, mark.start - self._sources[number])

    def _end(self, mark: Mark) -> int:
        number = min(max(bisect_right(self._sources, mark.end - 1), 1), len(self._stretches)) - 1
        return self._targets[number] + _end_in(self._stretches[number], mark, mark.end - self._sources[number])


def _start_in(stretch: Stretch, mark: Mark, offset: int) -> int:
    leading, length, _ = stretch.source
    if stretch.marks is not None and leading <= offset < leading + length and mark.key in stretch.marks:
        return stretch.target[0] + stretch.marks[mark.key].start
    return _outside(stretch, offset)


def _end_in(stretch: Stretch, mark: Mark, offset: int) -> int:
    leading, length, _ = stretch.source
    if stretch.marks is not None and leading < offset <= leading + length and mark.key in stretch.marks:
        return stretch.target[0] + stretch.marks[mark.key].end
    return _outside(stretch, offset)


def _outside(stretch: Stretch, offset: int) -> int:
    """A place in the white space around a sentence, or in a piece that came as it was."""
    leading, length, _ = stretch.source
    if offset <= leading:
        return min(offset, stretch.target[0])
    if stretch.marks is None and offset <= leading + length:
        return offset - leading + stretch.target[0]
    behind = offset - leading - length
    return stretch.target[0] + stretch.target[1] + min(max(0, behind), stretch.target[2])


def local_marks(marks: Sequence[Mark], start: int, length: int) -> tuple[Mark, ...]:
    """The marks of a sentence at `start`, counted from there; what begins before or ends behind it goes one beyond."""
    end = start + length
    return tuple(
        Mark(max(mark.start - start, -1), min(mark.end - start, length + 1), mark.key, mark.is_fixed)
        for mark in marks
        if (mark.start < end and mark.end > start) or (mark.start == mark.end and start <= mark.start < end)
    )
