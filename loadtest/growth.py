"""Part 4: what a word costs as sources, targets and the number of clients grow. Every length is forced."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import linear_regression, median
from typing import Final

from loadtest.contestant import Contestant
from loadtest.offline import line_up
from loadtest.subjects import Subject
from loadtest.task import Ids, Task

ROWS: Final = 8
FEW_TOKENS: Final = 8
ORDINARY_TOKENS: Final = 25


@dataclass(frozen=True, slots=True)
class Curve:
    """Microseconds for each word at each size."""

    model: str
    way: str
    what: str
    sizes: Sequence[int]
    costs_us: Sequence[float]

    @property
    def exponent(self) -> float:
        """e of the cost ~ size ** e that fits all points."""
        return linear_regression([math.log(x) for x in self.sizes], [math.log(y) for y in self.costs_us]).slope

    @property
    def steepest(self) -> float:
        """The largest e between two sizes next to each other: a cliff shows here."""
        points = list(zip(self.sizes, self.costs_us, strict=True))
        return max(math.log(b / a) / math.log(y / x) for (x, a), (y, b) in pairwise(points))


@dataclass(frozen=True, slots=True)
class Sweep:
    """One quantity that grows: the task at a size, and how many words that is."""

    what: str
    sizes: Sequence[int]
    make_task: Callable[[int], Task]
    num_words: Callable[[int], int]


def make_sweeps(
    words: Ids, end: int, *, source_lengths: Sequence[int], target_lengths: Sequence[int], rows: Sequence[int]
) -> list[Sweep]:
    """Sources are cut from `words`, the ids of a long text."""

    def task(num_rows: int, source: int, target: int) -> Task:
        sources = [[*cut(words, row * source, source - 1), end] for row in range(num_rows)]
        return Task(sources=sources, num_beams=1, cap=num_rows, max_new_tokens=target, is_forced=True)

    return [
        Sweep("source tokens", source_lengths, lambda size: task(ROWS, size, FEW_TOKENS), lambda size: ROWS * size),
        Sweep(
            "target tokens", target_lengths, lambda size: task(ROWS, ORDINARY_TOKENS, size), lambda size: ROWS * size
        ),
        Sweep(
            "clients",
            rows,
            lambda size: task(size, ORDINARY_TOKENS, ORDINARY_TOKENS),
            lambda size: size * ORDINARY_TOKENS,
        ),
    ]


def cut(words: Ids, start: int, count: int) -> Ids:
    """`count` ids from `start` on; behind the end the text begins again."""
    return [words[index % len(words)] for index in range(start, start + count)]


def measure_growth(subject: Subject, sweeps: Sequence[Sweep], repetitions: int) -> Iterator[Curve]:
    """Each sweep for everybody, one thread, int8."""
    with line_up(subject, "int8", 1, with_transformers=False) as everybody:
        for sweep in sweeps:
            costs: dict[str, list[float]] = {name: [] for name in everybody}
            for size in sweep.sizes:
                for name, contestant in everybody.items():
                    seconds = _measure(contestant, sweep.make_task(size), repetitions)
                    costs[name].append(1e6 * seconds / sweep.num_words(size))
            for name, values in costs.items():
                yield Curve(subject.name, name, sweep.what, sweep.sizes, values)


def _measure(contestant: Contestant, task: Task, repetitions: int) -> float:
    contestant.prepare(task)
    return median(contestant.run().seconds for _ in range(repetitions))
