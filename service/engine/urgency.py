"""How urgent the work is that a task asks an engine for.

Set once where a request comes in, it is valid for everything that is submitted on its behalf, however deep below and
however often: a sentence that is asked for again has the same deadline.
"""

import time
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final

from service.engine.request import GenerationRequest, Priority

_SHORTEST_S: Final = 0.001  # of a time that is over already: the engine then says so


@dataclass(frozen=True, slots=True)
class Urgency:
    """Who goes first, and until when it has to be done, on the clock `time.perf_counter`: `seconds` after it began."""

    priority: Priority = Priority.INTERACTIVE
    deadline: float | None = None
    seconds: float | None = None

    def apply(self, request: GenerationRequest) -> GenerationRequest:
        """The same request with this urgency."""
        seconds = None if self.deadline is None else max(_SHORTEST_S, self.deadline - time.perf_counter())
        return replace(request, priority=self.priority, max_seconds=seconds, allowed_seconds=self.seconds)


URGENCY: Final[ContextVar[Urgency | None]] = ContextVar("urgency", default=None)
