"""A checkpoint is read back as it was written, and a broken one is named."""

import json
from pathlib import Path

import pytest
import torch

from models.checkpoint import (
    CONFIG_NAME,
    RECIPE_NAME,
    TOKENIZER_NAME,
    WEIGHTS_NAME,
    Checkpoint,
    CheckpointError,
    average_weights,
    load_checkpoint,
    save_checkpoint,
)
from models.recipe import read_recipe
from models.tokenizer import train_tokenizer
from tests.models.toys import toy_model, write_recipe


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Checkpoint]:
    tokenizer = train_tokenizer(["one two three", "eins zwei drei"], 290)
    checkpoint = Checkpoint(toy_model(), tokenizer, read_recipe(write_recipe(tmp_path)))
    save_checkpoint(tmp_path / "run" / "model", checkpoint)
    return tmp_path / "run" / "model", checkpoint


def test_round_trip(saved: tuple[Path, Checkpoint]) -> None:
    folder, checkpoint = saved
    loaded = load_checkpoint(folder)
    assert loaded.model.config == checkpoint.model.config
    assert loaded.recipe == checkpoint.recipe
    assert loaded.tokenizer.to_str() == checkpoint.tokenizer.to_str()
    assert not loaded.model.training
    expected = checkpoint.model.state_dict()
    assert all(torch.equal(tensor, expected[name]) for name, tensor in loaded.model.state_dict().items())
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [CONFIG_NAME, RECIPE_NAME, TOKENIZER_NAME, WEIGHTS_NAME]
    )


def test_special_tokens_in_a_text_are_text(saved: tuple[Path, Checkpoint]) -> None:
    loaded = load_checkpoint(saved[0])
    assert not {0, 1, 2} & set(loaded.tokenizer.encode("</s><pad>").ids)


def test_an_existing_checkpoint_is_replaced(saved: tuple[Path, Checkpoint]) -> None:
    folder, checkpoint = saved
    other = toy_model(seed=1)
    save_checkpoint(folder, Checkpoint(other, checkpoint.tokenizer, checkpoint.recipe))
    assert torch.equal(load_checkpoint(folder).model.embedding.weight, other.embedding.weight)


@pytest.mark.parametrize("name", [CONFIG_NAME, RECIPE_NAME, TOKENIZER_NAME, WEIGHTS_NAME])
def test_a_missing_file_is_named(saved: tuple[Path, Checkpoint], name: str) -> None:
    folder, _ = saved
    (folder / name).unlink()
    with pytest.raises(CheckpointError, match=f"{folder} holds no usable checkpoint: .*{name}"):
        load_checkpoint(folder)


@pytest.mark.parametrize("name", [CONFIG_NAME, RECIPE_NAME, TOKENIZER_NAME, WEIGHTS_NAME])
def test_a_file_that_was_cut_off_is_refused(saved: tuple[Path, Checkpoint], name: str) -> None:
    folder, _ = saved
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(CheckpointError, match="holds no usable checkpoint"):
        load_checkpoint(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ffn_size": 48}, "size mismatch for encoder.0.feed_forward.inner.weight"),
        ({"encoder_layers": 3}, "Missing key.*encoder.2"),
        ({"d_modell": 24}, "unexpected keyword argument 'd_modell'"),
        ({"dropout": 2.0}, "dropout must be in"),
    ],
)
def test_a_configuration_that_does_not_fit_the_weights(
    saved: tuple[Path, Checkpoint], change: dict[str, float], message: str
) -> None:
    folder, _ = saved
    config = json.loads((folder / CONFIG_NAME).read_text())
    (folder / CONFIG_NAME).write_text(json.dumps(config | change))
    with pytest.raises(CheckpointError, match=f"(?s){message}"):
        load_checkpoint(folder)


def test_averaging() -> None:
    snapshots = [{"w": torch.tensor([1.0, 2.0])}, {"w": torch.tensor([2.0, 4.0])}, {"w": torch.tensor([6.0, 0.0])}]
    assert average_weights(snapshots)["w"].tolist() == [3.0, 2.0]


def test_nothing_has_no_average() -> None:
    with pytest.raises(ValueError, match="nothing to average"):
        average_weights([])
