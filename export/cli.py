"""The command line of the exporter."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from export.bundle import Evidence, write_bundle
from export.metadata import BundleMetadata, metadata_from_recipe, read_text
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
    return write_bundle(
        checkpoint.model,
        checkpoint.tokenizer,
        _metadata(options, recipe),
        options.bundle,
        options.precision,
        _evidence(options, recipe),
    )


def _metadata(options: argparse.Namespace, recipe: Recipe) -> BundleMetadata:
    provenance = _training(options.checkpoint.resolve().parent / HISTORY_NAME)
    max_tokens = options.max_tokens or recipe.bundle.max_tokens
    return metadata_from_recipe(recipe, options.data, max_tokens=max_tokens, provenance=provenance)


def _evidence(options: argparse.Namespace, recipe: Recipe) -> Evidence:
    data, steps = options.data, recipe.bundle.source_normalization
    source, target = options.validation or (data / recipe.validation.source, data / recipe.validation.target)
    tests = {name: read_text(data / files.source, data / files.target, steps) for name, files in recipe.tests.items()}
    return Evidence(read_text(source, target, steps), tests)


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
