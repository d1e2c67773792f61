"""`python -m loadtest.bench`: Dragoman beside CTranslate2 and transformers, on the same weights, in one run.

Tables for people, and one JSON object as the last line. `--quick` takes less than four minutes, everything about an
hour. The machine should do nothing else meanwhile: its load before the start is printed.
"""

import argparse
import gzip
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from loadtest.growth import make_sweeps, measure_growth
from loadtest.limit import CELLS, measure_limit
from loadtest.machine import describe_machine
from loadtest.memory_use import after_load, at_rest
from loadtest.offline import measure_offline
from loadtest.peers.weights import read_config
from loadtest.plan import FULL, QUICK, Cell, Plan
from loadtest.profiles import CELLS as PROFILED
from loadtest.profiles import measure_profile
from loadtest.report import print_tables
from loadtest.requirements import check, requirements_table
from loadtest.results import Results
from loadtest.sentences import many_sentences
from loadtest.server import BUNDLES
from loadtest.serving import STREAMING, TRANSFORMERS_SERVER, ServingBench, start_servers
from loadtest.subjects import Subject, find_subjects, make_missing
from loadtest.systems import CTRANSLATE2, DRAGOMAN
from loadtest.task import Ids
from service.runtime.bundle import TOKENIZER_NAME
from service.runtime.tokenizer import Tokenizer

NUM_SENTENCES: Final = 1000
MAX_SOURCE_TOKENS: Final = 100
PARTS: Final = ("offline", "serving", "limit", "growth")


@dataclass(frozen=True, slots=True)
class Bench:
    """One run: what is decoded, how much of it, and where the results go."""

    plan: Plan
    sentences: Sequence[str]
    sources: Sequence[Ids]
    end: int
    results: Results

    def offline(self, subject: Subject, cells: Sequence[Cell]) -> None:
        """Part 1."""
        plan = self.plan
        for result in measure_offline(
            subject, cells, self.sources, seconds=plan.offline_s, repetitions=plan.repetitions
        ):
            ways = " over ".join(result.best(system) for system in (DRAGOMAN, CTRANSLATE2))
            _say(f"{result.model}: {result.cell}: {result.ratio(CTRANSLATE2):.2f} = {ways}")
            self.results.offline.append(result)

    def serving(self, subject: Subject) -> None:
        """Parts 2 and 5."""
        plan, results = self.plan, self.results
        with start_servers(subject, with_transformers=plan.with_transformers_server) as servers:
            processes = {name: server for name, server in servers.items() if name != STREAMING}
            rest = at_rest(processes)
            bench = ServingBench(subject, servers, self.sentences, plan.serving_s, plan.serving_repetitions)
            closed = []
            for clients in plan.clients:
                _say(f"{subject.name}: {clients} clients")
                closed += bench.closed_loop(clients)
            results.serving += closed
            busy = [name for name in servers if name not in (STREAMING, TRANSFORMERS_SERVER)]
            peaks = {name: max(r.requests_per_s for r in closed if r.server == name) for name in busy}
            for share in plan.shares_of_peak:
                _say(f"{subject.name}: open loop at {share:.0%} of each server's peak")
                results.serving += bench.open_loop({name: share * peak for name, peak in peaks.items()})
            results.memory += after_load(subject, processes, rest)

    def limit(self, subject: Subject) -> None:
        """Part 3; the comparison with products alone is made in those of CELLS that part 1 has."""
        self.results.profiles += [measure_profile(subject, cell, self.sources) for cell in PROFILED]
        for result in self.results.offline:
            if result.model == subject.name and result.cell in CELLS:
                self.results.limits.append(measure_limit(subject, result, self.sources))

    def growth(self, subject: Subject) -> None:
        """Part 4."""
        plan = self.plan
        sweeps = make_sweeps(
            [token_id for source in self.sources for token_id in source[:-1]],
            self.end,
            source_lengths=plan.source_lengths,
            target_lengths=plan.target_lengths,
            rows=plan.growth_rows,
        )
        for curve in measure_growth(subject, sweeps, plan.repetitions):
            _say(f"{curve.model}, {curve.way}: exponent {curve.exponent:.2f} in {curve.what}")
            self.results.growth.append(curve)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when every requirement that was measured is met, else 1."""
    options = _options(arguments)
    plan = QUICK if options.quick else FULL
    started = time.perf_counter()
    results = Results(describe_machine())
    print(json.dumps(results.machine, indent=2), flush=True)
    subjects = find_subjects(options.cache, options.bundle)
    bench = _make_bench(options, plan, results)
    for subject, planned in zip(subjects, plan.offline_cells, strict=True):
        cells = [cell for cell in planned if any(part in str(cell) for part in options.cells)]
        if subject.name in (options.models or [subject.name]):
            make_missing(subject, sorted({cell.precision for cell in cells}), options.bundle)
            _measure(bench, subject, cells, options.parts)
    return _conclude(results, time.perf_counter() - started)


def _make_bench(options: argparse.Namespace, plan: Plan, results: Results) -> Bench:
    if options.sentences is None:
        print(f"no --sentences: {NUM_SENTENCES} are put together from the project's own few", flush=True)
    sentences = many_sentences(NUM_SENTENCES) if options.sentences is None else _read_lines(options.sentences)
    tokenizer = Tokenizer.from_file(options.bundle / TOKENIZER_NAME)
    end = read_config(options.bundle).eos_id
    sources = {text: [*tokenizer.encode(text), end] for text in sentences}
    short = [text for text in sentences if len(sources[text]) <= MAX_SOURCE_TOKENS][:NUM_SENTENCES]
    return Bench(plan, short, [sources[text] for text in short], end, results)


def _measure(bench: Bench, subject: Subject, cells: Sequence[Cell], parts: Sequence[str]) -> None:
    if "offline" in parts:
        bench.offline(subject, cells)
    if "serving" in parts:
        bench.serving(subject)
    if "limit" in parts:
        bench.limit(subject)
    if "growth" in parts and subject.shipped is None:  # the shipped bundle's limits are too short for it
        bench.growth(subject)


def _conclude(results: Results, seconds: float) -> int:
    print_tables(results)
    requirements = check(results)
    print(f"\n{requirements_table(requirements)}\n\n{seconds / 60:.1f} minutes in all")
    document = results.as_json() | {
        "requirements": [
            {"name": entry.name, "bound": entry.bound, "measured": entry.measured, "is_met": entry.is_met}
            for entry in requirements
        ],
        "minutes": round(seconds / 60, 1),
    }
    print(json.dumps(document))
    return 0 if all(entry.is_met for entry in requirements) else 1


def _read_lines(path: Path) -> list[str]:
    """Different lines of a text file, plain or gzipped, in their order."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return list(dict.fromkeys(line.strip() for line in file if line.strip()))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few cells and short loads, less than four minutes")
    parser.add_argument("--bundle", type=Path, default=BUNDLES / "en-de", help="the shipped bundle to measure")
    parser.add_argument("--sentences", type=Path, help="a text file (may be gzipped), one sentence a line")
    parser.add_argument("--models", nargs="+", help="only these of the two models, by name")
    parser.add_argument("--cells", nargs="+", default=[""], help="only cells with one of these in their names")
    parser.add_argument("--parts", choices=PARTS, nargs="+", default=PARTS, help="only these parts")
    default = Path(tempfile.gettempdir()) / "dragoman-bench"
    parser.add_argument("--cache", type=Path, default=default, help="folder for the peers' models (%(default)s)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
