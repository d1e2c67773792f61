"""How far a run is, and the learning rate there: warm-up, constant, then linear decay to zero."""

from dataclasses import dataclass

from models.recipe import TrainingTable


@dataclass(slots=True)
class Progress:
    """Where a run stands; saved with every checkpoint. Seconds count training only, over all resumes."""

    step: int = 0
    epoch: int = 0
    batch: int = 0
    seconds: float = 0.0
    target_tokens: int = 0
    decay_from: float | None = None
    has_decay_weights: bool = False  # whether this epoch was drawn with the corpora's decay weights
    best_loss: float = float("inf")
    validations_without_gain: int = 0


class Schedule:
    """Reads the share done and the rate off a Progress."""

    def __init__(self, table: TrainingTable) -> None:
        self.table = table

    def done(self, progress: Progress) -> float:
        """Share of the budget used, the larger of minutes and steps; 1 and above: the end."""
        share = progress.seconds / 60 / self.table.max_minutes
        return max(share, progress.step / self.table.max_steps) if self.table.max_steps else share

    def decay_start(self, progress: Progress) -> float:
        """Share at which the decay begins: planned, or earlier where validation stopped improving."""
        return progress.decay_from if progress.decay_from is not None else 1.0 - self.table.decay_share

    def is_finished(self, progress: Progress) -> bool:
        """Whether the decay has reached zero."""
        return self.done(progress) >= self.decay_start(progress) + self.table.decay_share

    def is_decaying(self, progress: Progress) -> bool:
        """Whether the decay has begun."""
        return self.done(progress) > self.decay_start(progress)

    def rate(self, progress: Progress) -> float:
        """Learning rate of the next step."""
        warm = min(1.0, (progress.step + 1) / self.table.warmup_steps)
        if not self.is_decaying(progress):
            return self.table.peak_rate * warm
        left = (self.decay_start(progress) + self.table.decay_share - self.done(progress)) / self.table.decay_share
        return self.table.peak_rate * warm * max(0.0, left)
