"""Calibration sees exactly what enters each matrix, and leaves the model as it was."""

import pytest
import torch
from tokenizers import Tokenizer
from torch import nn

from export.calibration import CALIBRATION_SENTENCES, calibrate, measure_ranges
from export.layers import members
from export.metadata import ParallelText
from models.transformer import EncoderLayer, Transformer
from tests.grammar import make_sentences

SOURCES = [[5, 6, 7, 2], [9, 2]]
TARGETS = [[20, 21, 2], [30, 31, 32, 2]]


def test_every_matrix_has_a_range_and_the_embedding_that_of_the_output_projection(model: Transformer) -> None:
    ranges = measure_ranges(model, SOURCES, TARGETS)
    linears = [module for module in model.modules() if isinstance(module, nn.Linear)]
    assert set(ranges) == {*linears, model.embedding}
    assert all(value > 0 for value in ranges.values())


def test_the_range_is_the_largest_magnitude_of_any_pair(model: Transformer) -> None:
    seen: list[float] = []
    layer = members(model.encoder, EncoderLayer)[0].feed_forward.outer
    handle = layer.register_forward_pre_hook(lambda module, inputs: seen.append(float(inputs[0].abs().max())))
    both = measure_ranges(model, SOURCES, TARGETS)
    handle.remove()
    assert len(seen) == len(SOURCES)
    assert both[layer] == max(seen)
    assert measure_ranges(model, SOURCES[1:], TARGETS[1:])[layer] == seen[1]


def test_the_target_is_shifted_behind_the_start_token(model: Transformer) -> None:
    ranges = measure_ranges(model, SOURCES[:1], TARGETS[:1])
    ids, mask = torch.tensor(SOURCES[:1]), torch.ones(1, 4, dtype=torch.bool)
    with torch.inference_mode():
        prefix = torch.tensor([[model.config.bos_id, 20, 21]])
        states, _ = model.decoder_states(prefix, model.encode(ids, mask), mask)
    assert ranges[model.embedding] == float(states.abs().max())


def test_measuring_leaves_no_hook_behind(model: Transformer) -> None:
    measure_ranges(model, SOURCES, TARGETS)
    assert not any(module._forward_pre_hooks or module._forward_hooks for module in model.modules())


def test_text_is_encoded_with_its_end_token_and_cut_to_the_first_sentences(
    model: Transformer, tokenizer: Tokenizer
) -> None:
    sentences = make_sentences(3)
    text = ParallelText(tuple(s.en for s in sentences), tuple(s.de for s in sentences))
    ids = [[[*tokenizer.encode(line).ids, 2] for line in lines] for lines in (text.sources, text.targets)]
    assert calibrate(model, tokenizer, text) == measure_ranges(model, *ids)
    first = text.first(1)
    many = ParallelText((*first.sources * CALIBRATION_SENTENCES, "x"), (*first.targets * CALIBRATION_SENTENCES, "x"))
    assert calibrate(model, tokenizer, many) == calibrate(model, tokenizer, first)


def test_pairs_beyond_the_models_positions_are_left_out(model: Transformer, tokenizer: Tokenizer) -> None:
    first = make_sentences(1)[0]
    longer = "x" * model.config.max_positions
    text = ParallelText((first.en, longer, first.en), (first.de, first.de, longer))
    assert calibrate(model, tokenizer, text) == calibrate(model, tokenizer, text.first(1))


def test_text_of_which_nothing_fits_calibrates_nothing(model: Transformer, tokenizer: Tokenizer) -> None:
    longer = "x" * model.config.max_positions
    with pytest.raises(ValueError, match=r"no validation pair fits into 48 positions; use --activation-scales row"):
        calibrate(model, tokenizer, ParallelText((longer,), (longer,)))
