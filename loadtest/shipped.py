"""A shipped bundle as what it was made from: the model with its float16 weights, and what it says about itself."""

from pathlib import Path

import torch

from export.metadata import BundleMetadata
from loadtest.peers.weights import read_weights
from models.transformer import Transformer
from service.runtime.bundle import read_manifest


def shipped_model(bundle: Path) -> Transformer:
    """The model of a bundle, from the weights beside its graphs."""
    weights = read_weights(bundle)
    model = Transformer(weights.config)
    model.load_state_dict({name: torch.from_numpy(array) for name, array in weights.tensors.items()})
    return model.eval()


def shipped_metadata(bundle: Path) -> BundleMetadata:
    """What a bundle says about itself."""
    manifest = read_manifest(bundle)
    return BundleMetadata(
        name=manifest.name,
        licence=manifest.licence,
        corpora=manifest.corpora,
        pairs=manifest.pairs,
        source_normalization=manifest.source_normalization,
        max_source_tokens=manifest.limits.max_source_tokens,
        max_target_tokens=manifest.limits.max_target_tokens,
        comfortable_source_tokens=manifest.limits.comfortable_source_tokens,
    )
