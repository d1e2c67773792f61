"""`python -m models.train` on a corpus of numbers: what a run leaves behind, and what a kill changes (nothing)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from models import train
from models.checkpoint import load_checkpoint
from models.progress import TrainingDisplay
from models.trainer import StepReport
from tests.models.toys import same_weights, weights_of, write_data, write_recipe

ROOT = Path(__file__).parents[2]
# So short that every step ends in a checkpoint; then a run does not depend on the machine's speed.
EVERY_STEP = ("max_minutes = 1000", "max_minutes = 1000\ncheckpoint_minutes = 1e-9")


class Killed(BaseException):
    """Ends a run as a signal would: nothing in the code may catch it."""


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Curves take longer than all the rest here and have tests of their own."""
    monkeypatch.setattr(train, "draw_curves", lambda history, image: None)


def arguments(recipe: Path, data: Path, out: Path) -> list[str]:
    return [str(recipe), "--data", str(data), "--out", str(out)]


def model_of(out: Path) -> dict[str, torch.Tensor]:
    return weights_of(load_checkpoint(out / "model").model)


def history_of(out: Path) -> list[dict[str, float]]:
    return json.loads((out / "history.json").read_text("utf-8"))


def kill_at(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    update = TrainingDisplay.update

    def update_or_die(display: TrainingDisplay, report: StepReport) -> None:
        if display.trainer.progress.step == step:
            raise Killed
        update(display, report)

    monkeypatch.setattr(TrainingDisplay, "update", update_or_die)


def test_the_command_leaves_a_checkpoint_that_can_be_loaded(tmp_path: Path) -> None:
    recipe, data, out = write_recipe(tmp_path), write_data(tmp_path), tmp_path / "run"
    command = [sys.executable, "-m", "models.train", *arguments(recipe, data, out), "--threads", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "step 6: loss" in done.stdout
    assert "validation loss" in done.stdout
    checkpoint = load_checkpoint(out / "model")
    assert checkpoint.recipe.name == "numbers"
    assert checkpoint.model.config.vocab_size == checkpoint.tokenizer.get_vocab_size() <= 330
    (point,) = history_of(out)
    assert point["step"] == 6
    assert 0 < point["validation_loss"] < 7
    assert 0 <= point["validation_bleu"] <= 100
    assert (out / "curves.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("undrawn")
def test_training_lowers_the_validation_loss(tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path, ("max_steps = 6", "max_steps = 40\npeak_rate = 5e-3"), EVERY_STEP)
    data, out = write_data(tmp_path), tmp_path / "run"
    assert train.main(arguments(recipe, data, out)) == 0
    losses = [point["validation_loss"] for point in history_of(out)]
    assert len(losses) == 40
    assert losses[-1] < losses[0] - 1
    assert [point["step"] for point in history_of(out)] == list(range(1, 41))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("step", [1, 4, 6])
def test_killed_and_started_again_it_ends_with_the_same_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    recipe, data = write_recipe(tmp_path, EVERY_STEP), write_data(tmp_path)
    assert train.main(arguments(recipe, data, tmp_path / "unbroken")) == 0
    with monkeypatch.context() as patch:
        kill_at(patch, step)
        with pytest.raises(Killed):
            train.main(arguments(recipe, data, tmp_path / "killed"))
    assert train.main(arguments(recipe, data, tmp_path / "killed")) == 0
    assert same_weights(model_of(tmp_path / "killed"), model_of(tmp_path / "unbroken"))
    losses = [[point["validation_loss"] for point in history_of(tmp_path / name)] for name in ("killed", "unbroken")]
    assert losses[0] == losses[1]


@pytest.mark.usefixtures("undrawn")
def test_a_finished_run_started_again_stays_as_it_is(tmp_path: Path) -> None:
    """It took one more snapshot of the last weights, which moved the average."""
    recipe, data, out = write_recipe(tmp_path, EVERY_STEP), write_data(tmp_path), tmp_path / "run"
    assert train.main(arguments(recipe, data, out)) == 0
    before, history = model_of(out), history_of(out)
    assert train.main(arguments(recipe, data, out)) == 0
    assert same_weights(model_of(out), before)
    assert history_of(out) == history


@pytest.mark.usefixtures("undrawn")
def test_the_model_is_the_average_of_the_last_checkpoints(tmp_path: Path) -> None:
    recipe, data, out = write_recipe(tmp_path, EVERY_STEP), write_data(tmp_path), tmp_path / "run"
    assert train.main(arguments(recipe, data, out)) == 0
    snapshots = torch.load(out / "state.pt", weights_only=True)["snapshots"]
    assert len(snapshots) == 3
    for name, tensor in model_of(out).items():
        torch.testing.assert_close(tensor, sum(snapshot[name] for snapshot in snapshots) / 3)


def test_a_missing_corpus_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe, data = write_recipe(tmp_path), write_data(tmp_path)
    (data / "train.de").unlink()
    assert train.main(arguments(recipe, data, tmp_path / "run")) == 2
    assert "cannot read" in (error := capsys.readouterr().err)
    assert "train.de" in error


@pytest.mark.usefixtures("undrawn")
def test_the_folder_of_another_recipe_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = write_data(tmp_path)
    assert train.main(arguments(write_recipe(tmp_path), data, tmp_path / "run")) == 0
    wider = write_recipe(tmp_path, ("ffn_size = 64", "ffn_size = 80"))
    assert train.main(arguments(wider, data, tmp_path / "run")) == 2
    assert "is no state of this recipe, choose another folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "message"), [(["--max-minutes", "-1"], "-1 is not above 0"), (["--threads", "0"], "0 is not 1 or more")]
)
def test_a_senseless_option_is_refused(option: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train.main(["recipe.toml", "--data", "d", "--out", "o", *option])
    assert message in capsys.readouterr().err
