"""Label-smoothed cross-entropy over a large vocabulary, computed in chunks of rows.

The logits of a whole batch would be the largest tensor of a training step by far. Here a chunk's logits stay in the
cache: its gradient is taken in the forward pass, and only gradients of the states and the embedding are kept.
"""

from typing import Any

import torch
from torch import Tensor

CHUNK_ROWS = 256


def smoothed_loss_and_gradient(logits: Tensor, targets: Tensor, smoothing: float, pad_id: int) -> tuple[Tensor, Tensor]:
    """logits [N, V], targets [N] -> (sum of losses in nats over targets that are not padding, gradient [N, V]).

    The loss of one token is -(1 - e) log p(target) - e mean(log p), as in Szegedy et al. 2016, section 7.
    """
    log_probabilities = logits.log_softmax(dim=1, dtype=torch.float32)
    is_real = targets != pad_id
    picked = log_probabilities.gather(1, targets[:, None])[:, 0]
    losses = -(1 - smoothing) * picked - smoothing * log_probabilities.mean(dim=1)
    # softmax - (1 - e) onehot(target) - e / V, made in place: this is the largest tensor of a step.
    gradient = log_probabilities.exp_().sub_(smoothing / logits.shape[1])
    gradient.scatter_add_(1, targets[:, None], torch.full_like(picked, smoothing - 1)[:, None])
    gradient[~is_real] = 0.0
    return (losses * is_real).sum(), gradient.to(logits.dtype)


class ChunkedCrossEntropy(torch.autograd.Function):
    """states [N, d], weight [V, d], targets [N] -> mean loss of the real targets."""

    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, targets: Tensor, smoothing: float, pad_id: int) -> Tensor:
        state_gradient = torch.empty_like(states)
        weight_gradient = torch.zeros(weight.shape, dtype=torch.float32, device=weight.device)
        total = torch.zeros((), dtype=torch.float32, device=states.device)
        for start in range(0, len(states), CHUNK_ROWS):
            rows = slice(start, start + CHUNK_ROWS)
            loss, gradient = smoothed_loss_and_gradient(states[rows] @ weight.T, targets[rows], smoothing, pad_id)
            total += loss
            state_gradient[rows] = gradient @ weight
            weight_gradient += gradient.T @ states[rows]
        ctx.save_for_backward(state_gradient, weight_gradient)
        ctx.count = (targets != pad_id).sum()
        return total / ctx.count

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[Tensor, Tensor, None, None, None]:
        state_gradient, weight_gradient = ctx.saved_tensors
        scale = gradients[0] / ctx.count
        return state_gradient * scale, weight_gradient * scale, None, None, None


def cross_entropy(states: Tensor, weight: Tensor, targets: Tensor, smoothing: float, pad_id: int) -> Tensor:
    """states [B, T, d], weight [V, d] of the same type, targets [B, T] -> mean loss in nats per real target."""
    loss: Tensor = ChunkedCrossEntropy.apply(states.flatten(0, 1), weight, targets.flatten(), smoothing, pad_id)
    return loss
