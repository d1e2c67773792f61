"""`python -m loadtest.gpu_report FOLDER --device cuda`: parity and speed on a GPU, as a report and as JSON.

FOLDER holds `<model>-fp16` and `<model>-fp32` for each model, see `loadtest.gpu_bundles`. With `--device cpu` the same
code runs without a GPU.
"""

import argparse
import dataclasses
import json
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime

from loadtest.gpu_parity import NUM_BEAMS, Parity, measure_parity, place_all
from loadtest.sentences import ENGLISH
from loadtest.tables import table
from loadtest.task import Ids
from service.runtime.bundle import TOKENIZER_NAME, Bundle, Limits, load_bundle
from service.runtime.device import CPU_PROVIDER, CUDA_PROVIDER, MEMORY_OF
from service.runtime.runner import ModelRunner, load_runner, make_runner
from service.runtime.sessions import open_device_sessions
from service.runtime.threads import available_cpus
from service.runtime.tokenizer import Tokenizer

PROVIDERS: Final = {"cpu": CPU_PROVIDER, "cuda": CUDA_PROVIDER}
MAX_TOKENS: Final = 128  # of a source and of a target, here
MAX_RELATIVE_ERROR: Final = 0.02
WARM_UP: Final = 3


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds of one call with a number of rows."""

    rows: int
    best_ms: float  # a step that gives back the chosen tokens alone
    logits_ms: float  # one that gives back all logits
    fork_ms: float  # copying the targets of half the rows over the others
    encode_ms: float

    @property
    def tokens_per_s(self) -> float:
        """Of greedy decoding, without the engine."""
        return 1000 * self.rows / self.best_ms


@dataclass(frozen=True, slots=True)
class ModelReport:
    """One model on the device."""

    model: str
    parity: Parity
    speeds: list[Speed]

    @property
    def is_good(self) -> bool:
        """Whether what must hold does. Whole targets may part where two tokens are nearly as likely."""
        return self.parity.relative_error <= MAX_RELATIVE_ERROR and self.parity.is_broken_row_seen


def open_runners(folder: Path, model: str, device: str, rows: int) -> tuple[ModelRunner, ModelRunner]:
    """The float32 reference on the CPU, and float16 on the device."""
    exact, rounded = (_shortened(load_bundle(folder / f"{model}-{precision}")) for precision in ("fp32", "fp16"))
    reference = load_runner(exact, device="cpu", num_slots=rows)
    threads = available_cpus()
    sessions = open_device_sessions(rounded, PROVIDERS[device], threads)
    return reference, make_runner(rounded, sessions, num_slots=rows, threads=threads)


def _shortened(bundle: Bundle) -> Bundle:
    """With rows no longer than needed here: the reference has as many of them as the device."""
    limits = bundle.manifest.limits
    shorter = Limits(
        max_source_tokens=min(MAX_TOKENS, limits.max_source_tokens),
        max_target_tokens=min(MAX_TOKENS, limits.max_target_tokens),
    )
    return dataclasses.replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": shorter}))


def make_sources(folder: Path, model: str, count: int) -> list[Ids]:
    """Ordinary sentences, each as often as it takes, with random words before so that they differ."""
    bundle, dice = load_bundle(folder / f"{model}-fp16"), random.Random(0)
    tokenizer, special = Tokenizer.from_file(bundle.file(TOKENIZER_NAME)), bundle.manifest.special_ids
    texts = [[*tokenizer.encode(ENGLISH[index % len(ENGLISH)])] for index in range(count)]
    words = range(max(special.eos, special.decoder_start, special.pad) + 1, bundle.manifest.sizes.vocab_size)
    longest = min(MAX_TOKENS, bundle.manifest.limits.max_source_tokens) - 2
    return [[dice.choice(words), *text[:longest], special.eos] for text in texts]


def measure_speed(runner: ModelRunner, sources: Sequence[Ids], rows: int, repetitions: int) -> Speed:
    """Rows of which each has written as many tokens as there are repetitions, about a sentence."""
    chosen = [sources[index % len(sources)] for index in range(rows)]
    place_all(runner, chosen)
    tokens = np.full(rows, runner.manifest.special_ids.decoder_start, np.int64)
    lengths = np.full(rows, min(repetitions, runner.max_target_tokens - 1), np.int32)
    half = rows // 2
    heirs = np.arange(half)
    return Speed(
        rows,
        best_ms=_milliseconds(lambda: runner.step_best(tokens, lengths), repetitions),
        logits_ms=_milliseconds(lambda: runner.step(tokens, lengths), repetitions),
        fork_ms=_milliseconds(lambda: runner.fork(heirs, heirs + half, lengths[:half]), repetitions) if half else 0.0,
        encode_ms=_milliseconds(lambda: runner.encode(chosen), repetitions),
    )


def _milliseconds(work: Callable[[], object], repetitions: int) -> float:
    """The median of one call, behind some to warm up."""
    durations = []
    for _ in range(WARM_UP + repetitions):
        started = time.perf_counter()
        work()
        durations.append(time.perf_counter() - started)
    return float(np.median(durations[WARM_UP:])) * 1000


def report_model(folder: Path, model: str, options: argparse.Namespace) -> ModelReport:
    """Everything about one model."""
    most = max(*options.rows, options.sentences, NUM_BEAMS)
    reference, device = open_runners(folder, model, options.device, most)
    sources = make_sources(folder, model, options.sentences)
    steps = min(options.steps, device.max_target_tokens)
    parity = measure_parity(reference, device, sources, MEMORY_OF[device.provider], steps)
    speeds = [measure_speed(device, sources, rows, options.steps) for rows in options.rows]
    return ModelReport(model, parity, speeds)


def render(reports: Sequence[ModelReport], machine: dict[str, Any]) -> str:
    """The report in Markdown."""
    lines = ["# Dragoman on a GPU", "", *(f"- {name}: {value}" for name, value in machine.items())]
    for report in reports:
        verdict = "good" if report.is_good else "NOT GOOD"
        found = [(name.replace("_", " "), _show(value)) for name, value in asdict(report.parity).items()]
        rows = [(s.rows, s.best_ms, s.logits_ms, s.fork_ms, s.encode_ms, s.tokens_per_s) for s in report.speeds]
        header = ("rows", "step ms", "with logits", "fork ms", "encode ms", "tokens/s")
        lines += ["", f"## {report.model}: {verdict}", "", "```text", table(("parity", ""), found), ""]
        lines += [table(header, rows), "```"]
    return "\n".join(lines) + "\n"


def _show(value: float | bool) -> str:
    return ("yes" if value else "NO") if isinstance(value, bool) else f"{value:.4g}"


def as_json(reports: Sequence[ModelReport], machine: dict[str, Any]) -> str:
    """The same for programs, in one line."""
    models = [
        asdict(report) | {"is_good": report.is_good, "tokens_per_s": {s.rows: s.tokens_per_s for s in report.speeds}}
        for report in reports
    ]
    return json.dumps({"machine": machine, "models": models})


def make_parser() -> argparse.ArgumentParser:
    """Arguments of `python -m loadtest.gpu_report`."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.gpu_report", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds <model>-fp16 and <model>-fp32")
    parser.add_argument("--device", choices=tuple(PROVIDERS), default="cuda")
    parser.add_argument("--gpu", default="unknown", help="name of the GPU, for the report")
    parser.add_argument("--rows", type=int, nargs="+", default=[1, 8, 32, 128])
    parser.add_argument("--sentences", type=int, default=32)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--report", type=Path, default=Path("gpu-report.md"), help="the JSON lies beside it")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Write both reports; 1 when something that must hold does not."""
    options = make_parser().parse_args(arguments)
    models = sorted(path.name.removesuffix("-fp16") for path in options.folder.glob("*-fp16"))
    if not models:
        print(f"no <model>-fp16 in {options.folder}; run python -m loadtest.gpu_bundles first", file=sys.stderr)
        return 1
    reports = [report_model(options.folder, model, options) for model in models]
    machine = {
        "device": options.device,
        "gpu": options.gpu,
        "onnxruntime": onnxruntime.__version__,
        "python": platform.python_version(),
    }
    text, line = render(reports, machine), as_json(reports, machine)
    options.report.write_text(text, "utf-8")
    options.report.with_suffix(".json").write_text(line + "\n", "utf-8")
    print(text, line, sep="\n")
    return 0 if all(report.is_good for report in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
