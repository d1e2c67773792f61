"""The count of matrix products, against a hand count and against what PyTorch itself counts in a real step."""

from dataclasses import replace
from typing import Any

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from models.flops import BatchShape, Product, training_products
from models.loss import cross_entropy
from models.transformer import Transformer
from tests.models.toys import TOY, random_ids


def count(config_changes: dict[str, Any], shape: BatchShape) -> int:
    return sum(product.training_flops for product in training_products(replace(TOY, **config_changes), shape))


def test_one_product_forward_and_backward() -> None:
    """[2, 3] x [3, 5] takes 30 multiplications and 30 additions, each gradient as many again."""
    assert Product(2, 3, 5).training_flops == 3 * 60
    assert Product(2, 3, 5, batch=4, count=6).training_flops == 24 * 3 * 60


def test_the_smallest_model_by_hand() -> None:
    """Widths d = 2, H*D = 3, F = 5, V = 7 (one head, one layer each), one row of S = 4 and T = 6 tokens."""
    sizes = {"d_model": 2, "num_heads": 1, "head_size": 3, "ffn_size": 5, "encoder_layers": 1, "decoder_layers": 1}
    encoder = 4 * 2 * 9 + 4 * 3 * 2 + 2 * (4 * 4 * 3) + 2 * (4 * 2 * 5)
    self_attention = 6 * 2 * 9 + 6 * 3 * 2 + 2 * (6 * 6 * 3)
    cross_attention = 6 * 2 * 3 + 4 * 2 * 6 + 6 * 3 * 2 + 2 * (6 * 4 * 3)
    feed_forward, output = 2 * (6 * 2 * 5), 6 * 2 * 7
    products = encoder + self_attention + cross_attention + feed_forward + output
    assert count(sizes | {"vocab_size": 7}, BatchShape(1, 4, 6)) == 3 * 2 * products


@pytest.mark.parametrize("shape", [BatchShape(3, 5, 7), BatchShape(60, 4, 9)], ids=["one chunk", "three chunks"])
def test_pytorch_counts_the_same_in_a_real_step(shape: BatchShape) -> None:
    model = Transformer(TOY).train()
    source, target = random_ids(shape.rows, shape.source), random_ids(shape.rows, shape.target)
    mask = torch.ones_like(source, dtype=torch.bool)
    with FlopCounterMode(display=False) as counter:
        states, _ = model.decoder_states(target, model.encode(source, mask), mask)
        weight = model.embedding.weight
        cross_entropy(states, weight, target, 0.1, TOY.pad_id).backward()
    assert counter.get_total_flops() == count({}, shape)
