"""Recipes: the ones that ship are usable, and a mistake is answered with the file, the field and what is wrong."""

from pathlib import Path

import pytest

from models import recipe as recipe_module
from models.config import MEDIUM
from models.recipe import RecipeError, read_recipe
from models.transformer import Transformer
from tests.models.toys import write_recipe

SHIPPED = sorted((Path(recipe_module.__file__).parent / "recipes").glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_recipes_are_valid(path: Path) -> None:
    recipe = read_recipe(path)
    assert recipe.name == path.stem
    assert recipe.model.config(recipe.tokenizer.vocab_size).max_positions >= recipe.training.max_tokens
    assert recipe.tests
    held_out = {recipe.validation.source, *(files.source for files in recipe.tests.values())}
    assert not held_out & {corpus.source for corpus in recipe.corpora}


def test_values_and_defaults(tmp_path: Path) -> None:
    recipe = read_recipe(write_recipe(tmp_path))
    config = recipe.model.config(330)
    assert (config.vocab_size, config.d_model, config.num_heads, config.head_size) == (330, 32, 2, 16)
    assert recipe.corpora[0].weight == 1.0
    assert recipe.bundle.source_normalization == ("nfc",)
    assert recipe.training.label_smoothing == 0.1


def test_a_preset_gives_every_size_and_may_be_changed(tmp_path: Path) -> None:
    sizes = ("d_model", "num_heads", "head_size", "ffn_size", "encoder_layers", "decoder_layers")
    text = write_recipe(tmp_path).read_text()
    kept = [line for line in text.splitlines() if not line.startswith(sizes)]
    path = tmp_path / "preset.toml"
    path.write_text("\n".join(kept).replace("[model]", '[model]\npreset = "medium"\nencoder_layers = 5'))
    config = read_recipe(path).model.config(330)
    assert (config.vocab_size, config.d_model, config.encoder_layers) == (330, MEDIUM.d_model, 5)


def test_the_medium_recipes_fit_into_a_bundle_that_ships() -> None:
    """One byte for each parameter, and the limit is 25 MB."""
    for path in SHIPPED:
        recipe = read_recipe(path)
        model = Transformer(recipe.model.config(recipe.tokenizer.vocab_size))
        assert sum(parameter.numel() for parameter in model.parameters()) < 22_000_000, path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("d_model = 32", "d_modell = 32"), "model.d_modell\n.*Extra inputs are not permitted"),
        (("num_heads = 2", ""), "model\n.*without a preset, num_heads must be given"),
        (("d_model = 32", 'preset = "huge"\nd_model = 32'), "model.preset\n.*'medium' or 'tiny'"),
        (("num_heads = 2", "num_heads = 0"), "model.num_heads\n.*greater than 0"),
        (("num_heads = 2", 'norm_position = "middle"\nnum_heads = 2'), "model.norm_position\n.*'pre' or 'post'"),
        (('licence = "CC0-1.0"\nattribution', "attribution"), "corpora.0.licence\n.*Field required"),
        (("max_minutes = 1000", "max_minutes = -1"), "training.max_minutes\n.*greater than 0"),
        (("warmup_steps = 2", "warmup_steps = 2\ndecay_share = 0"), "training.decay_share\n.*greater than 0"),
        (("warmup_steps = 2", "warmup_steps = 2\nlabel_smoothing = 1.0"), "training.label_smoothing\n.*less than 1"),
        (('pairs = [["en", "de"]]', 'pairs = [["en"]]'), "bundle.pairs.0.1\n.*Field required"),
        (("[model]", "[model"), "line 4"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    path = write_recipe(tmp_path, change)
    with pytest.raises(RecipeError, match=message) as caught:
        read_recipe(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"cannot read .*absent.toml: .*No such file"):
        read_recipe(tmp_path / "absent.toml")


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecipeError, match=r"recipe\.toml"):
        read_recipe(path)
