"""A tiny exported model whose beams are worth comparing, and the PyTorch model that it was exported from."""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from export.bundle import write_bundle
from export.metadata import BundleMetadata
from models.config import ModelConfig
from models.transformer import Transformer
from service.engine.engine import Engine, EngineConfig
from service.runtime.bundle import LanguagePair, load_bundle
from service.runtime.runner import load_runner
from tests.tiny import NO_CORPUS, tiny_tokenizer

CONFIG = ModelConfig(
    vocab_size=600,
    d_model=64,
    num_heads=2,
    head_size=32,
    ffn_size=128,
    encoder_layers=2,
    decoder_layers=2,
    norm_position="pre",
    scale_embedding=False,
    max_positions=48,
)
PAIR = ("en", "de")


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """The same weights twice: in PyTorch, and in float32 graphs that an engine runs."""

    model: Transformer
    engine: Engine


def talking_model() -> Transformer:
    """Random weights whose targets differ between sources, change their tokens, and end early, late or never.

    Without scale, positions and source outweigh the token before. The sharper last norm keeps hypotheses apart by much
    more than rounding; the end token is as likely as one that is frequent.
    """
    torch.manual_seed(2)
    model = Transformer(CONFIG).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.2)
        for module in model.modules():
            if isinstance(module, nn.Linear):
                module.weight.mul_(1.5)
        model.get_parameter("decoder_norm.weight").mul_(4.0)
        model.embedding.weight[CONFIG.eos_id] = 1.02 * model.embedding.weight[97]
    return model


def export_talking_model(folder: Path, num_slots: int) -> ExportedModel:
    """Write its bundle into `folder` and open it."""
    model = talking_model()
    source, target = PAIR
    pair = LanguagePair(source=source, target=target)
    metadata = BundleMetadata(name="talking", licence="CC0-1.0", corpora=(NO_CORPUS,), pairs=(pair,))
    write_bundle(model, tiny_tokenizer(PAIR), metadata, folder / "talking", "fp32")
    runner = load_runner(load_bundle(folder / "talking"), device="cpu", num_slots=num_slots, threads=1)
    return ExportedModel(model, Engine(runner, EngineConfig(decoder_start=CONFIG.bos_id, eos=CONFIG.eos_id)))
