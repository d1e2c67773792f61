"""The training loop: teacher forcing with label-smoothed cross-entropy, Adam, and resumable state."""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from models.checkpoint import CheckpointError, average_weights
from models.corpus import Batch, BatchPlan
from models.files import replace_file
from models.loss import cross_entropy
from models.recipe import TrainingTable
from models.schedule import Progress, Schedule
from models.transformer import Transformer, padding_mask

STATE_NAME = "state.pt"


@dataclass(frozen=True, slots=True)
class StepReport:
    """What one optimiser step did. Loss in nats per target token, label smoothing included."""

    loss: float
    rate: float
    target_tokens: int
    seconds: float


def seed_everything(seed: int) -> None:
    """Make initialisation repeatable; batches and dropout draw from seeds of their own."""
    torch.manual_seed(seed)


class Trainer:
    """Owns model, optimiser and progress; `steps()` yields after every optimiser step."""

    def __init__(self, model: Transformer, plan: BatchPlan, table: TrainingTable, folder: Path) -> None:
        self.model = model
        self.plan = plan
        self.table = table
        self.folder = folder
        self.schedule = Schedule(table)
        self.progress = Progress()
        self.snapshots: list[dict[str, Tensor]] = []
        self.optimizer = torch.optim.AdamW(
            model.parameters(),
            lr=table.peak_rate,
            betas=table.betas,
            eps=1e-9,
            weight_decay=table.weight_decay,
            fused=True,
        )

    def steps(self) -> Iterator[StepReport]:
        """Train until the schedule ends, from wherever the progress stands."""
        progress = self.progress
        while not self.schedule.is_finished(progress):
            for batch in self.plan.iterate(progress.epoch, progress.batch, decaying=progress.has_decay_weights):
                # Asked before a step, so that a run resumed here decides as the unbroken one did.
                if self._begins_decay_epoch():
                    break
                yield self._step(batch)
                if self.schedule.is_finished(progress):
                    return
            progress.epoch += 1
            progress.batch = 0

    def _begins_decay_epoch(self) -> bool:
        """Whether the rate has begun to decay and the next epoch has to be drawn with other weights."""
        if self.progress.has_decay_weights or not self.schedule.is_decaying(self.progress):
            return False
        self.progress.has_decay_weights = True
        return self.plan.has_decay_weights

    def _step(self, batch: Batch) -> StepReport:
        started = time.perf_counter()
        rate = self.schedule.rate(self.progress)
        self.model.train()
        self.model.choose_dropout(self.progress.step)
        loss = self._loss(batch, self.table.label_smoothing)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.table.clip_norm)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return self._count(batch, loss.item(), rate, time.perf_counter() - started)

    def _count(self, batch: Batch, loss: float, rate: float, seconds: float) -> StepReport:
        tokens = batch.num_target_tokens
        self.progress.step += 1
        self.progress.batch += 1
        self.progress.seconds += seconds
        self.progress.target_tokens += tokens
        return StepReport(loss, rate, tokens, seconds)

    def _decoder_states(self, source: Tensor, target: Tensor) -> Tensor:
        mask = padding_mask(source, self.model.config.pad_id)
        with torch.autocast(source.device.type, dtype=torch.bfloat16, enabled=self.table.bf16):
            memory = self.model.encode(source, mask)
            return self.model.decoder_states(target, memory, mask)[0]

    def _loss(self, batch: Batch, smoothing: float) -> Tensor:
        kind = torch.bfloat16 if self.table.bf16 else torch.float32
        weight = self.model.embedding.weight
        batch = batch.to(weight.device)
        states = self._decoder_states(batch.source, batch.target_in).to(kind)
        return cross_entropy(states, weight.to(kind), batch.target_out, smoothing, self.model.config.pad_id)

    @torch.no_grad()
    def validation_loss(self, plan: BatchPlan) -> float:
        """Cross-entropy in nats per target token, without label smoothing and dropout."""
        self.model.eval()
        total, count = 0.0, 0
        for batch in plan.iterate(0, 0):
            tokens = batch.num_target_tokens
            total += float(self._loss(batch, smoothing=0.0)) * tokens
            count += tokens
        return total / count

    def note_validation(self, loss: float) -> None:
        """Begin the decay now when the loss has not improved for `patience` validations."""
        progress = self.progress
        is_better = loss < progress.best_loss
        progress.best_loss = min(loss, progress.best_loss)
        progress.validations_without_gain = 0 if is_better else progress.validations_without_gain + 1
        if progress.validations_without_gain >= self.table.patience and not self.schedule.is_decaying(progress):
            progress.decay_from = self.schedule.done(progress)

    def take_snapshot(self) -> None:
        """Remember the weights of now for the average of the last ones."""
        weights = {name: tensor.detach().clone() for name, tensor in self.model.state_dict().items()}
        self.snapshots = [*self.snapshots, weights][-self.table.average_last :]

    def load_average(self) -> None:
        """Replace the weights by the mean of the snapshots."""
        self.model.load_state_dict(average_weights(self.snapshots))

    def save(self) -> None:
        """Write everything that resuming needs; a kill during the write leaves the former state intact."""
        state = {
            "model": self.model.state_dict(),
            # The optimizer numbers its state by parameter; of another order, it would write beyond its arrays.
            "parameters": self._parameter_names(),
            "optimizer": self.optimizer.state_dict(),
            "progress": asdict(self.progress),
            "snapshots": self.snapshots,
        }
        replace_file(self.folder / STATE_NAME, lambda part: torch.save(state, part))

    def resume(self) -> bool:
        """Continue from the saved state if there is one. Raises CheckpointError for the state of another recipe."""
        path = self.folder / STATE_NAME
        if not path.exists():
            return False
        state: dict[str, Any] = torch.load(path, weights_only=True, map_location=self.model.embedding.weight.device)
        try:
            if state.get("parameters") != self._parameter_names():
                raise ValueError("its parameters stand in another order")
            self.model.load_state_dict(state["model"])
            self.optimizer.load_state_dict(state["optimizer"])
        except (RuntimeError, ValueError) as error:
            raise CheckpointError(f"{path} is no state of this recipe, choose another folder: {error}") from error
        self.progress = Progress(**state["progress"])
        self.snapshots = state["snapshots"]
        return True

    def _parameter_names(self) -> list[str]:
        return [name for name, _ in self.model.named_parameters()]
