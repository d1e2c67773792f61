"""Write a bundle: build beside the target, verify, and only then put it in place."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import torch
from safetensors.torch import save
from tokenizers import Tokenizer

from export.card import render_card
from export.folders import replacing
from export.graphs import open_graphs, write_graphs
from export.manifest import ACTIVATION_SCALES, BundleFacts, describe, tool_versions, write_manifest
from export.metadata import BundleMetadata, ParallelText
from export.parity import check_signatures
from export.quantize import Ranges
from export.validation import measure_quality
from export.verify import verify
from models.transformer import Transformer
from service.runtime.bundle import (
    CARD_NAME,
    TOKENIZER_NAME,
    BundleManifest,
    Precision,
    Quality,
    load_bundle,
    sha256_of,
)

WEIGHTS_NAME = "weights.safetensors"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Texts that a bundle is checked with (`validation`) and measured on (`tests`, by name)."""

    validation: ParallelText | None = None
    tests: Mapping[str, ParallelText] = field(default_factory=dict)


NO_EVIDENCE = Evidence()


def write_bundle(
    model: Transformer,
    tokenizer: Tokenizer,
    metadata: BundleMetadata,
    path: Path,
    precision: Precision,
    evidence: Evidence = NO_EVIDENCE,
    *,
    ranges: Ranges | None = None,
) -> BundleManifest:
    """Export `model` to the bundle folder `path`; it appears, or replaces an older one, only when all checks pass.

    Int8 with `ranges` is calibrated, without it scales every row by itself. Without evidence the graphs are still held
    to the model on a random batch. Raises VerificationError.
    """
    if tokenizer.get_vocab_size() > model.config.vocab_size:
        raise ValueError(f"the tokenizer has {tokenizer.get_vocab_size()} tokens, the model {model.config.vocab_size}")
    model = model.eval()
    facts = describe(model, metadata, precision)
    with replacing(path) as folder:
        write_graphs(model, folder, precision, ranges)
        tokenizer.save(str(folder / TOKENIZER_NAME))
        weights_sha256 = _write_weights(model, folder / WEIGHTS_NAME)
        findings = verify(folder, model, tokenizer, facts.limits, precision, evidence.validation)
        quality = _measure(folder, model, tokenizer, precision, evidence.tests)
        provenance = {**metadata.provenance, **tool_versions(), **findings, "weights_sha256": weights_sha256}
        if precision == "int8":
            provenance[ACTIVATION_SCALES] = "one per row" if ranges is None else "calibrated"
        manifest = _write_documents(folder, replace(facts, quality=quality, provenance=provenance))
        check_signatures(folder, manifest)
        load_bundle(folder)
    return manifest


def _write_weights(model: Transformer, path: Path) -> str:
    """The weights as float16 with the configuration beside them; returns the SHA-256."""
    tensors = {name: tensor.to(torch.float16).contiguous() for name, tensor in model.state_dict().items()}
    path.write_bytes(save(tensors, metadata={"config": json.dumps(asdict(model.config))}))
    return sha256_of(path)


def _measure(
    folder: Path, model: Transformer, tokenizer: Tokenizer, precision: Precision, tests: Mapping[str, ParallelText]
) -> tuple[Quality, ...]:
    if not tests:
        return ()
    graphs = open_graphs(folder, model.config)
    return tuple(
        measure_quality(graphs, tokenizer, text, name=name, precision=precision) for name, text in tests.items()
    )


def _write_documents(folder: Path, facts: BundleFacts) -> BundleManifest:
    """The card, then the manifest that holds the card's digest."""
    (folder / CARD_NAME).write_text(render_card(facts), "utf-8")
    return write_manifest(folder, facts)
