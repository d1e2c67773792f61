"""Several engines for one model, each with a thread and rows of its own: together they use all CPUs.

Decoder steps of small models gain little from a second thread within a step, and nearly double when two steps run side
by side.
"""

from collections.abc import Sequence
from dataclasses import fields

from service.engine.stats import EngineStats
from service.engine.worker import Worker


class EnginePool:
    """Engines that take requests in turn, the one with the fewest first. All methods may be called from any thread."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        if not workers:
            raise ValueError("a pool needs at least 1 engine")
        self._workers = tuple(workers)

    @property
    def workers(self) -> Sequence[Worker]:
        """The engines."""
        return self._workers

    @property
    def is_healthy(self) -> bool:
        """Whether every engine works: one that broke would go on refusing its share of the requests."""
        return all(worker.is_healthy for worker in self._workers)

    def max_open(self, num_rows: int) -> int:
        """How many requests of `num_rows` rows each may be open at once."""
        return sum(worker.max_open(num_rows) for worker in self._workers)

    @property
    def max_open_tokens(self) -> int:
        """How many tokens the sources of the open requests may have. A budget that engines share counts once."""
        return sum(budget.limit for budget in {worker.budget for worker in self._workers})

    def check_room(self, num_requests: int, num_rows: int) -> None:
        """Raise QueueFull if so many requests of `num_rows` rows each would not be let in now.

        Much cheaper than to prepare them first. They are taken for evenly divided, so the engines have the last word.
        """
        self.least_busy().check_room(max(1, num_requests // len(self._workers)), num_rows)

    def least_busy(self) -> Worker:
        """The engine with the fewest rows asked for, the first of several."""
        return min(self._workers, key=lambda worker: worker.num_open_rows)

    @property
    def trouble(self) -> str | None:
        """Why an engine is of no use any more; None while all of them work."""
        return next((worker.trouble for worker in self._workers if worker.trouble), None)

    def abandon(self, reason: str) -> None:
        """Fail everything that is open, without the engines' help."""
        for worker in self._workers:
            worker.abandon(reason)

    def start(self) -> None:
        """Start taking requests."""
        for worker in self._workers:
            worker.start()

    def stop(self, timeout_s: float | None = None, *, reason: str = "it was stopped") -> bool:
        """Fail what is open and end the threads. False if one has not ended within `timeout_s`. May be called again."""
        return all([worker.stop(timeout_s, reason=reason) for worker in self._workers])

    def stats(self) -> EngineStats:
        """What waits and runs now, and totals since the start, of all engines together."""
        parts = [worker.stats() for worker in self._workers]
        totals = {field.name: sum(getattr(part, field.name) for part in parts) for field in fields(EngineStats)}
        return EngineStats(**(totals | {"is_healthy": self.is_healthy}))
