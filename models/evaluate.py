"""`python -m models.evaluate MODEL`: BLEU and chrF of a checkpoint or a bundle on test sets, greedy or with beams."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from models.checkpoint import CheckpointError
from models.corpus import read_parallel
from models.normalize import normalize_lines
from models.quality import Scores, encode_sources, score, translate_sources
from models.recipe import ParallelFiles, RecipeError, read_recipe
from models.systems import System, open_system


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The scores of one system on one test set."""

    system: str
    test_set: str
    decoding: str
    sentences: int
    scores: Scores


def evaluate(system: System, decoding: str, name: str, files: ParallelFiles, console: Console) -> Evaluation:
    """Translate a test set with a progress bar and score it. Raises RecipeError for unusable files."""
    sources, references = read_parallel(files.source, files.target)
    try:
        hypotheses = _translate(system, name, sources, console)
    except ValueError as error:
        raise RecipeError(f"{files.source}: {error}") from error
    return Evaluation(system.name, name, decoding, len(sources), score(hypotheses, references))


def _translate(system: System, name: str, lines: Sequence[str], console: Console) -> list[str]:
    normalized = normalize_lines(lines, system.normalization)
    sources = encode_sources(system.tokenizer, normalized, system.eos_id, system.max_source_tokens)
    found: dict[int, list[int]] = {}
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TextColumn("sentences"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=len(sources))
        for batch in translate_sources(sources, system.search):
            found.update(batch)
            bar.advance(task, len(batch))
    return system.tokenizer.decode_batch([found[index] for index in range(len(sources))])


def show(evaluations: Sequence[Evaluation], console: Console) -> None:
    """A table, and below it the signatures that say how its numbers were measured."""
    table = Table("test set", "sentences", "decoding", "BLEU", "chrF", title=evaluations[0].system)
    for row in evaluations:
        figures = f"{row.scores.bleu:.2f}", f"{row.scores.chrf:.2f}"
        table.add_row(row.test_set, f"{row.sentences:,}", row.decoding, *figures)
    console.print(table)
    for signature in {row.scores.bleu_signature: "BLEU", row.scores.chrf_signature: "chrF"}.items():
        console.print(f"{signature[1]} {signature[0]}", highlight=False, soft_wrap=True)


def save(evaluations: Sequence[Evaluation], path: Path) -> None:
    """Write the same as JSON: one flat object per test set."""
    rows = [asdict(row) for row in evaluations]
    flat = [{key: row[key] for key in row if key != "scores"} | row["scores"] for row in rows]
    path.write_text(json.dumps(flat, indent=2, ensure_ascii=False) + "\n", "utf-8")


def make_parser() -> argparse.ArgumentParser:
    """Arguments of `python -m models.evaluate`."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__)
    parser.add_argument("model", type=Path, help="folder of a checkpoint or of a bundle")
    parser.add_argument("--source", type=Path, help="source lines, UTF-8, plain or .gz (with --target)")
    parser.add_argument("--target", type=Path, help="their reference translations")
    parser.add_argument("--recipe", type=Path, help="TOML file: evaluate on all its test sets (with --data)")
    parser.add_argument("--data", type=Path, help="folder that the recipe's paths start from")
    parser.add_argument("--beams", type=_positive, default=1, help="hypotheses per sentence; 1 is greedy (default)")
    parser.add_argument("--threads", type=_positive, help="CPU threads, instead of one per core")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def main(arguments: Sequence[str]) -> int:
    """Entry point; 2 for files that cannot be used."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    pairs = (options.source, options.target), (options.recipe, options.data)
    if sorted(sum(part is not None for part in pair) for pair in pairs) != [0, 2]:
        parser.error("give either --source and --target, or --recipe and --data")
    if options.threads:
        torch.set_num_threads(options.threads)
    try:
        _run(options, Console())
    except (RecipeError, CheckpointError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _run(options: argparse.Namespace, console: Console) -> None:
    tests = _tests(options)
    system = open_system(options.model, options.beams, options.threads or 0)
    decoding = "greedy" if options.beams == 1 else f"beam {options.beams}"
    evaluations = [evaluate(system, decoding, name, files, console) for name, files in tests.items()]
    show(evaluations, console)
    if options.json:
        save(evaluations, options.json)


def _tests(options: argparse.Namespace) -> dict[str, ParallelFiles]:
    """The test sets asked for, by name."""
    if options.recipe is None:
        return {options.source.name: ParallelFiles(source=options.source, target=options.target)}
    tests = read_recipe(options.recipe).tests
    if not tests:
        raise RecipeError(f"{options.recipe} names no test sets; add a table [tests.NAME] with source and target")
    return {
        name: ParallelFiles(source=options.data / files.source, target=options.data / files.target)
        for name, files in tests.items()
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
