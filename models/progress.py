"""What a person sees of a run: a progress bar with loss, speed, validation BLEU and time left."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from models.trainer import StepReport, Trainer

SMOOTHING = 0.98
LOG_SECONDS = 30.0


class TrainingDisplay:
    """A rich progress bar on a terminal; a line now and then elsewhere."""

    def __init__(self, trainer: Trainer) -> None:
        self.trainer = trainer
        self.console = Console()
        self.loss = 0.0
        self.tokens_per_second = 0.0
        self.validation = "-"
        self._last_line = time.monotonic()
        self._bar = Progress(
            TextColumn("epoch {task.fields[epoch]} step {task.fields[step]}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("loss {task.fields[loss]:.3f}  {task.fields[speed]:,.0f} tokens/s  {task.fields[validation]}"),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self._task = self._bar.add_task("train", total=1.0, epoch=0, step=0, loss=0.0, speed=0.0, validation="-")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def update(self, report: StepReport) -> None:
        """Take one optimiser step into the running averages and redraw."""
        speed = report.target_tokens / report.seconds
        keep = SMOOTHING if self.loss else 0.0
        self.loss = keep * self.loss + (1 - keep) * report.loss
        self.tokens_per_second = keep * self.tokens_per_second + (1 - keep) * speed
        progress, schedule = self.trainer.progress, self.trainer.schedule
        end = schedule.decay_start(progress) + schedule.table.decay_share
        self._bar.update(
            self._task,
            completed=schedule.done(progress) / end,
            epoch=progress.epoch + 1,
            step=progress.step,
            loss=self.loss,
            speed=self.tokens_per_second,
            validation=self.validation,
        )
        if not self.console.is_terminal and time.monotonic() - self._last_line > LOG_SECONDS:
            self._line(report.rate)

    def show_validation(self, loss: float, bleu: float) -> None:
        """Show the newest validation figures."""
        self.validation = f"validation loss {loss:.3f} BLEU {bleu:.1f}"
        if not self.console.is_terminal:
            self._line(None)

    def _line(self, rate: float | None) -> None:
        self._last_line = time.monotonic()
        progress = self.trainer.progress
        text = f"{progress.seconds / 60:.1f} min, epoch {progress.epoch + 1}, step {progress.step}: "
        text += f"loss {self.loss:.3f}, {self.tokens_per_second:,.0f} tokens/s, {self.validation}"
        self.console.print(text if rate is None else f"{text}, rate {rate:.2e}", highlight=False, soft_wrap=True)
