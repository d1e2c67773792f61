"""Engines of one model that take requests, and how much they take."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.budget import TokenBudget
from service.engine.stats import EngineObserver
from service.engine.worker import Worker


@dataclass(frozen=True, slots=True)
class Admission:
    """How much all workers together let wait, and who is told what they do."""

    max_waiting: int
    budget: TokenBudget
    observer: EngineObserver

    def max_waiting_of_each(self, num_workers: int) -> int:
        """The share of each worker that there really is: a device has one, however many were asked for."""
        return -(-self.max_waiting // num_workers)


@dataclass(frozen=True, slots=True)
class Started:
    """Workers, and what they really run on."""

    workers: Sequence[Worker]
    provider: str
    threads: int  # of each
