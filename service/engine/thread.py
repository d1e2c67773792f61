"""The thread that owns an engine. Everybody else talks to it through one queue of commands."""

import logging
import queue
import threading
from collections.abc import Iterator
from functools import partial

from service.engine.budget import TokenBudget
from service.engine.engine import Engine
from service.engine.errors import EngineStopped
from service.engine.events import Sink
from service.engine.front import Front
from service.engine.registry import Ticket
from service.engine.request import GenerationRequest
from service.engine.stats import EngineStats
from service.engine.worker import Command
from service.runtime.interpreter import outside

logger = logging.getLogger(__name__)


class EngineThread:
    """Runs one engine. All methods may be called from any thread; sinks are called on the engine's own.

    Without a `budget` of tokens, which several engines can share, it takes the longest source from everybody.
    """

    def __init__(
        self, engine: Engine, *, max_waiting: int, budget: TokenBudget | None = None, name: str = "engine"
    ) -> None:
        self._engine = engine
        self._front = Front(engine, max_waiting=max_waiting, budget=budget)
        self._registry = self._front.registry
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._end_reason = "it was stopped"
        self._is_stopping = False
        self._is_broken = False
        self._is_abandoned = False  # nobody waits for it any more
        self._round = 0
        self._is_at_work = False

    @property
    def budget(self) -> TokenBudget:
        """Source tokens that may be open."""
        return self._front.budget

    @property
    def trouble(self) -> str | None:
        """What has gone wrong with the thread for good; None while it works."""
        if self._is_broken:
            return self._end_reason
        if self.has_ended and not self._is_stopping:
            return "its thread has died"
        return None

    @property
    def round_in_progress(self) -> int | None:
        """The number of the step that the thread is at work on; None while it has nothing to do."""
        return self._round if self._is_at_work else None

    @property
    def round(self) -> int:
        """The number of the step that the thread is at work on, or was."""
        return self._round

    @property
    def has_ended(self) -> bool:
        """Whether the thread was started and has ended."""
        return self._thread.ident is not None and not self._thread.is_alive()

    @property
    def is_healthy(self) -> bool:
        """Whether the thread runs and nothing unexpected ever happened on it."""
        return self._thread.is_alive() and not self._is_broken

    def max_open(self, num_rows: int) -> int:
        """How many requests of `num_rows` rows each may be open at once."""
        return self._registry.max_open(num_rows)

    def check_room(self, num_requests: int, num_rows: int) -> None:
        """Raise QueueFull if so many requests of `num_rows` rows each could not be let in now."""
        self._front.check_room(num_requests, num_rows)

    @property
    def num_open_rows(self) -> int:
        """Rows that its requests take or wait for."""
        return self._registry.num_rows_wanted

    def start(self) -> None:
        """Start taking requests."""
        self._registry.accept()
        self._thread.start()

    def submit(self, request: GenerationRequest, sink: Sink, *, after_step: Command | None = None) -> None:
        """Let a request in, or raise the EngineError that says why not. Returns at once.

        `sink` gets the request's events on the engine's thread, at most once a step, the last one being its
        terminal event. `after_step` is called after all sinks of such a step, once however many requests
        share it. Neither may block or raise.
        """
        ticket = Ticket(request.request_id, sink, after_step, request.options.num_rows, len(request.source_ids))
        sequence = self._engine.new_sequence(request, partial(self._registry.deliver, ticket))
        self._registry.enter(ticket, retry_after_s=self._front.estimate_retry_s())
        self._commands.put(partial(self._engine.add, sequence))

    def cancel(self, request_id: str) -> None:
        """End a request: its place in the queue is free at once, its row within one step. Never blocks."""
        if self._registry.leave(request_id):
            self._commands.put(partial(self._engine.cancel, request_id))

    def stop(self, timeout_s: float | None = None, *, reason: str = "it was stopped") -> bool:
        """Fail what is open and end the thread. May be called again.

        False if a step, and so the thread, has not ended within `timeout_s`: then only `abandon` helps.
        """
        self._registry.refuse(partial(EngineStopped, reason))
        self._commands.put(partial(self._halt, reason))
        if self._thread.ident is not None and not self._is_abandoned:
            self._thread.join(timeout_s)
        return self._is_abandoned or not self._thread.is_alive()

    def abandon(self, reason: str) -> None:
        """Give up on a thread that does not come back: every open request fails now, later ones are refused.

        Should it come back after all, it ends.
        """
        self._end_reason = reason
        self._is_broken = True
        self._is_abandoned = True
        self._is_stopping = True
        self._registry.refuse(partial(EngineStopped, reason))
        self._registry.abandon(EngineStopped(reason))

    def stats(self) -> EngineStats:
        """What waits and runs now, and totals since the start."""
        return self._front.stats(is_healthy=self.is_healthy)

    def _run(self) -> None:
        """Serve until stopped; whatever happens, every open request gets its terminal event first."""
        self._guard(self._serve)
        while not self._registry.is_empty:
            self._guard(partial(self._registry.fail_next, EngineStopped(self._end_reason)))

    def _guard(self, work: Command) -> None:
        try:
            work()
        except Exception as error:
            logger.exception("the engine broke")
            self._is_broken = True
            self._end_reason = f"it broke ({type(error).__name__}); the server has to be restarted"
            self._registry.refuse(partial(EngineStopped, self._end_reason))

    def _serve(self) -> None:
        while not self._is_stopping:
            self._is_at_work = False
            for command in self._take_commands():
                command()
            if not self._is_stopping:
                self._step()

    def _step(self) -> None:
        self._round += 1
        self._is_at_work = True
        self._engine.step()
        self._registry.settle()

    def _take_commands(self) -> Iterator[Command]:
        """Everything that was asked for by now. Waits for something to do when the engine has nothing."""
        if not self._engine.has_work:
            yield outside(self._commands.get)
        while not self._commands.empty():
            yield self._commands.get()

    def _halt(self, reason: str) -> None:
        self._end_reason = reason
        self._is_stopping = True
