"""`python -m export` from a checkpoint folder to a bundle folder."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer

from export.cli import main
from models.checkpoint import HISTORY_NAME, Checkpoint, save_checkpoint
from models.recipe import Recipe
from service.runtime.bundle import load_bundle
from tests.export.variants import make_model
from tests.grammar import make_sentences

FILES = {"source": "text.en", "target": "text.de"}
RECIPE: dict[str, Any] = {
    "name": "tiny-en-de",
    "model": {"d_model": 48, "num_heads": 2, "ffn_size": 80, "encoder_layers": 1, "decoder_layers": 1},
    "tokenizer": {"vocab_size": 300},
    "corpora": [{"name": "Grammar", "licence": "CC0-1.0", "attribution": "nobody", **FILES}],
    "validation": FILES,
    "tests": {"Grammar": FILES},
    "training": {"max_minutes": 1},
    "bundle": {"pairs": [["en", "de"]], "licence": "CC0-1.0", "description": "Sentences of one grammar."},
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of the recipe."""
    folder = tmp_path / "data"
    folder.mkdir()
    for language in ("en", "de"):
        lines = [getattr(sentence, language) for sentence in make_sentences(5)]
        (folder / f"text.{language}").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


@pytest.fixture
def checkpoint(tmp_path: Path, tokenizer: Tokenizer) -> Path:
    """A checkpoint as the training leaves it."""
    folder = tmp_path / "checkpoint"
    save_checkpoint(folder, Checkpoint(make_model(encoder_layers=1), tokenizer, Recipe.model_validate(RECIPE)))
    history = [{"step": 7, "minutes": 1.0, "target_tokens": 99}, {"step": 14, "minutes": 2.0, "target_tokens": 198}]
    (folder.parent / HISTORY_NAME).write_text(json.dumps(history))
    return folder


def test_checkpoint_becomes_a_bundle(
    checkpoint: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [str(checkpoint), str(tmp_path / "bundle"), "--precision", "fp32", "--data", str(data)]
    assert main([*arguments, "--max-tokens", "40"]) == 0
    manifest = load_bundle(tmp_path / "bundle").manifest
    assert (manifest.precision, manifest.limits.max_source_tokens) == ("fp32", 40)
    assert [(corpus.name, corpus.pairs) for corpus in manifest.corpora] == [("Grammar", 5)]
    assert [quality.test_set for quality in manifest.quality] == ["Grammar"]
    assert manifest.provenance["training_steps"] == "14"
    assert manifest.provenance["validation_sentences_identical_in_fp32"] == "5"
    assert capsys.readouterr().out.startswith(f"{tmp_path / 'bundle'}: tiny-en-de, fp32, ")


@pytest.mark.parametrize(("scales", "told"), [("calibrated", "calibrated"), ("row", "one per row")])
def test_int8_is_calibrated_on_the_validation_pairs_unless_every_row_is_to_be_scaled(
    scales: str, told: str, checkpoint: Path, data: Path, tmp_path: Path
) -> None:
    arguments = [str(checkpoint), str(tmp_path / "bundle"), "--data", str(data), "--max-tokens", "40"]
    assert main([*arguments, "--activation-scales", scales]) == 0
    manifest = load_bundle(tmp_path / "bundle").manifest
    assert (manifest.precision, manifest.provenance["activation_scales"]) == ("int8", told)


def test_a_folder_without_checkpoint_is_one_line_on_standard_error(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), str(tmp_path / "bundle"), "--data", str(data)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"not exported: {tmp_path} holds no usable checkpoint")
    assert error.count("\n") == 1
    assert not (tmp_path / "bundle").exists()


def test_a_model_that_fails_its_checks_is_not_exported(
    checkpoint: Path, data: Path, tokenizer: Tokenizer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = make_model(encoder_layers=1)
    with torch.no_grad():
        broken.get_parameter("encoder.0.attention.project.weight")[0, 0] = float("nan")
    save_checkpoint(checkpoint, Checkpoint(broken, tokenizer, Recipe.model_validate(RECIPE)))
    assert main([str(checkpoint), str(tmp_path / "bundle"), "--data", str(data), "--precision", "fp32"]) == 1
    assert "the fp32 graphs differ from PyTorch" in capsys.readouterr().err
    assert not (tmp_path / "bundle").exists()


def test_paths_to_the_data_are_required(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["checkpoint", "bundle"])
    assert "--data" in capsys.readouterr().err
