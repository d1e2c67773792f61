"""Everybody decodes the same sentences in turn, and the ratio is of what was measured side by side."""

from pathlib import Path
from typing import cast

import pytest

from loadtest.contestant import Contestant, Run
from loadtest.offline import CellResult, measure_cell
from loadtest.plan import Cell
from loadtest.subjects import Subject
from loadtest.systems import CTRANSLATE2, DRAGOMAN, TRANSFORMERS
from loadtest.task import Ids, Task
from tests.loadtest.samples import cell_result

OURS = "dragoman 1x1"
EXACT = "transformers 1x2"
SOURCES = [[3 + index % 7, 2] for index in range(40)]


class FakeContestant:
    """Takes 0.1 s for a source, and notes its turns in a list that all share."""

    def __init__(self, name: str, turns: list[str]) -> None:
        self.name = name
        self.turns = turns
        self.task: Task | None = None

    def prepare(self, task: Task) -> None:
        """Keep the task."""
        self.task = task

    def run(self) -> Run:
        """Two tokens a source."""
        assert self.task is not None
        self.turns.append(self.name)
        return Run(0.1 * len(self.task.sources), 2 * len(self.task.sources))

    def outputs(self) -> list[Ids]:
        """The sources."""
        assert self.task is not None
        return self.task.sources


def measure(cell: Cell, *names: str, seconds: float = 1.0) -> tuple[CellResult, list[str], dict[str, FakeContestant]]:
    """The result, who had a turn when, and everybody with their last task."""
    turns: list[str] = []
    everybody = {name: FakeContestant(name, turns) for name in names}
    subject = Subject("opus-size", Path("nowhere"), None, 25, ("en", "de"))
    contestants = cast("dict[str, Contestant]", everybody)
    result = measure_cell(subject, cell, contestants, SOURCES, seconds=seconds, repetitions=3)
    return result, turns, everybody


def test_everybody_takes_turns() -> None:
    result, turns, _ = measure(Cell("int8", 1, 1, 2), OURS, "ctranslate2 1x1")
    assert turns == ["ctranslate2 1x1", *[OURS, "ctranslate2 1x1"] * 3], "first a trial, then in turn"
    assert result.rate(DRAGOMAN) == pytest.approx(20)
    assert result.agreements == {"ctranslate2 1x1": 1.0}
    assert result.exact_agreements == {}, "nobody computed in float32"


@pytest.mark.parametrize(
    ("threads", "cap", "seconds", "count"),
    [(1, 2, 1.0, 10), (1, 2, 0.01, 4), (1, 8, 0.1, 16), (1, 2, 60.0, 40), (2, 4, 1.9, 16), (2, 4, 2.1, 24)],
)
def test_a_run_takes_about_as_long_as_planned(threads: int, cap: int, seconds: float, count: int) -> None:
    """But two batches at least, as many for each worker, and no more sentences than there are."""
    result, _, everybody = measure(Cell("int8", threads, 1, cap), OURS, "ctranslate2 1x1", seconds=seconds)
    assert result.num_sentences == count
    tasks = [contestant.task for contestant in everybody.values()]
    assert (
        tasks[0] == tasks[1] == Task(sources=SOURCES[:count], num_beams=1, cap=cap, max_new_tokens=25, is_forced=True)
    )


def test_transformers_gets_one_turn_and_fewer_sentences() -> None:
    cell = Cell("int8", 2, 1, 32)
    result, turns, everybody = measure(cell, OURS, "ctranslate2 1x2", EXACT, seconds=60.0)
    assert turns.count(EXACT) == 1
    task = everybody[EXACT].task
    assert task is not None
    assert len(task.sources) == 32
    assert result.agreements == {"ctranslate2 1x2": 1.0, EXACT: 1.0}
    assert result.exact_agreements == {OURS: 1.0, "ctranslate2 1x2": 1.0}


def test_transformers_stays_out_of_the_other_cells() -> None:
    result, turns, _ = measure(Cell("int8", 2, 1, 8), OURS, "ctranslate2 1x2", EXACT)
    assert EXACT not in turns
    assert not result.took_part(TRANSFORMERS)


def test_the_better_way_of_each_counts() -> None:
    result = cell_result(ours=300.0, theirs=200.0)
    assert result.best(DRAGOMAN) == "dragoman 1x2"
    assert result.best(CTRANSLATE2) == "ctranslate2 2x1"
    assert result.rate(CTRANSLATE2) == 200
    assert result.ratio(CTRANSLATE2) == pytest.approx(1.5)


def test_the_ratio_is_taken_within_each_repetition() -> None:
    """The machine halves its speed after the first repetition: both did the same all the time."""
    runs = [Run(1.0, 100), Run(2.0, 100), Run(2.0, 100)]
    result = CellResult("m", Cell("int8", 1, 1, 1), 1, {OURS: runs, "ctranslate2 1x1": runs}, {}, {})
    assert result.ratio(CTRANSLATE2) == 1.0
    assert result.spread(DRAGOMAN) == pytest.approx(1.0)
