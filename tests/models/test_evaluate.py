"""`python -m models.evaluate`: a checkpoint or a bundle, one pair of files or a recipe's test sets."""

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from models.checkpoint import Checkpoint, save_checkpoint
from models.evaluate import main
from models.quality import score, translate_lines
from models.recipe import read_recipe
from tests.models.toys import write_data, write_recipe
from tests.tiny import random_model, tiny_tokenizer

PAIR = ("zh", "en")


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return tiny_tokenizer(PAIR)


@pytest.fixture
def checkpoint(tmp_path: Path, tokenizer: Tokenizer) -> Path:
    """The weights of the fp32 bundle, whose sources are composed and made simplified Chinese."""
    recipe = read_recipe(write_recipe(tmp_path, ("[bundle]", '[bundle]\nsource_normalization = ["nfc", "t2s"]')))
    model = random_model(tokenizer.get_vocab_size(), seed=0)
    save_checkpoint(tmp_path / "model", Checkpoint(model, tokenizer, recipe))
    return tmp_path / "model"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    sources, targets = tmp_path / "test.zh", tmp_path / "test.en"
    sources.write_text("他們昨天買了五朵花。\n我看见了三张照片。\n她\n", "utf-8")
    targets.write_text("They bought five flowers yesterday.\nI saw three photos.\nShe\n", "utf-8")
    return ["--source", str(sources), "--target", str(targets)]


def evaluate(arguments: list[str], folder: Path) -> list[dict[str, object]]:
    report = folder / "report.json"
    assert main([*arguments, "--json", str(report), "--threads", "1"]) == 0
    return json.loads(report.read_text("utf-8"))


def test_a_checkpoint_on_two_files(
    checkpoint: Path, files: list[str], tokenizer: Tokenizer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = evaluate([str(checkpoint), *files], tmp_path)
    simplified = ["他们昨天买了五朵花。", "我看见了三张照片。", "她"]
    hypotheses = translate_lines(random_model(tokenizer.get_vocab_size(), seed=0), tokenizer, simplified)
    expected = score(hypotheses, Path(files[3]).read_text("utf-8").split("\n")[:3])
    assert (found["bleu"], found["chrf"]) == (pytest.approx(expected.bleu), pytest.approx(expected.chrf))
    assert found["test_set"] == "test.zh"
    assert found["decoding"] == "greedy"
    assert found["sentences"] == 3
    assert found["bleu_signature"] == expected.bleu_signature
    shown = capsys.readouterr().out
    assert f"BLEU {expected.bleu_signature}" in shown
    assert f"chrF {expected.chrf_signature}" in shown
    assert f"{expected.chrf:.2f}" in shown


@pytest.mark.parametrize("beams", ["1", "2"])
def test_a_bundle_scores_like_the_checkpoint_it_was_made_from(
    checkpoint: Path, files: list[str], tiny_bundles: dict[str, Path], tmp_path: Path, beams: str
) -> None:
    (torch_row,) = evaluate([str(checkpoint), *files, "--beams", beams], tmp_path)
    (onnx_row,) = evaluate([str(tiny_bundles["fp32"]), *files, "--beams", beams], tmp_path)
    assert onnx_row["system"] == "tiny-zh-en (ONNX, fp32)"
    assert onnx_row["decoding"] == ("greedy" if beams == "1" else "beam 2")
    assert onnx_row | {"system": torch_row["system"]} == torch_row


def test_all_test_sets_of_a_recipe(checkpoint: Path, tmp_path: Path) -> None:
    data = write_data(tmp_path)
    two = '[tests.numbers]\nsource = "test.en"\ntarget = "test.de"\n'
    recipe = write_recipe(tmp_path, ("[tests.numbers]", f"{two}\n[tests.more]"))
    rows = evaluate([str(checkpoint), "--recipe", str(recipe), "--data", str(data)], tmp_path)
    assert [(row["test_set"], row["sentences"]) for row in rows] == [("numbers", 8), ("more", 8)]


@pytest.mark.parametrize(
    "arguments",
    [[], ["--source", "a"], ["--recipe", "a"], ["--source", "a", "--target", "b", "--recipe", "c", "--data", "d"]],
)
def test_half_or_double_instructions_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["model", *arguments])
    assert caught.value.code == 2
    assert "give either --source and --target, or --recipe and --data" in capsys.readouterr().err


def test_no_beams_are_refused(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["model", *files, "--beams", "0"])
    assert "0 is not 1 or more" in capsys.readouterr().err


def test_a_folder_that_holds_no_model(tmp_path: Path, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nothing"), *files]) == 2
    assert (
        "is neither a checkpoint (it has no config.json) nor a bundle (it has no bundle.json)"
        in capsys.readouterr().err
    )


def test_a_bundle_that_is_incomplete(
    tmp_path: Path, files: list[str], tiny_bundles: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = (tiny_bundles["fp32"] / "bundle.json").read_text("utf-8")
    (tmp_path / "bundle.json").write_text(manifest, "utf-8")
    assert main([str(tmp_path), *files]) == 2
    assert f"{tmp_path} holds no usable bundle: encoder.onnx is missing" in capsys.readouterr().err


def test_unequal_files(checkpoint: Path, tmp_path: Path, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path(files[3]).write_text("one\n", "utf-8")
    assert main([str(checkpoint), *files]) == 2
    assert "test.zh has 3 lines but" in capsys.readouterr().err


def test_a_line_that_is_too_long(checkpoint: Path, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path(files[1]).write_text("短\n" + "a b " * 64 + "\n短\n", "utf-8")
    assert main([str(checkpoint), *files]) == 2
    assert "test.zh: line 2 has" in capsys.readouterr().err
