"""The shape of a model: contradictions are refused, and the paper's two sizes have the paper's parameters."""

from dataclasses import replace
from typing import Any

import pytest
import torch

from models.config import BASE, BIG, PRESETS, ModelConfig
from models.transformer import Transformer
from tests.models.toys import TOY


def count_parameters(config: ModelConfig) -> int:
    with torch.device("meta"):
        model = Transformer(replace(config, dropout=0.0))
    return sum(parameter.numel() for parameter in model.parameters())


def test_base_has_the_parameters_counted_by_hand() -> None:
    embedding = 37_000 * 512  # also the output projection; sinusoidal positions have no parameters
    attention = 4 * (512 * 512 + 512)  # W_Q, W_K, W_V and W_O, all 8 heads of 64 side by side
    feed_forward = (512 * 2048 + 2048) + (2048 * 512 + 512)
    norm = 512 + 512
    encoder_layer = attention + feed_forward + 2 * norm
    decoder_layer = 2 * attention + feed_forward + 3 * norm
    assert (embedding, encoder_layer, decoder_layer) == (18_944_000, 3_152_384, 4_204_032)
    assert count_parameters(BASE) == embedding + 6 * encoder_layer + 6 * decoder_layer == 63_082_496


def test_big_has_the_parameters_counted_by_hand() -> None:
    embedding = 37_000 * 1024
    attention = 4 * (1024 * 1024 + 1024)  # 16 heads of 64
    feed_forward = (1024 * 4096 + 4096) + (4096 * 1024 + 1024)
    norm = 1024 + 1024
    encoder_layer = attention + feed_forward + 2 * norm
    decoder_layer = 2 * attention + feed_forward + 3 * norm
    assert (embedding, encoder_layer, decoder_layer) == (37_888_000, 12_596_224, 16_796_672)
    assert count_parameters(BIG) == embedding + 6 * encoder_layer + 6 * decoder_layer == 214_245_376


def test_pre_norm_adds_one_norm_to_each_stack() -> None:
    assert count_parameters(replace(TOY, norm_position="pre")) == count_parameters(TOY) + 2 * 2 * TOY.d_model


def test_attention_without_bias_has_four_vectors_less_per_attention() -> None:
    attentions = TOY.encoder_layers + 2 * TOY.decoder_layers
    vectors = 3 * TOY.attention_size + TOY.d_model
    assert count_parameters(replace(TOY, attention_bias=False)) == count_parameters(TOY) - attentions * vectors


def test_the_papers_sizes() -> None:
    shapes = [
        (c.d_model, c.num_heads, c.head_size, c.ffn_size, c.encoder_layers, c.decoder_layers) for c in (BASE, BIG)
    ]
    assert shapes == [(512, 8, 64, 2048, 6, 6), (1024, 16, 64, 4096, 6, 6)]
    assert all(c.norm_position == "post" and c.activation == "relu" and c.max_positions == 512 for c in (BASE, BIG))
    assert (PRESETS["base"], PRESETS["big"]) == (BASE, BIG)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"num_heads": 0}, "num_heads must be at least 1, got 0"),
        ({"decoder_layers": -2}, "decoder_layers must be at least 1, got -2"),
        ({"d_model": 25}, "d_model must be even for sinusoidal positions, got 25"),
        ({"dropout": 1.0}, r"dropout must be in \[0, 1\), got 1.0"),
        ({"eos_id": 1}, r"\(0, 1, 1\) must be three different ids below vocab_size 29"),
        ({"bos_id": 29}, r"\(0, 29, 2\) must be three different ids below vocab_size 29"),
    ],
)
def test_contradictions_are_refused_with_the_numbers(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(TOY, **change)
