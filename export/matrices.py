"""A model's matrices as the graphs hold them, in floating point.

Biases stand apart from products: where a residual sum follows, the bias joins it in the same pass.
"""

from torch import Tensor, nn
from torch.nn import functional as F


class Linear(nn.Module):
    """x @ weight^T + bias."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight.detach().clone(), requires_grad=False)
        self.bias = None if bias is None else nn.Parameter(bias.detach().clone(), requires_grad=False)

    def unbiased(self, x: Tensor) -> tuple[Tensor, Tensor | None]:
        """x [..., K] -> ([..., C], the bias [C] still to add)."""
        return F.linear(x, self.weight), self.bias

    def forward(self, x: Tensor) -> Tensor:
        """x [..., K] -> [..., C]."""
        return F.linear(x, self.weight, self.bias)


class Embedding(nn.Module):
    """The table that turns ids into vectors and, tied, vectors into logits."""

    def __init__(self, weight: Tensor, scale: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight.detach().clone(), requires_grad=False)
        self.scale = scale

    def lookup(self, ids: Tensor) -> Tensor:
        """ids [...] -> [..., d], scaled."""
        return F.embedding(ids, self.weight) * self.scale

    def logits(self, x: Tensor) -> Tensor:
        """x [..., d] -> [..., V]."""
        return F.linear(x, self.weight)
