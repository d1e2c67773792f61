"""The arithmetic of attention, held to the paper's formulas and to numbers worked out by hand."""

import math

import pytest
import torch
from torch import Tensor

from models import reference
from models.attention import CrossAttention, SelfAttention, attention
from tests.models.toys import TOY


def weights_for(scores: list[float]) -> Tensor:
    """Attention weights of one query over keys that give these scores: a head of size 1, values of unit vectors."""
    query, keys = torch.ones(1, 1), torch.tensor(scores)[:, None]
    visible = torch.ones(1, len(scores), dtype=torch.bool)
    return attention(query, keys, torch.eye(len(scores)), visible)[0]


def test_softmax_of_0_5_2() -> None:
    expected = [0.0064, 0.9465, 0.0471]
    assert weights_for([0.0, 5.0, 2.0]).tolist() == pytest.approx(expected, abs=5e-5)
    assert reference.softmax(torch.tensor([0.0, 5.0, 2.0])).tolist() == pytest.approx(expected, abs=5e-5)


def test_weighted_sum_of_values() -> None:
    """A's first row (0.4, 0.2, 0.4, 0.0) times V = ((0, 1), (1, 0), (1, 1), (0, 0)) begins with (0.6, 0.8)."""
    keys = torch.tensor([0.4, 0.2, 0.4, 1.0]).log()[:, None]
    values = torch.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    visible = torch.tensor([[True, True, True, False]])
    assert attention(torch.ones(1, 1), keys, values, visible)[0].tolist() == pytest.approx([0.6, 0.8])


def test_scaling_brings_the_variance_of_dot_products_from_the_head_size_to_one() -> None:
    torch.manual_seed(0)
    size, queries, keys = 64, torch.randn(200, 64), torch.randn(400, 64)
    assert (queries @ keys.T).var().item() == pytest.approx(size, rel=0.05)
    weights = attention(queries, keys, torch.eye(400), torch.ones(200, 400, dtype=torch.bool))
    # log(softmax) is the scaled product less one number per query.
    assert weights.log().var(dim=1).mean().item() == pytest.approx(1.0, rel=0.05)


def test_masked_keys_have_no_weight_at_all() -> None:
    scores = torch.randn(5, 7, generator=torch.Generator().manual_seed(0))
    visible = torch.ones(5, 7, dtype=torch.bool)
    visible[:, 3:] = False
    weights = attention(scores, torch.eye(7), torch.eye(7), visible)
    assert weights[:, 3:].eq(0).all()
    assert weights.sum(dim=1).tolist() == pytest.approx([1.0] * 5)


def test_heads_are_concatenated_in_order_and_then_projected() -> None:
    torch.manual_seed(0)
    layer = SelfAttention(TOY)
    x = torch.randn(1, 6, TOY.d_model)
    size, inner = TOY.head_size, TOY.attention_size
    heads = []
    for head in range(TOY.num_heads):
        rows = slice(head * size, (head + 1) * size)
        query, key, value = (
            x[0] @ layer.project.weight[part * inner : (part + 1) * inner][rows].T
            + layer.project.bias[part * inner : (part + 1) * inner][rows]
            for part in range(3)
        )
        heads.append((query @ key.T / math.sqrt(size)).softmax(dim=1) @ value)
    expected = torch.cat(heads, dim=1) @ layer.output.weight.T + layer.output.bias
    found = layer.attend(*layer.queries_keys_values(x), torch.ones(6, 6, dtype=torch.bool))
    torch.testing.assert_close(found[0], expected)


def test_cross_attention_asks_with_the_decoder_and_reads_the_encoder() -> None:
    torch.manual_seed(0)
    layer = CrossAttention(TOY)
    x, memory = torch.randn(1, 4, TOY.d_model), torch.randn(1, 6, TOY.d_model)
    query = layer.split_heads(layer.query(x))
    key, value = layer.keys_values(memory)
    assert query.shape == (1, TOY.num_heads, 4, TOY.head_size)
    assert key.shape == value.shape == (1, TOY.num_heads, 6, TOY.head_size)
    weight, bias = layer.project.weight, layer.project.bias
    flat = key.transpose(1, 2).flatten(2), value.transpose(1, 2).flatten(2)
    expected = memory @ weight.T + bias
    torch.testing.assert_close(torch.cat(flat, dim=2), expected)
