"""Looks after the engines: one that broke or hangs takes the process with it, after an answer for everyone."""

import asyncio
from typing import Final

from service.api.loading import LoadedModel
from service.api.state import Service
from service.engine.worker import Worker

CHECK_S: Final = 0.5


class Watchdog:
    """Counts how often it finds an engine at the same step.

    It does not look at a clock: a process that was stopped for a while, or a machine that slept, has not hung.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._seen: dict[Worker, tuple[int | None, int]] = {}  # the step in progress, and how often it was seen

    async def run(self) -> None:
        """Look again and again, until there is trouble."""
        while not self.check():
            await asyncio.sleep(CHECK_S)

    def check(self) -> bool:
        """Look once; True when an engine was given up."""
        for model in self._service.models:
            reason = model.engine.trouble or self._stall(model)
            if reason:
                self._service.give_up(model, reason)
                return True
        return False

    def _stall(self, model: LoadedModel) -> str | None:
        timeout_s = self._service.settings.stall_timeout_s
        times = max(self._times_seen(worker) for worker in model.engine.workers)
        return f"a step has not ended for more than {timeout_s:g} s" if times * CHECK_S > timeout_s else None

    def _times_seen(self, worker: Worker) -> int:
        """How often in a row the worker was found at the step that it is at now."""
        current = worker.round_in_progress
        last, times = self._seen.get(worker, (None, 0))
        times = times + 1 if current is not None and current == last else 0
        self._seen[worker] = (current, times)
        return times
