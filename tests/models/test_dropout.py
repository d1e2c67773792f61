"""Dropout whose masks belong to the step: the right share, the right expectation, and never the same mask twice."""

import math
from dataclasses import replace
from itertools import combinations

import pytest
import torch
from torch import Tensor

from models.layers import Dropout
from models.transformer import Transformer
from tests.models.toys import TOY

SIZE = 200_000


def mask_of(module: Dropout, size: int = SIZE) -> Tensor:
    """True where a unit is dropped."""
    return module(torch.ones(size)) == 0


@pytest.fixture(scope="module")
def model() -> Transformer:
    return Transformer(replace(TOY, dropout=0.2)).train()


def modules_of(model: Transformer) -> list[Dropout]:
    return [module for module in model.modules() if isinstance(module, Dropout)]


@pytest.mark.parametrize("probability", [0.05, 0.1, 0.2, 0.3, 0.5])
def test_the_share_dropped_and_the_expectation(probability: float) -> None:
    module = Dropout(probability).train()
    sigma = math.sqrt(probability * (1 - probability) / SIZE)
    for number in range(1, 4):
        module.choose_window(number)
        result = module(torch.ones(SIZE))
        # 1 / (1 - p) is rounded to bfloat16 (8 bits), and the share with it.
        assert (result == 0).double().mean().item() == pytest.approx(probability, abs=5 * sigma + 0.002)
        assert result.double().mean().item() == pytest.approx(1.0, abs=5 * sigma / (1 - probability))
        assert result[result != 0].unique().numel() == 1


def test_what_is_kept_is_scaled() -> None:
    module, x = Dropout(0.5).train(), torch.randn(4, 5, 6)
    result = module(x)
    assert torch.equal(result, torch.where(result == 0, 0.0, 2 * x))
    assert 0 < int((result == 0).sum()) < x.numel()


def test_a_dropped_unit_gets_no_gradient() -> None:
    module, x = Dropout(0.5).train(), torch.ones(1000, requires_grad=True)
    result = module(x)
    result.sum().backward()
    assert x.grad is not None
    assert torch.equal(x.grad, result.detach())


def test_in_evaluation_nothing_is_dropped() -> None:
    x = torch.randn(3, 4)
    assert Dropout(0.5).eval()(x) is x


def test_probability_zero_drops_nothing_in_training() -> None:
    x = torch.randn(3, 4)
    assert Dropout(0.0).train()(x) is x


def test_a_step_always_has_the_same_masks(model: Transformer) -> None:
    model.choose_dropout(7)
    first = [mask_of(module) for module in modules_of(model)]
    model.choose_dropout(8)
    model.choose_dropout(7)
    assert all(torch.equal(mask_of(module), mask) for module, mask in zip(modules_of(model), first, strict=True))


def test_steps_and_modules_have_unrelated_masks(model: Transformer) -> None:
    """Every pair out of 4 steps x 11 modules; chance alone goes beyond 5.5 standard deviations once in 25,000 runs."""
    masks = []
    for step in (0, 1, 2, 1000):
        model.choose_dropout(step)
        masks += [mask_of(module, 40_000).double() for module in modules_of(model)]
    correlations = torch.corrcoef(torch.stack(masks))
    pairs = [correlations[i, j].abs().item() for i, j in combinations(range(len(masks)), 2)]
    assert len(pairs) == 44 * 43 // 2
    assert max(pairs) < 5.5 / math.sqrt(40_000)


def test_positions_have_unrelated_masks() -> None:
    module = Dropout(0.3).train()
    mask = mask_of(module).double()
    for shift in (1, 2, 3, 24, 64, 192, 256, 512, 4096):
        pair = torch.stack((mask[:-shift], mask[shift:]))
        assert abs(torch.corrcoef(pair)[0, 1].item()) < 5 / math.sqrt(SIZE - shift)


def test_a_tensor_larger_than_the_pool_begins_it_again() -> None:
    module = Dropout(0.1).train()
    module.choose_window(12_345)
    result = module(torch.ones(Dropout.POOL_SIZE + 100))
    assert torch.equal(result[:100], result[-100:])
    assert torch.equal(result[:SIZE], module(torch.ones(SIZE)))


def test_a_window_over_the_end_of_the_pool_goes_on_at_its_start() -> None:
    module = Dropout(0.1).train()
    number = next(n for n in range(10**6) if n * 2_654_435_761 % Dropout.POOL_SIZE > Dropout.POOL_SIZE - 500)
    module.choose_window(number)
    result = module(torch.ones(1000))
    rest = Dropout.POOL_SIZE - module.start
    module.choose_window(0)
    assert torch.equal(result[rest:], module(torch.ones(1000 - rest)))
