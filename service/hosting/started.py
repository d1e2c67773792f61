"""Engines of one model that take requests, and how much they take."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.budget import TokenBudget
from service.engine.stats import EngineObserver
from service.engine.worker import Worker


@dataclass(frozen=True, slots=True)
class Admission:
    """How much each worker lets wait, and who is told what they do."""

    max_waiting: int
    budget: TokenBudget
    observer: EngineObserver


@dataclass(frozen=True, slots=True)
class Started:
    """Workers, and what they really run on."""

    workers: Sequence[Worker]
    provider: str
    threads: int  # of each
