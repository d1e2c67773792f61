"""`dragoman bench`: how fast this machine is with these bundles, in a few seconds: a table, and a line of JSON."""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from rich.console import Console
from rich.table import Column, Table

from service import __version__
from service.api.loading import LoadedModel, find_bundles, load_model
from service.api.metrics import Metrics
from service.commands.bench_texts import TEXTS
from service.engine.errors import EngineError
from service.logs import set_up_logging
from service.runtime.bundle import BundleError, LanguagePair
from service.runtime.errors import RuntimeLayerError
from service.runtime.threads import available_cpus
from service.runtime.version import onnxruntime_version
from service.settings import Settings
from service.text.marks import MarkedText
from service.text.options import TranslationOptions

ROWS: Final = (1, 8, 32)  # sentences at the same time
TOTAL_S: Final = 12.0  # for all that is measured together; loading comes on top
LONGEST_S: Final = 2.0
FAILURES: Final = (BundleError, EngineError, RuntimeLayerError)


@dataclass(frozen=True, slots=True)
class Measured:
    """One model with so many sentences at the same time."""

    rows: int
    tokens_per_s: float
    sentences_per_s: float
    rows_per_step: float
    step_ms: float
    encoder_ms: float


@dataclass(frozen=True, slots=True)
class Result:
    """One model."""

    name: str
    precision: str
    provider: str
    workers: int
    threads: int
    runs: Sequence[Measured]


@dataclass(frozen=True, slots=True)
class Totals:
    """What the engine's metrics have summed up so far."""

    steps: float
    step_s: float
    step_rows: float
    encoder_runs: float
    encoder_s: float

    def __sub__(self, before: "Totals") -> "Totals":
        pairs = zip(_numbers(self), _numbers(before), strict=True)
        return Totals(*(now - then for now, then in pairs))


def bench(settings: Settings) -> int:
    """Measure every bundle that there are texts for; the exit status."""
    set_up_logging("plain", "warning")
    try:
        results = asyncio.run(_measure_all(settings.model_copy(update={"cache_bytes": 0})))
    except FAILURES as error:
        print(f"dragoman: {error}", file=sys.stderr)
        return 1
    if not results:
        return 1
    Console(stderr=True).print(_table(results))
    versions = {"version": __version__, "onnxruntime": onnxruntime_version(), "cpus": available_cpus()}
    print(json.dumps(versions | {"models": [asdict(result) for result in results]}))
    return 0


async def _measure_all(settings: Settings) -> list[Result]:
    metrics = Metrics()
    folders = find_bundles(settings.bundles)
    models: list[LoadedModel] = []
    try:
        for folder in folders:
            models.append(load_model(folder, settings, metrics, spare_cpus=1, num_models=len(folders)))
        seconds = min(LONGEST_S, TOTAL_S / len(ROWS) / len(models))
        return [await _measure_model(model, metrics, seconds) for model in models if _has_texts(model)]
    finally:
        for model in models:
            model.engine.stop()


def _has_texts(model: LoadedModel) -> bool:
    if _pair(model) is not None:
        return True
    print(f"dragoman: {model.name} is left out: it reads none of {', '.join(TEXTS)}", file=sys.stderr)
    return False


def _pair(model: LoadedModel) -> LanguagePair | None:
    return next((pair for pair in model.manifest.pairs if pair.source in TEXTS), None)


async def _measure_model(model: LoadedModel, metrics: Metrics, seconds: float) -> Result:
    runs = [await _measure(model, metrics, rows, seconds) for rows in ROWS]
    return Result(model.name, model.manifest.precision, model.provider, model.workers, model.threads, runs)


async def _measure(model: LoadedModel, metrics: Metrics, rows: int, seconds: float) -> Measured:
    """Keep `rows` sentences in the engine for so long, and let the last ones end."""
    before, started = _totals(metrics, model.name), time.perf_counter()
    texts = itertools.cycle(_texts(model))
    counts = await asyncio.gather(*(_translate(model, texts, started + seconds) for _ in range(rows)))
    elapsed_s = time.perf_counter() - started
    lengths = [length for count in counts for length in count]
    found = _totals(metrics, model.name) - before
    return Measured(
        rows=rows,
        tokens_per_s=round(sum(lengths) / elapsed_s, 1),
        sentences_per_s=round(len(lengths) / elapsed_s, 1),
        rows_per_step=round(found.step_rows / found.steps, 1),
        step_ms=round(1000 * found.step_s / found.steps, 3),
        encoder_ms=round(1000 * found.encoder_s / found.encoder_runs, 3),
    )


def _texts(model: LoadedModel) -> Sequence[str]:
    pair = _pair(model)
    return TEXTS[pair.source] if pair else ()


async def _translate(model: LoadedModel, texts: Iterator[str], until: float) -> list[int]:
    """The lengths of the translations that were begun before the end, one after the other."""
    pair, options, lengths = _pair(model), TranslationOptions(), list[int]()
    while pair and (not lengths or time.perf_counter() < until):
        plan = model.translator.plan(MarkedText(next(texts)), pair, options)
        [run] = model.translator.submit([plan], options)
        lengths.append((await run.result()).target_tokens)
    return lengths


def _totals(metrics: Metrics, model: str) -> Totals:
    def read(name: str) -> float:
        return metrics.registry.get_sample_value(f"dragoman_{name}", {"model": model}) or 0.0

    return Totals(
        steps=read("step_seconds_count"),
        step_s=read("step_seconds_sum"),
        step_rows=read("batch_rows_sum"),
        encoder_runs=read("encode_seconds_count"),
        encoder_s=read("encode_seconds_sum"),
    )


def _numbers(totals: Totals) -> tuple[float, ...]:
    return totals.steps, totals.step_s, totals.step_rows, totals.encoder_runs, totals.encoder_s


def _table(results: Sequence[Result]) -> Table:
    titles = ("at once", "tokens/s", "sentences/s", "rows/step", "step ms", "encoder ms")
    columns = [Column(title, justify="right") for title in titles]
    table = Table("model", *columns, title=f"Dragoman {__version__} on {available_cpus()} CPUs")
    for result in results:
        for number, run in enumerate(result.runs):
            table.add_row(
                "" if number else result.name,
                str(run.rows),
                f"{run.tokens_per_s:,.0f}",
                f"{run.sentences_per_s:,.1f}",
                f"{run.rows_per_step:.1f}",
                f"{run.step_ms:.2f}",
                f"{run.encoder_ms:.2f}",
                end_section=number == len(result.runs) - 1,
            )
    return table
