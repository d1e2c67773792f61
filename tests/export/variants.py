"""Small models whose every parameter matters: a fresh model has zero biases, which would hide a bias that got lost."""

from typing import Any

import torch

from models.config import ModelConfig
from models.transformer import Transformer

SIZES: dict[str, Any] = {
    "vocab_size": 300,
    "d_model": 48,
    "num_heads": 2,
    "head_size": 16,
    "ffn_size": 80,
    "encoder_layers": 2,
    "decoder_layers": 1,
    "max_positions": 48,
    "norm_position": "pre",
}


def make_model(**changes: Any) -> Transformer:
    """A random model, the same one for the same sizes. The heads together are not as wide as the model."""
    torch.manual_seed(5)
    model = Transformer(ModelConfig(**(SIZES | changes))).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.2)
    return model
