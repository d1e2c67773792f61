"""What a person sees of a run where there is no terminal: a line per validation and one every half minute."""

from pathlib import Path

import pytest
import torch

from models.progress import TrainingDisplay
from models.trainer import StepReport, Trainer
from models.transformer import Transformer
from tests.models.toys import TOY, toy_corpus, toy_plan, toy_training


@pytest.fixture
def trainer(tmp_path: Path) -> Trainer:
    torch.manual_seed(0)
    return Trainer(Transformer(TOY), toy_plan(toy_corpus(5)), toy_training(), tmp_path)


def test_the_first_step_sets_the_averages_and_later_ones_move_them(trainer: Trainer) -> None:
    with TrainingDisplay(trainer) as display:
        display.update(StepReport(loss=5.0, rate=1e-3, target_tokens=300, seconds=0.5))
        assert (display.loss, display.tokens_per_second) == (5.0, 600.0)
        display.update(StepReport(loss=4.0, rate=1e-3, target_tokens=500, seconds=0.5))
        assert display.loss == pytest.approx(4.98)
        assert display.tokens_per_second == pytest.approx(608.0)


def test_a_validation_is_a_line(trainer: Trainer, capsys: pytest.CaptureFixture[str]) -> None:
    trainer.progress.step, trainer.progress.seconds = 1200, 90.0
    with TrainingDisplay(trainer) as display:
        display.update(StepReport(loss=5.0, rate=1e-3, target_tokens=3000, seconds=0.5))
        display.show_validation(3.25, 17.5)
    expected = "1.5 min, epoch 1, step 1200: loss 5.000, 6,000 tokens/s, validation loss 3.250 BLEU 17.5"
    assert expected in capsys.readouterr().out
