"""Part 1: target tokens per second without HTTP, cell by cell, everybody in turn on the same sentences."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from loadtest.contestant import Contestant, Run, contestant
from loadtest.plan import Cell
from loadtest.subjects import Subject
from loadtest.systems import CTRANSLATE2, DRAGOMAN, TRANSFORMERS, system_of, way_name, ways_of_using
from loadtest.task import Ids, Task, TaskPrecision, agreement

MODULES: Final = {
    DRAGOMAN: "loadtest.peers.dragoman",
    CTRANSLATE2: "loadtest.peers.ctranslate2_peer",
    TRANSFORMERS: "loadtest.peers.hf_peer",
}
# transformers is about ten times slower: it gets fewer sentences, and one turn.
TRANSFORMERS_SHARE: Final = 8
TRIAL_BATCHES: Final = 2
MIN_BATCHES: Final = 2


@dataclass(frozen=True, slots=True)
class CellResult:
    """What was measured in one cell: every run of each way of each system, and how far the tokens agree.

    `agreements` are with Dragoman's tokens, `exact_agreements` of everybody with those of transformers in float32.
    """

    model: str
    cell: Cell
    num_sentences: int
    runs: Mapping[str, Sequence[Run]]
    agreements: Mapping[str, float]
    exact_agreements: Mapping[str, float]

    def took_part(self, system: str) -> bool:
        """Whether it was measured in this cell."""
        return any(system_of(way) == system for way in self.runs)

    def best(self, system: str) -> str:
        """Its better way of using the threads."""
        ways = [way for way in self.runs if system_of(way) == system]
        return max(ways, key=lambda way: statistics.median(_rates(self.runs[way])))

    def rate(self, system: str) -> float:
        """Target tokens per second of its better way, the median."""
        return statistics.median(_rates(self.runs[self.best(system)]))

    def spread(self, system: str) -> float:
        """Fastest run over slowest of its better way, minus 1."""
        rates = _rates(self.runs[self.best(system)])
        return max(rates) / min(rates) - 1

    def ratio(self, system: str) -> float:
        """Dragoman over a system: the median of the ratios within each repetition, so that no drift favours anybody."""
        ours, theirs = (_rates(self.runs[self.best(name)]) for name in (DRAGOMAN, system))
        return statistics.median(own / other for own, other in zip(ours, theirs, strict=False))


def _rates(runs: Sequence[Run]) -> list[float]:
    return [run.rate for run in runs]


def measure_offline(
    subject: Subject, cells: Sequence[Cell], sources: Sequence[Ids], *, seconds: float, repetitions: int
) -> Iterator[CellResult]:
    """Cells of one precision and number of threads share their processes."""
    for (precision, threads), group in groupby(cells, key=lambda cell: (cell.precision, cell.threads)):
        members = list(group)
        has_transformers = any(cell.with_transformers for cell in members)
        with line_up(subject, precision, threads, with_transformers=has_transformers) as everybody:
            for cell in members:
                yield measure_cell(subject, cell, everybody, sources, seconds=seconds, repetitions=repetitions)


@contextmanager
def line_up(
    subject: Subject, precision: TaskPrecision, threads: int, *, with_transformers: bool
) -> Iterator[dict[str, Contestant]]:
    """Everybody in each way of using the threads, in the order in which they take turns."""
    commands: dict[str, list[str]] = {}
    models = {DRAGOMAN: subject.bundle(precision), CTRANSLATE2: subject.ctranslate2(precision)}
    for system, model in models.items():
        for workers, each in ways_of_using(threads):
            sizes = ["--workers", str(workers), "--threads", str(each)]
            commands[way_name(system, workers, each)] = [MODULES[system], str(model), *sizes]
    if with_transformers:
        arguments = [MODULES[TRANSFORMERS], str(subject.weights), "--threads", str(threads)]
        commands[way_name(TRANSFORMERS, 1, threads)] = arguments
    with ExitStack() as stack:
        yield {way: stack.enter_context(contestant(way, arguments, threads)) for way, arguments in commands.items()}


def measure_cell(
    subject: Subject,
    cell: Cell,
    everybody: Mapping[str, Contestant],
    sources: Sequence[Ids],
    *,
    seconds: float,
    repetitions: int,
) -> CellResult:
    """As many sentences as CTranslate2 decodes in about `seconds`, then everybody in turn, `repetitions` times."""
    ways = [way for way in everybody if system_of(way) != TRANSFORMERS or cell.with_transformers]
    judge = next(way for way in ways if system_of(way) == CTRANSLATE2)
    count = _choose_count(everybody[judge], subject, cell, sources, seconds)
    for way in ways:
        everybody[way].prepare(make_task(subject, cell, sources[: _share(way, count, cell)]))
    runs: dict[str, list[Run]] = {way: [] for way in ways}
    for repetition in range(repetitions):
        for way in ways:
            if system_of(way) != TRANSFORMERS or repetition == 0:
                runs[way].append(everybody[way].run())
    targets = {way: everybody[way].outputs() for way in ways}
    ours, exact = (_agreements(targets, reference) for reference in (DRAGOMAN, TRANSFORMERS))
    return CellResult(subject.name, cell, count, runs, ours, exact)


def _agreements(targets: Mapping[str, Sequence[Ids]], reference: str) -> dict[str, float]:
    """Of everybody with the reference, on the sentences that both have; of nobody, if it did not take part."""
    wanted = next((found for way, found in targets.items() if system_of(way) == reference), [])
    others = {way: found for way, found in targets.items() if wanted and system_of(way) != reference}
    return {way: _agreement_on_common(found, wanted) for way, found in others.items()}


def _agreement_on_common(one: Sequence[Ids], other: Sequence[Ids]) -> float:
    count = min(len(one), len(other))
    return agreement(one[:count], other[:count])


def _choose_count(judge: Contestant, subject: Subject, cell: Cell, sources: Sequence[Ids], seconds: float) -> int:
    trial = sources[: TRIAL_BATCHES * cell.cap]
    judge.prepare(make_task(subject, cell, trial))
    wanted = seconds / judge.run().seconds * len(trial)
    block = cell.cap * cell.threads  # so that each of CTranslate2's workers gets as many full batches as the others
    return min(len(sources), max(round(wanted / block) * block, MIN_BATCHES * cell.cap))


def _share(way: str, count: int, cell: Cell) -> int:
    return max(cell.cap, count // TRANSFORMERS_SHARE) if system_of(way) == TRANSFORMERS else count


def make_task(subject: Subject, cell: Cell, sources: Sequence[Ids]) -> Task:
    """A cell's task on these sources."""
    return Task(
        sources=list(sources),
        num_beams=cell.num_beams,
        cap=cell.cap,
        max_new_tokens=subject.max_new_tokens,
        is_forced=subject.forced_tokens is not None,
    )
