"""Label-smoothed cross-entropy over a large vocabulary, computed in chunks of rows.

The logits of a whole batch would be the largest tensor of a training step by far. Here a chunk's logits stay in the
cache, and its gradient is taken in the forward pass. Every pass over [N, V] counts, so there is one beside the matrix
products, softmax: the smoothing's part of the gradient is the same for every row and word and is added at the end.
"""

from typing import Any

import torch
from torch import Tensor

# Rows whose logits are made at once, and rows whose gradients make one product for the weight.
CHUNK_ROWS = 256
BLOCK_ROWS = 512


def softmax_less_one_hot(logits: Tensor, targets: Tensor, kept: float, out: Tensor) -> Tensor:
    """logits [N, V], targets [N] -> log p(target) [N]; writes softmax - kept * onehot(target) to `out` [N, V]."""
    torch.softmax(logits, 1, out=out)
    rows = torch.arange(len(targets), device=targets.device)
    picked = out[rows, targets]
    out[rows, targets] = picked - kept
    return picked.float().clamp_min(torch.finfo(torch.float32).tiny).log()


class ChunkedCrossEntropy(torch.autograd.Function):
    """states [N, d], weight [V, d], targets [N] -> mean loss of the real targets.

    The loss of one token is -(1 - e) log p(target) - e mean(log p), as in Szegedy et al. 2016, section 7. With z the
    logits that is -log p(target) + e (z(target) - mean(z)), and its gradient softmax - (1 - e) onehot(target) - e / V.
    """

    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, targets: Tensor, smoothing: float, pad_id: int) -> Tensor:
        is_real = (targets != pad_id)[:, None]
        states = states * is_real
        log_picked = torch.empty(len(states), device=states.device)
        state_gradient = torch.empty_like(states)
        weight_gradient = torch.zeros(weight.shape, dtype=torch.float32, device=weight.device)
        for start in range(0, len(states), BLOCK_ROWS):
            block = slice(start, min(start + BLOCK_ROWS, len(states)))
            gradient = torch.empty(block.stop - start, len(weight), dtype=states.dtype, device=states.device)
            for first in range(start, block.stop, CHUNK_ROWS):
                rows = slice(first, min(first + CHUNK_ROWS, block.stop))
                part = gradient[first - start : rows.stop - start]
                logits = states[rows] @ weight.T
                log_picked[rows] = softmax_less_one_hot(logits, targets[rows], 1 - smoothing, out=part)
                state_gradient[rows] = part @ weight
            weight_gradient += gradient.T @ states[block]
        mean_weight = weight.mean(dim=0, dtype=torch.float32)
        logit_excess = (states * (weight[targets] - mean_weight)).sum(dim=1, dtype=torch.float32)
        losses = smoothing * logit_excess - log_picked
        state_gradient = (state_gradient - smoothing * mean_weight) * is_real
        weight_gradient -= smoothing / len(weight) * states.sum(dim=0, dtype=torch.float32)
        ctx.save_for_backward(state_gradient.to(states.dtype), weight_gradient)
        ctx.count = is_real.sum()
        return (losses * is_real[:, 0]).sum() / ctx.count

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[Tensor, Tensor, None, None, None]:
        state_gradient, weight_gradient = ctx.saved_tensors
        scale = gradients[0] / ctx.count
        return state_gradient * scale, weight_gradient * scale, None, None, None


def cross_entropy(states: Tensor, weight: Tensor, targets: Tensor, smoothing: float, pad_id: int) -> Tensor:
    """states [B, T, d], weight [V, d] of the same type, targets [B, T] -> mean loss in nats per real target."""
    loss: Tensor = ChunkedCrossEntropy.apply(states.flatten(0, 1), weight, targets.flatten(), smoothing, pad_id)
    return loss
