"""The fast model against the slow oracle, for every kind of model."""

import pytest
import torch

from models.config import ModelConfig
from models.reference import Reference
from models.search import greedy
from models.transformer import padding_mask
from tests.models.toys import BOS, PAD, TOY, VARIANTS, random_sources, search_model, toy_model, variant_name


@pytest.mark.parametrize("config", VARIANTS, ids=variant_name)
def test_memory_and_logits_agree(config: ModelConfig) -> None:
    model, oracle = toy_model(config), Reference(toy_model(config))
    target = [BOS, 9, 4, 17, 4, 11]
    for source in random_sources(3):
        ids = torch.tensor([source])
        mask = padding_mask(ids, PAD)
        with torch.inference_mode():
            memory = model.encode(ids, mask)
            logits, _ = model.decode(torch.tensor([target]), memory, mask)
        torch.testing.assert_close(memory[0].double(), oracle.encode(source), atol=5e-5, rtol=1e-4)
        torch.testing.assert_close(logits[0].double(), oracle.logits(source, target), atol=5e-5, rtol=1e-4)


def test_greedy_search_with_cache_and_batch_is_the_oracles() -> None:
    model, sources = search_model(), random_sources(6)
    oracle = Reference(model)
    limits = [min(2 * len(source) + 20, TOY.max_positions) for source in sources]
    expected = [oracle.greedy(source, limit) for source, limit in zip(sources, limits, strict=True)]
    assert greedy(model, sources) == expected


def test_the_oracle_stops_before_the_end_token_or_at_its_limit() -> None:
    oracle = Reference(search_model())
    ended = oracle.greedy([5, 2], 38)
    assert len(ended) < 38
    assert oracle.greedy([5, 2], len(ended) + 1) == ended
    assert oracle.greedy([5, 2], len(ended) - 1) == ended[:-1]
