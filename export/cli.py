"""The command line of the exporter."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from export.bundle import Evidence, write_bundle
from export.calibration import calibrate
from export.metadata import BundleMetadata, ParallelText, metadata_from_recipe, read_text
from export.parity import VerificationError
from models.checkpoint import HISTORY_NAME, CheckpointError, load_checkpoint
from models.recipe import Recipe, RecipeError, read_recipe
from service.runtime.bundle import BundleError, BundleManifest


def make_parser() -> argparse.ArgumentParser:
    """Arguments of `python -m export`."""
    parser = argparse.ArgumentParser(prog="python -m export", description="Export a trained checkpoint to a bundle.")
    parser.add_argument("checkpoint", type=Path, help="folder written by `python -m models.train`")
    parser.add_argument("bundle", type=Path, help="folder to write; an older bundle is replaced when all checks pass")
    parser.add_argument("--precision", choices=("fp32", "int8", "fp16"), default="int8", help="default: %(default)s")
    parser.add_argument(
        "--activation-scales",
        choices=("calibrated", "row"),
        default="calibrated",
        help="int8: one scale measured on the validation pairs, fastest, or one for every row, for activations of very "
        "uneven size (default: %(default)s)",
    )
    parser.add_argument("--data", type=Path, required=True, help="data folder that the recipe's paths are relative to")
    parser.add_argument(
        "--validation",
        type=Path,
        nargs=2,
        metavar=("SRC", "TGT"),
        help="sentence pairs to check with (default: the recipe's [validation])",
    )
    parser.add_argument(
        "--card-data",
        type=Path,
        metavar="FILE.toml",
        help="recipe that names corpora, licences, tests and [bundle] (default: the one in the checkpoint)",
    )
    parser.add_argument(
        "--max-tokens", type=int, metavar="N", help="limit for source and target (default: the recipe's [bundle])"
    )
    return parser


def main(arguments: Sequence[str]) -> int:
    """Export; 0 on success, 1 with one line on standard error otherwise."""
    options = make_parser().parse_args(arguments)
    try:
        manifest = _export(options)
    except (CheckpointError, RecipeError, VerificationError, BundleError, ValueError, OSError) as error:
        print(f"not exported: {error}", file=sys.stderr)
        return 1
    print(_summary(options.bundle, manifest))
    return 0


def _export(options: argparse.Namespace) -> BundleManifest:
    checkpoint = load_checkpoint(options.checkpoint)
    recipe = read_recipe(options.card_data) if options.card_data else checkpoint.recipe
    validation = _validation(options, recipe)
    is_calibrated = options.precision == "int8" and options.activation_scales == "calibrated"
    ranges = calibrate(checkpoint.model, checkpoint.tokenizer, validation) if is_calibrated else None
    return write_bundle(
        checkpoint.model,
        checkpoint.tokenizer,
        _metadata(options, recipe),
        options.bundle,
        options.precision,
        Evidence(validation, _tests(options, recipe)),
        ranges=ranges,
    )


def _metadata(options: argparse.Namespace, recipe: Recipe) -> BundleMetadata:
    provenance = _training(options.checkpoint.resolve().parent / HISTORY_NAME)
    max_tokens = options.max_tokens or recipe.bundle.max_tokens
    return metadata_from_recipe(recipe, options.data, max_tokens=max_tokens, provenance=provenance)


def _validation(options: argparse.Namespace, recipe: Recipe) -> ParallelText:
    files = recipe.validation
    source, target = options.validation or (options.data / files.source, options.data / files.target)
    return read_text(source, target, recipe.bundle.source_normalization)


def _tests(options: argparse.Namespace, recipe: Recipe) -> dict[str, ParallelText]:
    data, steps = options.data, recipe.bundle.source_normalization
    return {name: read_text(data / files.source, data / files.target, steps) for name, files in recipe.tests.items()}


def _training(history: Path) -> dict[str, str]:
    """What the history beside the checkpoint says about the end of the training; nothing when there is none."""
    points = json.loads(history.read_text("utf-8")) if history.is_file() else []
    if not points:
        return {}
    last = points[-1]
    return {
        "training_steps": str(last["step"]),
        "training_minutes": f"{last['minutes']:.0f}",
        "training_target_tokens": str(last["target_tokens"]),
    }


def _summary(path: Path, manifest: BundleManifest) -> str:
    megabytes = sum(entry.bytes for entry in manifest.files.values()) / 1e6
    lines = [f"{path}: {manifest.name}, {manifest.precision}, {megabytes:.1f} MB in {len(manifest.files)} files"]
    lines += [f"  {q.test_set}: BLEU {q.bleu:.1f}, chrF {q.chrf:.1f}" for q in manifest.quality]
    lines += [f"  {key}: {value}" for key, value in sorted(manifest.provenance.items())]
    return "\n".join(lines)
