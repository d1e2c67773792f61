"""Dynamic int8 with one scale per row, so that no row's result depends on its neighbours.

A row of activations is scaled by its own largest magnitude to unsigned 8-bit codes around 128 (around 0 where it
cannot be negative); a column of weights by its own to signed 7-bit codes. Seven bits because two products of
255 * 63 fit into the 16 bits in which x86 processors without VNNI add them: with 127 they would saturate there, and
the same bundle would translate worse on an older machine. Signed activations would be exact too, but ran 7 to 50
times slower with ONNX Runtime 1.32 on x86.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from export.operators import integer_product, quantize_rows

WEIGHT_LEVELS = 63
_CENTRE = 128
_SIGNED_LEVELS = 127
_UNSIGNED_LEVELS = 255
# Scale of an all-zero column: any positive number will do, since all its codes are zero.
_SMALLEST_SCALE = 1e-30


def quantize_weight(weight: Tensor) -> tuple[Tensor, Tensor]:
    """weight [C, K] -> (int8 codes [C, K], scale [C]) with weight ~ codes * scale, one scale per output column."""
    values = weight.detach().float()
    scale = (values.abs().amax(dim=1) / WEIGHT_LEVELS).clamp(min=_SMALLEST_SCALE)
    return torch.round(values / scale[:, None]).to(torch.int8), scale


def _row_scaled_product(x: Tensor, weight: Tensor, weight_scale: Tensor, *, non_negative: bool) -> Tensor:
    """x [..., K] float, weight int8 [K, C], weight_scale [C] -> [..., C]."""
    largest = (x if non_negative else x.abs()).amax(dim=-1, keepdim=True)
    # A row of zeros has scale zero: whatever codes it gets, they are multiplied by it in the end.
    scale = largest * (1 / (_UNSIGNED_LEVELS if non_negative else _SIGNED_LEVELS))
    centre = None if non_negative else torch.tensor(_CENTRE, dtype=torch.uint8)
    centres = None if non_negative else torch.full((*x.shape[:-1], 1), _CENTRE, dtype=torch.uint8)
    codes = quantize_rows(x, scale, centres)
    return integer_product(codes, weight, weight_scale, centre) * scale


class Int8Linear(nn.Module):
    """As `matrices.Linear`. `non_negative` promises that no input is below zero, as after a ReLU."""

    weight: Tensor
    weight_scale: Tensor

    def __init__(self, weight: Tensor, bias: Tensor | None, *, non_negative: bool) -> None:
        super().__init__()
        codes, scale = quantize_weight(weight)
        self.register_buffer("weight", codes.T.contiguous())
        self.register_buffer("weight_scale", scale)
        self.bias = None if bias is None else nn.Parameter(bias.detach().float().clone(), requires_grad=False)
        self.non_negative = non_negative

    def product(self, x: Tensor) -> Tensor:
        """x [..., K] -> [..., C], without the bias."""
        return _row_scaled_product(x, self.weight, self.weight_scale, non_negative=self.non_negative)

    def forward(self, x: Tensor) -> Tensor:
        """x [..., K] -> [..., C]."""
        return self.product(x) if self.bias is None else self.product(x) + self.bias


class Int8Embedding(nn.Module):
    """As `matrices.Embedding`. One int8 table [V, d] with one scale per word serves both directions."""

    weight: Tensor
    weight_scale: Tensor
    lookup_scale: Tensor

    def __init__(self, weight: Tensor, scale: float) -> None:
        super().__init__()
        codes, weight_scale = quantize_weight(weight)
        self.register_buffer("weight", codes)
        self.register_buffer("weight_scale", weight_scale)
        self.register_buffer("lookup_scale", (weight_scale * scale)[:, None])

    def lookup(self, ids: Tensor) -> Tensor:
        """ids [...] -> [..., d], scaled."""
        return F.embedding(ids, self.weight).float() * F.embedding(ids, self.lookup_scale)

    def logits(self, x: Tensor) -> Tensor:
        """x [..., d] -> [..., V]. The runtime transposes the table once, when it loads the graph."""
        return _row_scaled_product(x, self.weight.T, self.weight_scale, non_negative=False)
