from pathlib import Path

import pytest

from export.metadata import metadata_from_recipe, read_text
from models.recipe import Recipe, RecipeError, read_recipe

RECIPES = Path(__file__).parents[2] / "models" / "recipes"


@pytest.fixture
def recipe() -> Recipe:
    return read_recipe(RECIPES / "en-de.toml")


def write_corpora(recipe: Recipe, data: Path) -> None:
    for number, table in enumerate(recipe.corpora, start=1):
        path = data / table.source.with_suffix("")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("line\n" * number)


def plain(recipe: Recipe) -> Recipe:
    """The same recipe with uncompressed files."""
    corpora = tuple(table.model_copy(update={"source": table.source.with_suffix("")}) for table in recipe.corpora)
    return recipe.model_copy(update={"corpora": corpora})


def test_recipe_becomes_metadata(recipe: Recipe, tmp_path: Path) -> None:
    write_corpora(recipe, tmp_path)
    metadata = metadata_from_recipe(plain(recipe), tmp_path, max_tokens=64, provenance={"steps": "7"})
    assert (metadata.name, metadata.task, metadata.licence) == (recipe.name, "translation", recipe.bundle.licence)
    assert [(pair.source, pair.target) for pair in metadata.pairs] == [("en", "de")]
    assert [corpus.pairs for corpus in metadata.corpora] == list(range(1, len(recipe.corpora) + 1))
    assert [corpus.attribution for corpus in metadata.corpora] == [table.attribution for table in recipe.corpora]
    assert (metadata.max_source_tokens, metadata.max_target_tokens) == (64, 64)
    assert metadata.comfortable_source_tokens == recipe.bundle.comfortable_source_tokens == 30
    assert metadata.provenance == {"steps": "7"}


def test_text_is_read_in_pairs(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one\ntwo\nthree\n")
    (tmp_path / "b").write_text("eins\nzwei\ndrei\n")
    text = read_text(tmp_path / "a", tmp_path / "b")
    assert text.first(2).targets == ("eins", "zwei")


def test_files_of_different_length_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one\ntwo\n")
    (tmp_path / "b").write_text("eins\n")
    with pytest.raises(RecipeError, match=r"has 2 lines but .* has 1"):
        read_text(tmp_path / "a", tmp_path / "b")
