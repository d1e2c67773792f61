"""The chunked loss against PyTorch's own cross-entropy, and against a number worked out by hand."""

import math

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from models.loss import BLOCK_ROWS, CHUNK_ROWS, cross_entropy

PAD = 0
WIDTH, VOCAB = 12, 31
SIZES = ["part of a chunk", "one chunk", "two blocks", "whole blocks"]


def example(rows: int, length: int) -> tuple[Tensor, Tensor, Tensor]:
    """States [B, T, d] and weight [V, d] that take gradients, targets [B, T] with padding at the ends."""
    torch.manual_seed(0)
    states = torch.randn(rows, length, WIDTH, requires_grad=True)
    weight = torch.randn(VOCAB, WIDTH, requires_grad=True)
    targets = torch.randint(1, VOCAB, (rows, length))
    targets[::2, length // 2 :] = PAD
    return states, weight, targets


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.35])
@pytest.mark.parametrize("shape", [(2, 5), (4, CHUNK_ROWS // 4), (40, 15), (2, BLOCK_ROWS)], ids=SIZES)
def test_value_and_gradients_are_those_of_pytorch(shape: tuple[int, int], smoothing: float) -> None:
    states, weight, targets = example(*shape)
    logits = (states @ weight.T).flatten(0, 1)
    expected = F.cross_entropy(logits, targets.flatten(), label_smoothing=smoothing, ignore_index=PAD)
    expected_gradients = torch.autograd.grad(expected, (states, weight))
    loss = cross_entropy(states, weight, targets, smoothing, PAD)
    gradients = torch.autograd.grad(loss, (states, weight))
    torch.testing.assert_close(loss, expected)
    for found, wanted in zip(gradients, expected_gradients, strict=True):
        torch.testing.assert_close(found, wanted, atol=1e-6, rtol=1e-4)


def test_a_number_worked_out_by_hand() -> None:
    """Probabilities (0.5, 0.25, 0.25), target 1, smoothing 0.3: 0.7 log 4 + 0.1 (log 2 + log 4 + log 4)."""
    state = torch.ones(1, 1, 1, requires_grad=True)
    weight = torch.tensor([[0.5], [0.25], [0.25]]).log().requires_grad_()
    loss = cross_entropy(state, weight, torch.tensor([[1]]), 0.3, PAD)
    assert loss.item() == pytest.approx(0.7 * math.log(4) + 0.1 * (math.log(2) + 2 * math.log(4)))
    (gradient,) = torch.autograd.grad(loss, weight)
    assert gradient[:, 0].tolist() == pytest.approx([0.5 - 0.1, 0.25 - 0.1 - 0.7, 0.25 - 0.1])


def test_a_target_of_no_probability_has_a_large_but_finite_loss() -> None:
    state = torch.ones(1, 1, 1, requires_grad=True)
    loss = cross_entropy(state, torch.tensor([[500.0], [-500.0]]), torch.tensor([[1]]), 0.0, PAD)
    assert 80 < loss.item() < math.inf


def test_padding_has_no_loss_and_no_gradient() -> None:
    states, weight, targets = example(4, 6)
    loss = cross_entropy(states, weight, targets, 0.1, PAD)
    (gradient,) = torch.autograd.grad(loss, states)
    assert gradient[targets == PAD].eq(0).all()
    assert gradient[targets != PAD].ne(0).all()


def test_the_gradient_follows_the_loss_it_is_part_of() -> None:
    states, weight, targets = example(3, 4)
    loss = cross_entropy(states, weight, targets, 0.1, PAD)
    (once,) = torch.autograd.grad(loss, states)
    loss = cross_entropy(states, weight, targets, 0.1, PAD)
    (thrice,) = torch.autograd.grad(3 * loss, states)
    torch.testing.assert_close(thrice, 3 * once)


def test_bfloat16_stays_close() -> None:
    states, weight, targets = example(4, 6)
    exact = cross_entropy(states, weight, targets, 0.1, PAD)
    rounded = states.to(torch.bfloat16), weight.to(torch.bfloat16)
    loss = cross_entropy(*rounded, targets, 0.1, PAD)
    torch.testing.assert_close(loss, exact, atol=0, rtol=0.02)
    (gradient,) = torch.autograd.grad(loss, weight)
    (wanted,) = torch.autograd.grad(exact, weight)
    assert gradient.dtype == torch.float32
    assert (gradient - wanted).norm() < 0.03 * wanted.norm()
