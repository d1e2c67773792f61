"""What both graphs are built from: joins around sub-layers, the feed-forward network, the embedding of a token."""

import copy
from collections.abc import Sequence
from typing import TypeVar

import torch
from torch import Tensor, nn

from export.matrices import Embedding, Linear
from export.operators import add_and_normalise
from export.quantize import Int8Embedding, Int8Linear
from models.layers import FeedForward, Residual
from models.transformer import Transformer

Kind = TypeVar("Kind", bound=nn.Module)
AnyLinear = Linear | Int8Linear
AnyEmbedding = Embedding | Int8Embedding


def make_linear(weight: Tensor, bias: Tensor | None, *, int8: bool, non_negative: bool = False) -> AnyLinear:
    """weight [C, K], bias [C]. `non_negative`: no input will be below zero."""
    return Int8Linear(weight, bias, non_negative=non_negative) if int8 else Linear(weight, bias)


class TokenEmbedding(nn.Module):
    """Scaled embedding plus position; also the tied output projection."""

    positions: Tensor

    def __init__(self, model: Transformer, *, int8: bool) -> None:
        super().__init__()
        make = Int8Embedding if int8 else Embedding
        self.words: AnyEmbedding = make(model.embedding.weight, model.embedding_scale)
        self.register_buffer("positions", model.positions.detach().clone())

    def forward(self, ids: Tensor, positions: Tensor) -> Tensor:
        """ids and positions [...] -> [..., d]."""
        return self.words.lookup(ids) + nn.functional.embedding(positions, self.positions)

    def logits(self, x: Tensor) -> Tensor:
        """x [..., d] -> [..., V]."""
        return self.words.logits(x)


class FeedForwardBlock(nn.Module):
    """Two linear layers with an activation between."""

    def __init__(self, source: FeedForward, *, int8: bool) -> None:
        super().__init__()
        self.activation = source.activation
        is_relu = source.activation is nn.functional.relu
        self.inner = make_linear(source.inner.weight, source.inner.bias, int8=int8)
        self.outer = make_linear(source.outer.weight, source.outer.bias, int8=int8, non_negative=is_relu)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor | None]:
        """x [..., d] -> ([..., d] without the last bias, that bias)."""
        return self.outer.product(self.activation(self.inner(x))), self.outer.bias


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


def stack_weights(layers: Sequence[nn.Linear]) -> tuple[Tensor, Tensor | None]:
    """Several layers with the same input as one: weights [C1 + C2 + ..., K], biases [C1 + C2 + ...]."""
    weight = torch.cat([layer.weight for layer in layers])
    biases: list[Tensor] = [layer.bias for layer in layers if layer.bias is not None]
    return weight, torch.cat(biases) if biases else None
