"""Whom an engine lets in, and what it tells of itself, whether it runs in this process or in another one."""

from dataclasses import asdict
from typing import Protocol

from service.engine.budget import TokenBudget
from service.engine.errors import QueueFull
from service.engine.registry import Registry
from service.engine.stats import Counters, EngineStats, RecentMean

_MIN_RETRY_S = 1.0
_MAX_RETRY_S = 60.0


class EngineView(Protocol):
    """What an engine is at. It may be from a moment ago."""

    counters: Counters
    durations: RecentMean

    @property
    def num_slots(self) -> int: ...
    @property
    def num_active(self) -> int: ...
    @property
    def num_running(self) -> int: ...
    @property
    def num_running_tokens(self) -> int: ...
    @property
    def max_source_tokens(self) -> int: ...


class Front:
    """The registry of an engine's requests, with what can be said of them. All methods may be called from any thread.

    Without a `budget` of tokens, which several engines can share, it takes the longest source from everybody.
    """

    def __init__(self, view: EngineView, *, max_waiting: int, budget: TokenBudget | None) -> None:
        if max_waiting < 1:
            raise ValueError(f"max_waiting must be at least 1, not {max_waiting}")
        self.view = view
        self.budget = budget or TokenBudget((view.num_slots + max_waiting) * view.max_source_tokens)
        self.registry = Registry(view.num_slots, max_waiting, self.budget)

    def check_room(self, num_requests: int, num_rows: int) -> None:
        """Raise QueueFull if so many requests of `num_rows` rows each could not be let in now."""
        if not self.registry.has_room(num_requests, num_rows):
            raise QueueFull(self.registry.num_in_excess, self.estimate_retry_s())

    def stats(self, *, is_healthy: bool) -> EngineStats:
        """What waits and runs now, and totals since the start."""
        return EngineStats(
            waiting=max(0, self.registry.num_present - self.view.num_running),
            waiting_tokens=max(0, self.registry.num_tokens - self.view.num_running_tokens),
            active=self.view.num_active,
            slots=self.view.num_slots,
            is_healthy=is_healthy,
            **asdict(self.view.counters),
        )

    def estimate_retry_s(self) -> float:
        """How long it takes until about everyone who waits now is running."""
        waves = 1 + self.registry.num_present / max(1, self.view.num_running)
        return min(max(waves * self.view.durations.value, _MIN_RETRY_S), _MAX_RETRY_S)
