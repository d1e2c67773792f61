"""What the engine did and is doing, for metrics. The engine itself knows no metrics library."""

from dataclasses import dataclass
from typing import Protocol

from service.engine.events import Cancelled, Failed, Finished, TerminalEvent


class EngineObserver(Protocol):
    """Told about every run as it happens, on the engine's thread; must return quickly and not raise."""

    def encoded(self, *, num_sources: int, num_tokens: int, duration_s: float) -> None:
        """One encoder run over `num_sources` sources with `num_tokens` tokens together."""

    def stepped(self, *, num_rows: int, duration_s: float) -> None:
        """One decoder step of `num_rows` rows, token choice included."""

    def moved(self, *, num_rows: int, duration_s: float) -> None:
        """Caches of `num_rows` rows were copied: into gaps, or (within a step) where a beam has several heirs."""

    def ended(self, event: TerminalEvent) -> None:
        """A request has come to its end."""


@dataclass(slots=True)
class Counters:
    """Totals since the start; only the engine writes them."""

    encoder_runs: int = 0
    steps: int = 0
    source_tokens: int = 0
    generated_tokens: int = 0  # of all rows: each beam counts
    finished: int = 0
    cancelled: int = 0
    failed: int = 0

    def count(self, ending: TerminalEvent) -> None:
        """Count one terminal event."""
        match ending:
            case Finished():
                self.finished += 1
            case Cancelled():
                self.cancelled += 1
            case Failed():
                self.failed += 1


@dataclass(slots=True)
class RecentMean:
    """Mean of the values so far; after the first ten, older ones fade."""

    value: float = 0.0
    num_values: int = 0

    def add(self, value: float) -> None:
        """Take one more value into account."""
        self.num_values += 1
        self.value += (value - self.value) / min(self.num_values, 10)


@dataclass(frozen=True, slots=True)
class EngineStats:
    """A snapshot: what waits and runs now, and totals since the start."""

    waiting: int  # requests
    waiting_tokens: int  # of their sources
    active: int  # rows in use
    slots: int  # rows that there are
    is_healthy: bool
    encoder_runs: int
    steps: int
    source_tokens: int
    generated_tokens: int
    finished: int
    cancelled: int
    failed: int
