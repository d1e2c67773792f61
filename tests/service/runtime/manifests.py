"""Manifests of bundles that do not exist, for tests that need no graph."""

from typing import Any

from service.runtime.bundle import BundleManifest, required_files


def manifest_fields(**changes: Any) -> dict[str, Any]:
    """A valid `bundle.json` as a dictionary, with some fields replaced."""
    fields: dict[str, Any] = {
        "schema_version": 2,
        "name": "tiny",
        "task": "translation",
        "pairs": [{"source": "zh", "target": "en"}],
        "language_control": "none",
        "source_normalization": ["nfc"],
        "sizes": {
            "d_model": 8,
            "num_heads": 2,
            "head_size": 4,
            "encoder_layers": 1,
            "decoder_layers": 2,
            "vocab_size": 30,
            "parameters": 1000,
        },
        "special_ids": {"pad": 0, "eos": 2, "decoder_start": 1},
        "limits": {"max_source_tokens": 6, "max_target_tokens": 5},
        "precision": "fp32",
        "licence": "CC0-1.0",
        "corpora": [],
        "quality": [],
        "provenance": {},
    }
    files = required_files(changes.get("precision", "fp32"))
    fields["files"] = {name: {"bytes": 0, "sha256": "0" * 64} for name in files}
    return fields | changes


def make_manifest(**changes: Any) -> BundleManifest:
    """The same, validated."""
    return BundleManifest.model_validate(manifest_fields(**changes))
