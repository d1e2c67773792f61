"""Products in int8 in which no row's result depends on its neighbours.

Activations become unsigned 8-bit codes around 128 (around 0 where they cannot be negative), by a scale that was
calibrated beforehand or, without calibration, by one per row from its own largest magnitude. Never by one for the
batch: then a sentence's translation would depend on who else is in it. A calibrated scale takes two nodes where one per
row takes seven.

A column of weights is scaled by its own largest magnitude to signed 7-bit codes. Seven bits because two products of
255 * 63 fit into the 16 bits in which x86 processors without VNNI add them: with 127 they would saturate there, and
the same bundle would translate worse on an older machine. Signed activations would be exact too, but ran 7 to 50
times slower with ONNX Runtime 1.32 on x86.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from export.operators import integer_product, quantize, quantize_rows

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


# The largest magnitude of what enters a linear layer, by layer; the embedding stands for the output projection.
Ranges = Mapping[nn.Module, float]


@dataclass(frozen=True, slots=True)
class Quantization:
    """Int8, with calibrated scales for the layers in `ranges` or, without any, one scale per row."""

    ranges: Ranges | None = None

    def input_range(self, layer: nn.Module) -> float | None:
        """The calibrated range of a layer's input. Raises KeyError for a layer that was not calibrated."""
        return None if self.ranges is None else self.ranges[layer]


class Int8Matrix(nn.Module):
    """x @ weight^T in int8. `non_negative`: what enters has no negative part, or one that is to be cut as ReLU does."""

    def __init__(self, *, input_range: float | None, non_negative: bool) -> None:
        super().__init__()
        self.levels = _UNSIGNED_LEVELS if non_negative else _SIGNED_LEVELS
        self.centre = 0 if non_negative else _CENTRE
        self.input_scale = None if input_range is None else max(input_range, _SMALLEST_SCALE) / self.levels

    @property
    def is_calibrated(self) -> bool:
        """Whether the scale of the input is a constant."""
        return self.input_scale is not None

    def multiply(self, x: Tensor, weight: Tensor, weight_scale: Tensor, bias: Tensor | None = None) -> Tensor:
        """x [..., K] float, weight int8 [K, C], weight_scale and bias [C] -> [..., C]."""
        if self.input_scale is None:
            product = self._by_row_scales(x, weight, weight_scale)
            return product if bias is None else product + bias
        scale, centre = torch.tensor(self.input_scale), torch.tensor(self.centre, dtype=torch.uint8)
        return integer_product(quantize(x, scale, centre), weight, (scale, weight_scale), centre, bias)

    def _by_row_scales(self, x: Tensor, weight: Tensor, weight_scale: Tensor) -> Tensor:
        is_centred = self.centre > 0
        largest = (x.abs() if is_centred else x).amax(dim=-1, keepdim=True)
        # A row of zeros has scale zero: whatever codes it gets, they are multiplied by it in the end.
        scale = largest * (1 / self.levels)
        centre = torch.tensor(self.centre, dtype=torch.uint8) if is_centred else None
        centres = torch.full((*x.shape[:-1], 1), self.centre, dtype=torch.uint8) if is_centred else None
        codes = quantize_rows(x, scale, centres)
        return integer_product(codes, weight, (torch.ones(()), weight_scale), centre) * scale


class Int8Linear(Int8Matrix):
    """As `matrices.Linear`."""

    weight: Tensor
    weight_scale: Tensor

    def __init__(self, weight: Tensor, bias: Tensor | None, *, input_range: float | None, non_negative: bool) -> None:
        super().__init__(input_range=input_range, non_negative=non_negative)
        codes, scale = quantize_weight(weight)
        self.register_buffer("weight", codes.T.contiguous())
        self.register_buffer("weight_scale", scale)
        self.bias = None if bias is None else nn.Parameter(bias.detach().float().clone(), requires_grad=False)

    def unbiased(self, x: Tensor) -> tuple[Tensor, Tensor | None]:
        """x [..., K] -> ([..., C], the bias [C] still to add). With a constant scale the bias costs nothing here."""
        if self.is_calibrated:
            return self(x), None
        return self.multiply(x, self.weight, self.weight_scale), self.bias

    def forward(self, x: Tensor) -> Tensor:
        """x [..., K] -> [..., C]."""
        return self.multiply(x, self.weight, self.weight_scale, self.bias)


class Int8Embedding(Int8Matrix):
    """As `matrices.Embedding`. One int8 table [V, d] with one scale per word serves both directions."""

    weight: Tensor
    weight_scale: Tensor
    lookup_scale: Tensor

    def __init__(self, weight: Tensor, scale: float, *, input_range: float | None) -> None:
        super().__init__(input_range=input_range, non_negative=False)
        codes, weight_scale = quantize_weight(weight)
        self.register_buffer("weight", codes)
        self.register_buffer("weight_scale", weight_scale)
        self.register_buffer("lookup_scale", (weight_scale * scale)[:, None])

    def lookup(self, ids: Tensor) -> Tensor:
        """ids [...] -> [..., d], scaled."""
        return F.embedding(ids, self.weight).float() * F.embedding(ids, self.lookup_scale)

    def logits(self, x: Tensor) -> Tensor:
        """x [..., d] -> [..., V]. The runtime transposes the table once, when it loads the graph."""
        return self.multiply(x, self.weight.T, self.weight_scale)
