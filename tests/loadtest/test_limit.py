"""The floor counts every multiplication by a weight, once for each time that it is done."""

from collections import Counter
from dataclasses import replace

import pytest

from loadtest.limit import FASTEST, Limit, decoder_products, encoder_products, goal_seconds
from models.config import ModelConfig
from models.transformer import Transformer
from tests.loadtest.samples import CELL, cell_result
from tests.models.toys import TOY


@pytest.mark.parametrize("config", [TOY, replace(TOY, encoder_layers=3, head_size=10)], ids=["square", "wide heads"])
def test_products_are_all_matrices_of_the_model(config: ModelConfig) -> None:
    """The embedding stands for itself as the output projection."""
    model = Transformer(config)
    expected = sum(parameter.numel() for parameter in model.parameters() if parameter.dim() == 2)
    found = Counter(decoder_products(config)) + Counter(encoder_products(config))
    assert sum(inputs * outputs * count for (inputs, outputs), count in found.items()) == expected


def test_shares_and_rates_are_of_the_same_work() -> None:
    limit = Limit("m", CELL, seconds=2.0, goal_s=1.0, floors={"onednn": 0.5, FASTEST: 0.4}, operations=4e9)
    assert limit.share("onednn") == 0.25
    assert limit.share(FASTEST) == 0.2
    assert limit.achieved_gops == 2
    assert limit.rate_gops("onednn") == 8


def test_the_time_that_is_required_is_that_of_the_hardest_goal() -> None:
    """As fast as CTranslate2, and eight times as fast as transformers."""
    assert goal_seconds(cell_result(ours=300, theirs=200, transformers=30), 2.0) == pytest.approx(2.0 * 10 / 8)
    assert goal_seconds(cell_result(ours=300, theirs=400, transformers=30), 2.0) == pytest.approx(2.0 * 300 / 400)
