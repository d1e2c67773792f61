"""What stands around attention in a layer: feed-forward network, dropout, residual sum with its norm."""

from collections.abc import Callable
from functools import lru_cache

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.config import ModelConfig

_ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"relu": F.relu, "gelu": F.gelu, "swish": F.silu}


@lru_cache(maxsize=1)
def _dropout_pool(probability: float, size: int) -> Tensor:
    """[size] masks shared by all modules: 0, or the scale 1 / keep.

    The scale is rounded to bfloat16 and the share kept is matched to it, so that the expectation is exact.
    """
    scale = torch.tensor(1.0 / (1.0 - probability), dtype=torch.bfloat16)
    kept = torch.rand(size, generator=torch.Generator().manual_seed(0)) < 1.0 / scale.float()
    return kept * scale


class Dropout(nn.Module):
    """Dropout (Srivastava et al. 2014) that takes its masks as windows of one pool drawn at construction.

    Drawing fresh random numbers took a tenth of a training step on CPU; a window costs one product. `choose_window`
    moves it, so a resumed run drops the same units as an unbroken one.
    """

    POOL_SIZE = 1 << 22
    pool: Tensor

    def __init__(self, probability: float) -> None:
        super().__init__()
        self.probability = probability
        self.register_buffer("pool", _dropout_pool(probability, self.POOL_SIZE), persistent=False)
        self.start = 0

    def choose_window(self, number: int) -> None:
        """Use the window that belongs to `number`."""
        self.start = (number * 2_654_435_761) % self.POOL_SIZE

    def forward(self, x: Tensor) -> Tensor:
        """Any shape -> the same; zeroes a share of `probability` and scales the rest, only while training."""
        return x * self._mask(x) if self._is_active else x

    def add(self, x: Tensor, dropped: Tensor) -> Tensor:
        """x + dropout(dropped), all of one shape, in one pass."""
        return torch.addcmul(x, dropped, self._mask(dropped)) if self._is_active else x + dropped

    @property
    def _is_active(self) -> bool:
        return self.training and self.probability > 0.0

    def _mask(self, x: Tensor) -> Tensor:
        """The window in the shape of x; one that runs over the pool's end goes on at its start."""
        missing = self.start + x.numel() - self.POOL_SIZE
        if missing <= 0:
            return self.pool[self.start : self.start + x.numel()].view(x.shape)
        rounds, rest = divmod(missing, self.POOL_SIZE)
        return torch.cat((self.pool[self.start :], *[self.pool] * rounds, self.pool[:rest])).view(x.shape)


class FeedForward(nn.Module):
    """Two position-wise layers with an activation between (section 3.3)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.inner = nn.Linear(config.d_model, config.ffn_size)
        self.outer = nn.Linear(config.ffn_size, config.d_model)
        self.activation = _ACTIVATIONS[config.activation]

    def forward(self, x: Tensor) -> Tensor:
        """[..., d] -> [..., d]."""
        return self.outer(self.activation(self.inner(x)))


class Residual(nn.Module):
    """The norm and the dropout around one sub-layer.

    post: norm(x + f(x)), the paper's. pre: x + f(norm(x)), which trains without care (Xiong et al. 2020).
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model)
        self.dropout = Dropout(config.dropout)
        self.is_pre = config.norm_position == "pre"

    def before(self, x: Tensor) -> Tensor:
        """What the sub-layer reads. [B, T, d] -> [B, T, d]."""
        return self.norm(x) if self.is_pre else x

    def after(self, x: Tensor, result: Tensor) -> Tensor:
        """The sub-layer's input and its result -> the next input, all [B, T, d]."""
        total = self.dropout.add(x, result)
        return total if self.is_pre else self.norm(total)
