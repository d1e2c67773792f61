"""The training loop: it learns, and stopping it anywhere changes nothing."""

from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path

import pytest
import torch
from torch.nn import functional as F

from models.checkpoint import CheckpointError
from models.config import ModelConfig
from models.recipe import TrainingTable
from models.trainer import STATE_NAME, StepReport, Trainer
from models.transformer import Transformer, padding_mask
from tests.models.toys import PAD, TOY, same_weights, toy_corpus, toy_plan, toy_training, weights_of

SMALL = replace(TOY, encoder_layers=1, decoder_layers=1)
STEPS = 8


def make_trainer(
    folder: Path, table: TrainingTable, config: ModelConfig = SMALL, decay_weight: float | None = None
) -> Trainer:
    torch.manual_seed(0)
    # Twelve pairs in batches of 60 tokens are two batches: eight steps cross several ends of an epoch.
    return Trainer(Transformer(config), toy_plan(toy_corpus(12, decay_weight=decay_weight)), table, folder)


def untimed(reports: list[StepReport]) -> list[StepReport]:
    return [replace(report, seconds=0.0) for report in reports]


def test_it_learns_a_small_corpus_by_heart(tmp_path: Path) -> None:
    table = toy_training(max_steps=80, peak_rate=1e-2, label_smoothing=0.0)
    reports = list(make_trainer(tmp_path, table).steps())
    assert reports[0].loss > 3
    assert reports[-1].loss < 0.3 * reports[0].loss


def test_an_epoch_with_the_decay_weights_begins_with_the_decay(tmp_path: Path) -> None:
    """Twelve pairs three times over fill ten batches; once the rate decays (step 2 of 4), only a few."""
    table = toy_training(max_steps=4, decay_share=0.5)
    trainer = Trainer(Transformer(SMALL), toy_plan(toy_corpus(12, weight=3.0, decay_weight=0.25)), table, tmp_path)
    tokens = [report.target_tokens for report in trainer.steps()]
    assert trainer.progress.has_decay_weights
    assert trainer.progress.epoch > 0
    plan = trainer.plan
    early = [plan.load(batch).num_target_tokens for batch in plan.epoch(0)]
    late = [plan.load(batch).num_target_tokens for batch in plan.epoch(1, decaying=True)]
    assert tokens[:3] == early[:3]
    assert tokens[3] == late[0]


@pytest.mark.parametrize("bf16", [False, True], ids=["float32", "bfloat16"])
def test_stopped_after_any_step_and_resumed_it_is_bit_identical(tmp_path: Path, bf16: bool) -> None:
    """Dropout is on, and the eight steps cross ends of epochs, warm-up and the beginning of the decay."""
    table, config = toy_training(max_steps=STEPS, bf16=bf16), replace(SMALL, dropout=0.2)
    unbroken = make_trainer(tmp_path, table, config, 2.0)
    expected = list(unbroken.steps())
    assert len(expected) == STEPS
    assert unbroken.progress.epoch >= 2
    assert unbroken.progress.has_decay_weights
    for stop in range(1, STEPS + 1):
        folder = tmp_path / str(stop)
        folder.mkdir()
        first = make_trainer(folder, table, config, 2.0)
        reports = list(islice(first.steps(), stop))
        first.save()
        second = make_trainer(folder, table, config, 2.0)
        assert second.resume()
        reports += second.steps()
        assert untimed(reports) == untimed(expected)
        assert same_weights(weights_of(second.model), weights_of(unbroken.model))
        progress = asdict(second.progress) | {"seconds": unbroken.progress.seconds}
        assert progress == asdict(unbroken.progress)


def test_steps_after_the_last_save_are_made_again(tmp_path: Path) -> None:
    """Killed between two saves: the resumed run goes back to the save and takes the same way."""
    table = toy_training(max_steps=STEPS)
    unbroken = make_trainer(tmp_path, table)
    expected = list(unbroken.steps())
    killed = make_trainer(tmp_path, table)
    for report in killed.steps():
        if killed.progress.step == 3:
            killed.save()
        if killed.progress.step == 6:
            assert report.loss == expected[5].loss
            break
    resumed = make_trainer(tmp_path, table)
    assert resumed.resume()
    assert untimed(list(resumed.steps())) == untimed(expected[3:])
    assert same_weights(weights_of(resumed.model), weights_of(unbroken.model))


def test_a_kill_while_the_state_is_written_leaves_the_former_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer = make_trainer(tmp_path, toy_training())
    steps = trainer.steps()
    next(steps)
    trainer.save()
    next(steps)

    def write_half(state: object, path: Path) -> None:
        path.write_bytes(b"PK")
        raise KeyboardInterrupt

    monkeypatch.setattr(torch, "save", write_half)
    with pytest.raises(KeyboardInterrupt):
        trainer.save()
    resumed = make_trainer(tmp_path, toy_training())
    assert resumed.resume()
    assert resumed.progress.step == 1


def test_without_a_state_there_is_nothing_to_resume(tmp_path: Path) -> None:
    assert not make_trainer(tmp_path, toy_training()).resume()


def test_the_state_of_another_recipe_is_refused(tmp_path: Path) -> None:
    make_trainer(tmp_path, toy_training()).save()
    with pytest.raises(CheckpointError, match=f"{STATE_NAME} is no state of this recipe, choose another folder"):
        make_trainer(tmp_path, toy_training(), replace(SMALL, ffn_size=48)).resume()


def test_a_state_whose_parameters_stand_in_another_order_is_refused(tmp_path: Path) -> None:
    """The optimizer knows parameters by number only: it once wrote beyond its arrays and the process crashed."""
    trainer = make_trainer(tmp_path, toy_training(max_steps=1))
    list(trainer.steps())
    trainer.save()
    state = torch.load(tmp_path / STATE_NAME, weights_only=True)
    state["parameters"].reverse()
    torch.save(state, tmp_path / STATE_NAME)
    with pytest.raises(CheckpointError, match="its parameters stand in another order"):
        make_trainer(tmp_path, toy_training(max_steps=2)).resume()


def test_every_step_uses_the_scheduled_rate_and_counts_real_tokens(tmp_path: Path) -> None:
    trainer = make_trainer(tmp_path, toy_training(max_steps=6, warmup_steps=3, peak_rate=1e-3, decay_share=0.5))
    reports = list(trainer.steps())
    assert [report.rate for report in reports] == pytest.approx([1e-3 / 3, 2e-3 / 3, 1e-3, 1e-3, 2e-3 / 3, 1e-3 / 3])
    batches = [batch for epoch in range(6) for batch in trainer.plan.iterate(epoch, 0)][:6]
    assert [report.target_tokens for report in reports] == [batch.num_target_tokens for batch in batches]
    assert trainer.progress.target_tokens == sum(report.target_tokens for report in reports)


def test_every_step_drops_other_units(tmp_path: Path) -> None:
    trainer = make_trainer(tmp_path, toy_training(max_steps=5), replace(SMALL, dropout=0.5))
    windows = [trainer.model.dropout.start for _ in trainer.steps()]
    assert len(set(windows)) == 5


def test_gradients_are_clipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = make_trainer(tmp_path, toy_training(clip_norm=0.01))
    norms = []

    def observe(optimizer: torch.optim.Optimizer, *_: object) -> None:
        gradients = [p.grad for group in optimizer.param_groups for p in group["params"]]
        norms.append(torch.cat([gradient.flatten() for gradient in gradients]).norm().item())

    trainer.optimizer.register_step_pre_hook(observe)
    next(trainer.steps())
    assert norms == [pytest.approx(0.01, rel=1e-3)]


def test_validation_loss_is_plain_cross_entropy_per_token(tmp_path: Path) -> None:
    trainer = make_trainer(tmp_path, toy_training(label_smoothing=0.3), replace(SMALL, dropout=0.5))
    plan = toy_plan(toy_corpus(9, seed=5))
    model, losses = trainer.model.eval(), []
    with torch.no_grad():
        for batch in plan.iterate(0, 0):
            mask = padding_mask(batch.source, PAD)
            logits, _ = model.decode(batch.target_in, model.encode(batch.source, mask), mask)
            loss = F.cross_entropy(logits.flatten(0, 1), batch.target_out.flatten(), ignore_index=PAD, reduction="none")
            losses += loss[batch.target_out.flatten() != PAD].tolist()
    assert len(losses) == sum(plan.corpora[0].targets.lengths) + 9
    assert trainer.validation_loss(plan) == pytest.approx(sum(losses) / len(losses), rel=1e-4)


def test_the_decay_begins_when_validation_has_stopped_improving(tmp_path: Path) -> None:
    table = toy_training(max_steps=1000, warmup_steps=1, peak_rate=1.0, decay_share=0.01, patience=2)
    trainer = make_trainer(tmp_path, table)
    trainer.progress.step = 300
    for loss in (3.0, 2.5, 2.6, 2.4, 2.4):
        trainer.note_validation(loss)
        assert trainer.progress.decay_from is None
    trainer.note_validation(2.7)
    assert trainer.progress.decay_from == 0.3
    assert trainer.progress.best_loss == 2.4
    rates = [report.rate for report in trainer.steps()]
    assert rates == pytest.approx([1 - i / 10 for i in range(10)])
    assert trainer.progress.step == 310


def test_a_decay_that_has_begun_is_not_begun_again(tmp_path: Path) -> None:
    trainer = make_trainer(tmp_path, toy_training(max_steps=100, patience=1))
    trainer.progress.step = 80
    trainer.note_validation(1.0)
    trainer.note_validation(2.0)
    assert trainer.progress.decay_from is None


def test_the_average_is_the_mean_of_the_last_snapshots(tmp_path: Path) -> None:
    trainer = make_trainer(tmp_path, toy_training(max_steps=4, average_last=3))
    taken = []
    for _ in trainer.steps():
        trainer.take_snapshot()
        taken.append(weights_of(trainer.model))
    assert len(trainer.snapshots) == 3
    trainer.load_average()
    for name, tensor in trainer.model.state_dict().items():
        torch.testing.assert_close(tensor, (taken[1][name] + taken[2][name] + taken[3][name]) / 3)


def test_snapshots_survive_a_stop(tmp_path: Path) -> None:
    trainer = make_trainer(tmp_path, toy_training(average_last=2))
    for _ in islice(trainer.steps(), 3):
        trainer.take_snapshot()
    trainer.save()
    resumed = make_trainer(tmp_path, toy_training(average_last=2))
    assert resumed.resume()
    assert [same_weights(a, b) for a, b in zip(resumed.snapshots, trainer.snapshots, strict=True)] == [True, True]
