"""`python -m loadtest.beam_parity`: does the engine's beam search find exactly what the slow oracle finds?

The weights of a bundle are exported in float32. The engine decodes many sentences by several kinds of beam search, all
in one continuous batch; `models.reference_search` decodes each alone over the PyTorch model in float64. Exits with 1
unless all hypotheses are the same and their scores agree.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import torch

from export.bundle import write_bundle
from loadtest.sentences import many_sentences
from loadtest.server import BUNDLES
from loadtest.shipped import shipped_metadata, shipped_model
from models.checkpoint import load_tokenizer
from models.corpus import read_lines
from models.decoding import max_target_tokens
from models.normalize import normalize_lines
from models.reference_search import Ids, ReferenceOptions, Scored, model_log_probabilities, reference_search
from models.transformer import Transformer
from service.engine.engine import Engine, EngineConfig
from service.engine.events import Event, Failed, Finished
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import TOKENIZER_NAME, BundleError, BundleManifest, load_bundle, read_manifest
from service.runtime.runner import load_runner

MAX_ERROR: Final = 1e-4
# Hypotheses this close have changed places by rounding alone.
NEAR_TIE: Final = 1e-6
NUM_ROWS: Final = 64
# Every sentence is searched with the first, every fifth one with one of the others, too.
MAIN: Final[dict[str, Any]] = {"num_beams": 4}
OTHERS: Final[tuple[dict[str, Any], ...]] = (
    {"num_beams": 2, "early_stopping": True},
    {"num_beams": 3, "repetition_penalty": 1.2, "no_repeat_ngram_size": 3},
    {"num_beams": 5, "length_penalty": 0.6, "early_stopping": "never", "min_new_tokens": 5},
    {"num_beams": 8, "length_penalty": 2.0},
)


@dataclass(frozen=True, slots=True)
class Job:
    """A source, its end token included, and how it is searched."""

    name: str
    source: Ids
    options: ReferenceOptions


@dataclass(slots=True)
class Comparison:
    """What the engine found against what it should have found."""

    num_hypotheses: int = 0
    num_identical: int = 0
    largest_error: float = 0.0
    near_ties: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)

    def add(self, name: str, found: Sequence[Scored], expected: Sequence[Scored]) -> None:
        """Compare the hypotheses of one job, best first."""
        self.num_hypotheses += len(expected)
        if len(found) != len(expected):
            self.different.append(f"{name}: {len(found)} hypotheses instead of {len(expected)}")
            return
        pairs = list(zip(found, expected, strict=True))
        error = max(abs(one.score - other.score) for one, other in pairs)
        others = [pair for pair in pairs if pair[0].tokens != pair[1].tokens]
        self.num_identical += len(pairs) - len(others)
        if others and error < NEAR_TIE:
            self.near_ties.append(f"{name}: {_differs(*others[0])}")
        elif others:
            self.different.append(f"{name}: {_differs(*others[0])}")
        else:
            self._add_error(name, error)

    def _add_error(self, name: str, error: float) -> None:
        self.largest_error = max(self.largest_error, error)
        if not error <= MAX_ERROR:
            self.different.append(f"{name}: a score is wrong by {error:.2g}, at most {MAX_ERROR:g} is rounding")

    def __str__(self) -> str:
        lines = [
            *self.different,
            *(f"near-tie, both within {NEAR_TIE:g}: {line}" for line in self.near_ties),
            f"{self.num_identical:,} of {self.num_hypotheses:,} hypotheses are identical; their scores differ by at "
            f"most {self.largest_error:.2g}; {len(self.near_ties)} searches have near-ties in another order; "
            f"{len(self.different)} differ",
        ]
        return "\n".join(lines)


def _differs(found: Scored, expected: Scored) -> str:
    return f"{found.tokens} ({found.score:.7f}) instead of {expected.tokens} ({expected.score:.7f})"


def make_jobs(sources: Sequence[Ids], limit: int) -> list[Job]:
    """Different searches follow each other, so that they meet in one batch. All K hypotheses are wanted."""
    jobs = []
    for index, source in enumerate(sources):
        longest = max_target_tokens(len(source), limit)
        kinds = (MAIN,) if index % 5 else (MAIN, OTHERS[index // 5 % len(OTHERS)])
        for kind in kinds:
            count = kind["num_beams"]
            options = ReferenceOptions(max_new_tokens=longest, num_return_sequences=count, **kind)
            jobs.append(Job(f"sentence {index + 1} with {count} beams", source, options))
    return jobs


def search_with_reference(model: Transformer, jobs: Sequence[Job]) -> list[list[Scored]]:
    """One after another, in the precision of the model."""
    eos = model.config.eos_id
    return [reference_search(model_log_probabilities(model, job.source), job.options, eos) for job in jobs]


def search_with_engine(engine: Engine, jobs: Sequence[Job]) -> list[list[Scored]]:
    """All are submitted at once. Raises EngineError."""
    found: list[list[Scored]] = [[] for _ in jobs]
    for index, job in enumerate(jobs):
        options = DecodingOptions(**asdict(job.options), stop_on_loop=False)
        request = GenerationRequest(str(index), job.source, options)
        engine.add(engine.new_sequence(request, partial(_keep, found[index])))
    while engine.has_work:
        engine.step()
    return found


def _keep(found: list[Scored], events: Sequence[Event]) -> None:
    """The sink of one job."""
    ending = events[-1]
    if isinstance(ending, Failed):
        raise ending.error
    if isinstance(ending, Finished):
        scores = [math.inf if one.score is None else one.score for one in ending.hypotheses]
        found += [Scored(one.token_ids, score) for one, score in zip(ending.hypotheses, scores, strict=True)]


def compare(bundle: Path, lines: Sequence[str]) -> Comparison:
    """Decode `lines` both ways with the weights in the folder of a bundle. Raises BundleError, OSError, ValueError."""
    model, manifest = shipped_model(bundle), read_manifest(bundle)
    jobs = make_jobs(_sources(bundle, manifest, lines), manifest.limits.max_target_tokens)
    with TemporaryDirectory() as folder:
        found = search_with_engine(_exact_engine(model, bundle, Path(folder) / "exact"), jobs)
    comparison = Comparison()
    for job, one, other in zip(jobs, found, search_with_reference(model.double(), jobs), strict=True):
        comparison.add(job.name, one, other)
    return comparison


def _sources(bundle: Path, manifest: BundleManifest, lines: Sequence[str]) -> list[Ids]:
    """Those of the lines that the model has room for, as ids. Raises ValueError when there is none."""
    tokenizer = load_tokenizer(bundle / TOKENIZER_NAME)
    texts = tokenizer.encode_batch(normalize_lines(lines, manifest.source_normalization))
    limit = manifest.limits.max_source_tokens
    sources = [(*text.ids, manifest.special_ids.eos) for text in texts if len(text.ids) < limit]
    if not sources:
        raise ValueError(f"none of {len(lines)} sentences has at most {limit} tokens; name a file with shorter ones")
    return sources


def _exact_engine(model: Transformer, bundle: Path, folder: Path) -> Engine:
    """One that runs float32 graphs of the model, which are written to `folder`."""
    write_bundle(model, load_tokenizer(bundle / TOKENIZER_NAME), shipped_metadata(bundle), folder, "fp32")
    runner = load_runner(load_bundle(folder), device="cpu", num_slots=NUM_ROWS)
    return Engine(runner, EngineConfig(decoder_start=model.config.bos_id, eos=model.config.eos_id))


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; the exit status, 2 for files that cannot be used."""
    options = _options(arguments)
    torch.set_num_threads(1)  # the oracle's steps are too small for several, which would only wait for each other
    try:
        lines = read_lines(options.sentences) if options.sentences else many_sentences(options.count)
        comparison = compare(options.bundle, lines[: options.count])
    except (BundleError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(comparison)
    return 1 if comparison.different else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.beam_parity", description=__doc__)
    parser.add_argument("--bundle", type=Path, default=BUNDLES / "en-de", help="whose weights are used")
    parser.add_argument("--sentences", type=Path, help="source lines, UTF-8, plain or .gz; English ones without")
    parser.add_argument("--count", type=int, default=500, help="how many of them (default: %(default)s)")
    options = parser.parse_args(arguments)
    if options.count < 1:
        parser.error(f"--count is {options.count}; at least one sentence is needed")
    return options


if __name__ == "__main__":
    sys.exit(main())
