"""The comparison of a training step with plain matrix products."""

from pathlib import Path

import pytest

from models.flops import BatchShape, training_products
from models.recipe import read_recipe
from models.throughput import Throughput, Timing, describe, main, measure
from tests.models.toys import write_recipe


def test_it_measures_the_batch_that_the_recipe_asks_for(tmp_path: Path) -> None:
    recipe = read_recipe(write_recipe(tmp_path))
    found = measure(recipe, source_tokens=6, target_tokens=9, steps=2)
    assert found.shape == BatchShape(rows=200 // 9, source=6, target=9)
    config = recipe.model.config(recipe.tokenizer.vocab_size)
    assert found.flops == sum(product.training_flops for product in training_products(config, found.shape))
    for timing in found.timings:
        assert timing.product_seconds > 0
        assert timing.step_seconds > 0
        assert timing.share == timing.product_seconds / timing.step_seconds


@pytest.mark.parametrize(("bf16", "kinds"), [(True, ["float32", "bfloat16"]), (False, ["float32"])])
def test_a_recipe_in_bfloat16_is_measured_in_float32_too(bf16: bool, kinds: list[str], tmp_path: Path) -> None:
    recipe = read_recipe(write_recipe(tmp_path))
    recipe = recipe.model_copy(update={"training": recipe.training.model_copy(update={"bf16": bf16})})
    found = measure(recipe, source_tokens=5, target_tokens=5, steps=1)
    assert [timing.kind for timing in found.timings] == kinds


def test_the_report_has_both_rates_and_the_share() -> None:
    plain, fast = Timing("float32", 0.5, 0.3), Timing("bfloat16", 0.2, 0.06)
    text = describe(Throughput(BatchShape(100, 14, 16), 60 * 10**9, [plain, fast]))
    assert "100 sentences, 14 source and 16 target tokens each: 60.0 GFLOP" in text
    assert "float32 plain products: 300 ms, 200.0 GFLOP/s" in text
    assert "float32 training step: 500 ms, 120.0 GFLOP/s, 3,200 target tokens/s" in text
    assert "float32 share of the plain rate: 60%" in text
    assert "bfloat16 share of the plain rate: 30%" in text
    assert "bfloat16 step beside float32 plain products: 150%" in text


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--source-tokens", "5", "--target-tokens", "5", "--steps", "1"]
    assert main([str(write_recipe(tmp_path)), *options]) == 0
    assert "share of the plain rate" in capsys.readouterr().out
    assert main([str(tmp_path / "absent.toml"), *options]) == 2
    assert "absent.toml" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([str(tmp_path / "recipe.toml"), "--steps", "0"])
