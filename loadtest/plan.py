"""How much is measured: everything, or what fits into a few minutes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from loadtest.task import TaskPrecision


@dataclass(frozen=True, slots=True)
class Cell:
    """One way of decoding without HTTP: at most `cap` sources at a time on `threads` processors."""

    precision: TaskPrecision
    threads: int
    num_beams: int
    cap: int

    @property
    def with_transformers(self) -> bool:
        """The one cell of each kind in which transformers takes part: elsewhere it would take the whole time."""
        return self.threads == 2 and self.cap == 32

    def __str__(self) -> str:
        decoding = "greedy" if self.num_beams == 1 else f"beam {self.num_beams}"
        return f"{self.precision} {decoding}, {self.threads} threads, cap {self.cap}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes of every part. Seconds are of one measurement, which is repeated in turn with the others'."""

    offline_cells: Sequence[Sequence[Cell]]  # for each model
    offline_s: float
    clients: Sequence[int]
    serving_s: float
    serving_repetitions: int
    shares_of_peak: Sequence[float]
    source_lengths: Sequence[int]
    target_lengths: Sequence[int]
    growth_rows: Sequence[int]
    repetitions: int
    with_transformers_server: bool


def _all_cells() -> list[Cell]:
    precisions: tuple[TaskPrecision, ...] = ("int8", "fp32")
    return [Cell(*kind) for kind in product(precisions, (1, 2), (1, 4), (1, 8, 32, 64))]


FULL: Final = Plan(
    offline_cells=(_all_cells(), _all_cells()),
    offline_s=4.0,
    clients=(1, 8, 32, 64),
    serving_s=5.0,
    serving_repetitions=3,
    shares_of_peak=(0.5, 0.8, 0.95),
    source_lengths=(10, 25, 50, 100, 200, 400),
    target_lengths=(10, 25, 50, 100, 200, 400),
    growth_rows=(1, 2, 4, 8, 16, 32, 64),
    repetitions=3,
    with_transformers_server=True,
)
QUICK: Final = Plan(
    offline_cells=(
        (
            Cell("int8", 1, 1, 1),
            Cell("int8", 1, 1, 32),
            Cell("int8", 1, 4, 32),
            Cell("int8", 2, 1, 32),
            Cell("fp32", 1, 1, 32),
        ),
        (
            Cell("int8", 1, 1, 1),
            Cell("int8", 1, 1, 32),
            Cell("int8", 1, 4, 8),
            Cell("int8", 2, 1, 32),
        ),
    ),
    offline_s=1.0,
    clients=(1, 32),
    serving_s=1.5,
    serving_repetitions=1,
    shares_of_peak=(0.8,),
    source_lengths=(10, 100, 400),
    target_lengths=(10, 50),
    growth_rows=(1, 8, 32),
    repetitions=2,
    with_transformers_server=False,
)
