"""The Transformer: what each position may see, what padding may change (nothing), and the cache against no cache."""

import math
from dataclasses import replace

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from models.config import ModelConfig
from models.layers import Residual
from models.transformer import Transformer, causal_mask, padding_mask
from tests.models.toys import EOS, PAD, TOY, VARIANTS, random_ids, toy_model, variant_name

all_variants = pytest.mark.parametrize("config", VARIANTS, ids=variant_name)


def decode(model: Transformer, source: Tensor, target: Tensor) -> Tensor:
    mask = padding_mask(source, PAD)
    with torch.inference_mode():
        return model.decode(target, model.encode(source, mask), mask)[0]


def test_the_causal_mask_is_a_lower_triangle() -> None:
    assert causal_mask(3).tolist() == [[True, False, False], [True, True, False], [True, True, True]]


@all_variants
def test_a_position_does_not_depend_on_later_tokens(config: ModelConfig) -> None:
    model, source, target = toy_model(config), random_ids(2, 5), random_ids(2, 8, seed=1)
    before = decode(model, source, target)
    for position in range(7):
        changed = target.clone()
        changed[:, position + 1 :] = (changed[:, position + 1 :] + 5) % config.vocab_size
        after = decode(model, source, changed)
        assert torch.equal(after[:, : position + 1], before[:, : position + 1])
        assert not torch.allclose(after[:, position + 1], before[:, position + 1])


def test_every_earlier_token_matters() -> None:
    model, source, target = toy_model(), random_ids(1, 5), random_ids(1, 6, seed=1)
    before = decode(model, source, target)
    for position in range(6):
        changed = target.clone()
        changed[:, position] = (changed[:, position] + 5) % TOY.vocab_size
        difference = (decode(model, source, changed) - before).abs().amax(dim=(0, 2))
        assert difference[position:].gt(1e-5).all()


@all_variants
def test_source_padding_changes_no_result(config: ModelConfig) -> None:
    model, source, target = toy_model(config), random_ids(2, 5), random_ids(2, 6, seed=1)
    padded = F.pad(source, (0, 4), value=PAD)
    torch.testing.assert_close(decode(model, padded, target), decode(model, source, target), atol=1e-5, rtol=1e-5)
    with torch.inference_mode():
        alone, together = (model.encode(ids, padding_mask(ids, PAD)) for ids in (source, padded))
    torch.testing.assert_close(together[:, :5], alone, atol=1e-5, rtol=1e-5)


def test_rows_of_one_batch_do_not_see_each_other() -> None:
    model = toy_model()
    long, short = random_ids(1, 9), random_ids(1, 3, seed=1)
    target = random_ids(2, 6, seed=2)
    source = torch.cat((long, F.pad(short, (0, 6), value=PAD)))
    together = decode(model, source, target)
    torch.testing.assert_close(together[:1], decode(model, long, target[:1]), atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(together[1:], decode(model, short, target[1:]), atol=1e-5, rtol=1e-5)


def test_target_padding_changes_no_result() -> None:
    model, source, target = toy_model(), random_ids(2, 5), random_ids(2, 6, seed=1)
    padded = decode(model, source, F.pad(target, (0, 3), value=PAD))
    torch.testing.assert_close(padded[:, :6], decode(model, source, target), atol=1e-5, rtol=1e-5)


@all_variants
def test_cached_equals_uncached_for_every_split(config: ModelConfig) -> None:
    model, target = toy_model(config), random_ids(2, 7, seed=1)
    source = random_ids(2, 6)
    source[1, 4:] = torch.tensor([EOS, PAD])
    mask = padding_mask(source, PAD)
    with torch.inference_mode():
        memory = model.encode(source, mask)
        expected = model.decode(target, memory, mask)[0]
        for split in range(1, 7):
            first, cache = model.decode(target[:, :split], memory, mask)
            second, cache = model.decode(target[:, split:], memory, mask, cache)
            torch.testing.assert_close(torch.cat((first, second), dim=1), expected, atol=2e-5, rtol=1e-5)
            assert cache[0].self_key.shape == (2, config.num_heads, 7, config.head_size)


def test_token_by_token_equals_uncached() -> None:
    model, source, target = toy_model(), random_ids(2, 6), random_ids(2, 12, seed=1)
    mask, cache, logits = padding_mask(source, PAD), None, []
    with torch.inference_mode():
        memory = model.encode(source, mask)
        for position in range(12):
            step, cache = model.decode(target[:, position : position + 1], memory, mask, cache)
            logits.append(step)
    torch.testing.assert_close(torch.cat(logits, dim=1), decode(model, source, target), atol=2e-5, rtol=1e-5)


def test_cross_keys_and_values_are_computed_once() -> None:
    model, source, target = toy_model(), random_ids(1, 4), random_ids(1, 2, seed=1)
    mask = padding_mask(source, PAD)
    with torch.inference_mode():
        _, cache = model.decode(target[:, :1], model.encode(source, mask), mask)
        _, longer = model.decode(target[:, 1:], torch.full((1, 4, TOY.d_model), math.nan), mask, cache)
    assert all(new.cross_key is old.cross_key for new, old in zip(longer, cache, strict=True))


def test_post_norm_adds_and_then_normalises() -> None:
    torch.manual_seed(0)
    residual = Residual(replace(TOY, norm_position="post")).eval()
    x, result = torch.randn(2, 5, TOY.d_model), torch.randn(2, 5, TOY.d_model)
    after = residual.after(x, result)
    torch.testing.assert_close(after, F.layer_norm(x + result, (TOY.d_model,)))
    torch.testing.assert_close(after.mean(dim=2), torch.zeros(2, 5), atol=1e-6, rtol=0)
    torch.testing.assert_close(after.var(dim=2, correction=0), torch.ones(2, 5), atol=1e-4, rtol=0)
    assert residual.before(x) is x


def test_pre_norm_normalises_what_the_sublayer_reads_and_then_adds() -> None:
    torch.manual_seed(0)
    residual = Residual(replace(TOY, norm_position="pre")).eval()
    x, result = torch.randn(2, 5, TOY.d_model), torch.randn(2, 5, TOY.d_model)
    torch.testing.assert_close(residual.before(x), F.layer_norm(x, (TOY.d_model,)))
    assert torch.equal(residual.after(x, result), x + result)


def test_the_embedding_is_scaled_and_is_the_output_projection() -> None:
    model, ids = toy_model(), torch.tensor([[5, 7]])
    expected = model.embedding.weight[ids[0]] * math.sqrt(TOY.d_model) + model.positions[:2]
    torch.testing.assert_close(model.embed(ids)[0], expected)
    states = torch.randn(3, TOY.d_model)
    torch.testing.assert_close(model.logits(states), states @ model.embedding.weight.T)


def test_more_tokens_than_positions_are_refused_with_both_numbers() -> None:
    model = toy_model(replace(TOY, max_positions=6))
    source, target = random_ids(1, 6), random_ids(1, 4, seed=1)
    with pytest.raises(ValueError, match="7 tokens do not fit into 6 positions"):
        model.embed(random_ids(1, 7))
    mask = padding_mask(source, PAD)
    with torch.inference_mode():
        memory = model.encode(source, mask)
        _, cache = model.decode(target, memory, mask)
        with pytest.raises(ValueError, match="8 tokens do not fit into 6 positions"):
            model.decode(target, memory, mask, cache)
