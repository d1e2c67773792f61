"""Which numbers of a source and of its translation belong together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from service.text.numbers.figures import Figure, figures_in
from service.text.target import Unit, starts_of

_MAX_COMPARED: Final = 400  # of more, only places and order count: it would take too long


@dataclass(frozen=True, slots=True)
class Placed:
    """A number of a source or of a translation, which is or comes from `start` to `end` of the source."""

    figure: Figure
    start: int
    end: int

    @property
    def value(self) -> str:
        """As a difference tells it."""
        return self.figure.value

    def overlaps(self, other: "Placed | Unit") -> bool:
        """Whether both are, or come from, the same part of the source."""
        return self.start < other.end and other.start < self.end


Pair = tuple[Placed, Placed]  # of a source and of its translation


def numbers_of_source(text: str) -> list[Placed]:
    """In order."""
    return [Placed(figure, figure.start, figure.end) for figure in figures_in(text)]


def numbers_of_target(text: str, units: Sequence[Unit]) -> list[Placed]:
    """In order of a text, which is as long as the units' text."""
    ends = [*starts_of(units)][1:]
    found = []
    for figure in figures_in(text):
        unit = next(unit for unit, end in zip(units, ends, strict=True) if figure.start < end)
        found.append(Placed(figure, unit.start, unit.end))
    return found


def kept(given: Iterable[Placed], found: Iterable[Placed]) -> list[Pair]:
    """Those with the same value, the nearest where there are several."""
    left = list(given)
    pairs = []
    for number in found:
        if same := [one for one in left if one.value == number.value]:
            nearest = min(same, key=lambda one: abs(one.start - number.start))
            left.remove(nearest)
            pairs.append((nearest, number))
    return pairs


def told(numbers: Iterable[Placed], values: Sequence[str]) -> list[Placed]:
    """Those whose values a difference tells; none of a value that it tells fewer times, since one of them is right."""
    numbers = list(numbers)
    counts, wanted = Counter(number.value for number in numbers), Counter(values)
    return [number for number in numbers if counts[number.value] == wanted[number.value]]


def became(
    lost: Sequence[Placed], new: Sequence[Placed], doubtful: Sequence[Placed], *, is_aligned: bool
) -> list[Pair]:
    """Which number became which: best those that come from each other, then similar ones, then by order.

    What is doubtful may be a word of the source: of that only the first counts.
    """
    numbers = [*new, *doubtful]
    is_small = len(lost) * len(numbers) <= _MAX_COMPARED
    choices = sorted(
        (not is_own, -_similarity(gone, number) if is_small else 0.0, abs(first - second), first, second)
        for first, gone in enumerate(lost)
        for second, number in enumerate(numbers)
        if (is_own := is_aligned and number.overlaps(gone)) or second < len(new)
    )
    pairs: dict[int, int] = {}
    for *_, first, second in choices:
        if first not in pairs and second not in pairs.values():
            pairs[first] = second
    return [(lost[first], numbers[second]) for first, second in sorted(pairs.items())]


def _similarity(one: Placed, other: Placed) -> float:
    return SequenceMatcher(None, one.value, other.value, autojunk=False).ratio()
