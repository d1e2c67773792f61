"""`dragoman models`: what there is to serve."""

from rich.console import Console
from rich.table import Column, Table

from service.api.loading import find_bundles
from service.runtime.bundle import BundleError, BundleManifest, read_manifest
from service.settings import Settings

MEGABYTE = 1_000_000
SERVED = ("encoder.onnx", "decoder.onnx", "tokenizer.json")


def list_models(settings: Settings) -> int:
    """Print a table of the bundles; the exit status."""
    try:
        manifests = [read_manifest(folder) for folder in find_bundles(settings.bundles)]
    except BundleError as error:
        Console(stderr=True).print(f"dragoman: {error}", highlight=False, markup=False, soft_wrap=True)
        return 1
    Console().print(_table(manifests))
    return 0


def _table(manifests: list[BundleManifest]) -> Table:
    name, precision, size = (Column(title, no_wrap=True) for title in ("name", "precision", "size"))
    table = Table(name, "pairs", precision, size, "quality", "licence")
    for manifest in manifests:
        table.add_row(
            manifest.name,
            "\n".join(f"{pair.source} → {pair.target}" for pair in manifest.pairs) or manifest.task,
            manifest.precision,
            f"{_served_bytes(manifest) / MEGABYTE:.1f} MB",
            _quality(manifest),
            manifest.licence,
        )
    return table


def _served_bytes(manifest: BundleManifest) -> int:
    return sum(manifest.files[name].bytes for name in SERVED)


def _quality(manifest: BundleManifest) -> str:
    scores = [score for score in manifest.quality if score.precision == manifest.precision]
    lines = [f"{score.test_set}: {score.bleu:.1f} BLEU, {score.chrf:.1f} chrF ({score.decoding})" for score in scores]
    return "\n".join(lines) or "not measured"
