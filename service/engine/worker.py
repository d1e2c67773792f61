"""What a pool needs of an engine: one with a thread of this process, or one in a process of its own."""

from collections.abc import Callable
from typing import Protocol

from service.engine.budget import TokenBudget
from service.engine.events import Sink
from service.engine.request import GenerationRequest
from service.engine.stats import EngineStats

Command = Callable[[], None]


class Worker(Protocol):
    """An engine that takes requests. All methods may be called from any thread."""

    @property
    def budget(self) -> TokenBudget:
        """Source tokens that may be open, shared by the engines of a model."""

    @property
    def trouble(self) -> str | None:
        """What has gone wrong with it for good; None while it works."""

    @property
    def round_in_progress(self) -> int | None:
        """The number of the step that it is at work on; None while it has nothing to do."""

    @property
    def is_healthy(self) -> bool:
        """Whether it runs and nothing unexpected ever happened to it."""

    @property
    def num_open_rows(self) -> int:
        """Rows that its requests take or wait for."""

    def max_open(self, num_rows: int) -> int:
        """How many requests of `num_rows` rows each may be open at once."""

    def check_room(self, num_requests: int, num_rows: int) -> None:
        """Raise QueueFull if so many requests of `num_rows` rows each could not be let in now."""

    def start(self) -> None:
        """Start taking requests."""

    def submit(self, request: GenerationRequest, sink: Sink, *, after_step: Command | None = None) -> None:
        """Let a request in, or raise the EngineError that says why not. Returns at once.

        `sink` gets the request's events, at most once a step, the last one being its terminal event. `after_step` is
        called after all sinks of such a step, once however many requests share it. Neither may block or raise.
        """

    def cancel(self, request_id: str) -> None:
        """End a request: its place in the queue is free at once, its row within one step. Never blocks."""

    def stop(self, timeout_s: float | None = None, *, reason: str = "it was stopped") -> bool:
        """Fail what is open and end it. May be called again.

        False if a step, and so the engine, has not ended within `timeout_s`: then only `abandon` helps.
        """

    def abandon(self, reason: str) -> None:
        """Give up on one that does not come back: every open request fails now, later ones are refused."""

    def stats(self) -> EngineStats:
        """What waits and runs now, and totals since the start."""
