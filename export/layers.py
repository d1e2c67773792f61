"""What both graphs are built from: joins around sub-layers, the feed-forward network, the embedding of a token."""

import copy
from collections.abc import Sequence
from typing import TypeVar

import torch
from torch import Tensor, nn

from export.matrices import Embedding, Linear
from export.operators import add_and_normalise
from export.quantize import Int8Embedding, Int8Linear, Quantization
from models.config import ModelConfig
from models.layers import FeedForward, Residual
from models.transformer import Transformer

Kind = TypeVar("Kind", bound=nn.Module)
AnyLinear = Linear | Int8Linear
AnyEmbedding = Embedding | Int8Embedding
Parameters = tuple[Tensor, Tensor | None]


def make_linear(
    source: nn.Linear,
    quantization: Quantization | None,
    parameters: Parameters | None = None,
    *,
    non_negative: bool = False,
) -> AnyLinear:
    """The graph's form of `source`, whose input it has; with other `parameters` than its own where some are given.

    `non_negative`: nothing that enters is below zero, or it is to be cut there.
    """
    weight, bias = parameters or (source.weight, source.bias)
    if quantization is None:
        return Linear(weight, bias)
    return Int8Linear(weight, bias, input_range=quantization.input_range(source), non_negative=non_negative)


class TokenEmbedding(nn.Module):
    """Scaled embedding plus position; also the tied output projection."""

    positions: Tensor

    def __init__(self, model: Transformer, quantization: Quantization | None) -> None:
        super().__init__()
        self.words = _make_embedding(model, quantization)
        self.register_buffer("positions", model.positions.detach().clone())

    def forward(self, ids: Tensor, positions: Tensor) -> Tensor:
        """ids and positions [...] -> [..., d]."""
        return self.words.lookup(ids) + nn.functional.embedding(positions, self.positions)

    def logits(self, x: Tensor) -> Tensor:
        """x [..., d] -> [..., V]."""
        return self.words.logits(x)


def _make_embedding(model: Transformer, quantization: Quantization | None) -> AnyEmbedding:
    weight, scale = model.embedding.weight, model.embedding_scale
    if quantization is None:
        return Embedding(weight, scale)
    return Int8Embedding(weight, scale, input_range=quantization.input_range(model.embedding))


class FeedForwardBlock(nn.Module):
    """Two linear layers with an activation between."""

    def __init__(self, source: FeedForward, quantization: Quantization | None) -> None:
        super().__init__()
        is_relu = source.activation is nn.functional.relu
        self.inner = make_linear(source.inner, quantization)
        self.outer = make_linear(source.outer, quantization, non_negative=is_relu)
        # Codes around 0 cut off what is negative: quantising with a constant scale is the ReLU.
        is_done_by_codes = is_relu and isinstance(self.outer, Int8Linear) and self.outer.is_calibrated
        self.activation = nn.Identity() if is_done_by_codes else source.activation

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor | None]:
        """x [..., d] -> ([..., d], the bias still to add)."""
        return self.outer.unbiased(self.activation(self.inner(x)))


class Joins(nn.Module):
    """The residual sums and norms of one stack, each sum fused with the norm that reads it.

    Pre-norm: a sum meets the norm of the next sub-layer, the last one the stack's final norm. Post-norm: its own.
    """

    def __init__(self, residuals: Sequence[Residual], final: nn.Module) -> None:
        super().__init__()
        # Copies: a graph in float16 must not change the model that it is made from.
        norms = [copy.deepcopy(residual.norm) for residual in residuals]
        self.is_pre = residuals[0].is_pre
        self.entry = norms[0] if self.is_pre else nn.Identity()
        self.norms = nn.ModuleList([*norms[1:], copy.deepcopy(final)] if self.is_pre else norms)

    def enter(self, x: Tensor) -> Tensor:
        """The embedded tokens [..., d] -> what the first sub-layer reads."""
        entered: Tensor = self.entry(x)
        return entered

    def join(self, index: int, stream: Tensor, result: Tensor, bias: Tensor | None) -> tuple[Tensor, Tensor]:
        """Close sub-layer `index`. Returns what the next one reads and the residual stream, both [..., d]."""
        norm = self.norms[index]
        if not isinstance(norm, nn.LayerNorm):
            raise TypeError(f"sub-layer {index} is joined by a {type(norm).__name__}; only LayerNorm can be exported")
        normed, total = add_and_normalise(stream, result, bias, norm)
        return normed, total if self.is_pre else normed


def members(modules: nn.ModuleList, kind: type[Kind]) -> list[Kind]:
    """The modules of a list by their real type. Raises TypeError when one is of another."""
    typed = [module for module in modules if isinstance(module, kind)]
    if len(typed) != len(modules):
        raise TypeError(f"expected {len(modules)} modules of type {kind.__name__}, found {len(typed)}")
    return typed


def with_scaled_queries(layer: nn.Linear, config: ModelConfig) -> Parameters:
    """Weights [C, K] and bias [C] of a projection that begins with queries, scaled by D^-0.5.

    A product that needs no scale of its own is faster for the one query of a decoder step: ONNX Runtime's kernel for a
    single row on CPUs knows no scale.
    """
    factor = torch.ones(layer.out_features, 1)
    factor[: config.attention_size] = config.head_size**-0.5
    return layer.weight * factor, None if layer.bias is None else layer.bias * factor[:, 0]


def stack_weights(layers: Sequence[nn.Linear]) -> Parameters:
    """Several layers with the same input as one: weights [C1 + C2 + ..., K], biases [C1 + C2 + ...]."""
    weight = torch.cat([layer.weight for layer in layers])
    biases: list[Tensor] = [layer.bias for layer in layers if layer.bias is not None]
    return weight, torch.cat(biases) if biases else None
