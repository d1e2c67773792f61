"""What is known about a bundle, and `bundle.json`: those facts with size and digest of every file."""

import importlib.metadata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from export.metadata import BundleMetadata
from models.transformer import Transformer
from service.runtime.bundle import (
    MANIFEST_NAME,
    SCHEMA_VERSION,
    BundleManifest,
    FileEntry,
    Limits,
    Precision,
    Quality,
    Sizes,
    SpecialIds,
    required_files,
    sha256_of,
)

ACTIVATION_SCALES = "activation_scales"
_TOOLS = ("torch", "onnx", "onnxscript", "onnxruntime", "tokenizers")


@dataclass(frozen=True, slots=True)
class BundleFacts:
    """Everything that card and manifest tell. Quality and provenance are known after the checks."""

    metadata: BundleMetadata
    precision: Precision
    sizes: Sizes
    special_ids: SpecialIds
    limits: Limits
    quality: tuple[Quality, ...] = ()
    provenance: Mapping[str, str] = field(default_factory=dict)


def describe(model: Transformer, metadata: BundleMetadata, precision: Precision) -> BundleFacts:
    """The facts that model and metadata give. Raises ValueError for token limits beyond the model's positions."""
    config = model.config
    sizes = Sizes(
        d_model=config.d_model,
        num_heads=config.num_heads,
        head_size=config.head_size,
        encoder_layers=config.encoder_layers,
        decoder_layers=config.decoder_layers,
        vocab_size=config.vocab_size,
        parameters=sum(parameter.numel() for parameter in model.parameters()),
    )
    special_ids = SpecialIds(pad=config.pad_id, eos=config.eos_id, decoder_start=config.bos_id)
    return BundleFacts(metadata, precision, sizes, special_ids, _limits(config.max_positions, metadata))


def _limits(positions: int, metadata: BundleMetadata) -> Limits:
    limits = Limits(
        max_source_tokens=metadata.max_source_tokens or positions,
        max_target_tokens=metadata.max_target_tokens or positions,
        comfortable_source_tokens=metadata.comfortable_source_tokens,
    )
    largest = max(limits.max_source_tokens, limits.max_target_tokens)
    if largest > positions:
        raise ValueError(f"a limit of {largest} tokens needs as many positions; the model has {positions}")
    return limits


def tool_versions() -> dict[str, str]:
    """Versions of the libraries that make a bundle."""
    return {f"{name}_version": importlib.metadata.version(name) for name in _TOOLS}


def write_manifest(folder: Path, facts: BundleFacts) -> BundleManifest:
    """Write `bundle.json` over the files that already lie in `folder`."""
    metadata = facts.metadata
    manifest = BundleManifest(
        schema_version=SCHEMA_VERSION,
        name=metadata.name,
        task=metadata.task,
        pairs=metadata.pairs,
        language_control="none",
        source_normalization=metadata.source_normalization,
        sizes=facts.sizes,
        special_ids=facts.special_ids,
        limits=facts.limits,
        precision=facts.precision,
        licence=metadata.licence,
        corpora=metadata.corpora,
        quality=facts.quality,
        provenance=dict(facts.provenance),
        files={name: _entry(folder / name) for name in required_files(facts.precision)},
    )
    (folder / MANIFEST_NAME).write_text(manifest.model_dump_json(indent=2, exclude_none=True) + "\n", "utf-8")
    return manifest


def _entry(path: Path) -> FileEntry:
    return FileEntry(bytes=path.stat().st_size, sha256=sha256_of(path))
