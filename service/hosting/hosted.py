"""An engine in another process, as its pool sees it."""

import itertools
import threading
from collections.abc import Sequence
from functools import partial

from service.engine.budget import TokenBudget
from service.engine.errors import EngineStopped
from service.engine.events import Sink, TerminalEvent
from service.engine.front import Front
from service.engine.limits import Limits
from service.engine.registry import Ticket
from service.engine.request import GenerationRequest
from service.engine.stats import Counters, EngineObserver, EngineStats, RecentMean
from service.engine.worker import Command
from service.hosting.codec import decode_events, dump, dump_with_tokenizer
from service.hosting.messages import Cancel, Report, Run, Status, Stop, Submit
from service.hosting.process import EngineProcess


class HostedView:
    """What the engine was at when it last reported."""

    def __init__(self, limits: Limits) -> None:
        self.num_slots = limits.num_rows
        self.max_source_tokens = limits.max_source_tokens
        self.status = Status()
        self.counters = Counters()
        self.durations = RecentMean()

    def update(self, status: Status) -> None:
        """Know better now."""
        self.status = status
        self.counters = status.counters or self.counters
        self.durations = RecentMean(status.mean_duration_s)

    @property
    def num_active(self) -> int:
        """Rows that running sequences take."""
        return self.status.num_active

    @property
    def num_running(self) -> int:
        """Sequences that take part in the next step already."""
        return self.status.num_running

    @property
    def num_running_tokens(self) -> int:
        """Tokens that their sources have."""
        return self.status.num_running_tokens


class HostedEngine:
    """Worker number `index` of a process. All methods may be called from any thread, sinks on the one that reads."""

    def __init__(
        self,
        process: EngineProcess,
        index: int,
        *,
        max_waiting: int,
        budget: TokenBudget | None = None,
        observer: EngineObserver | None = None,
    ) -> None:
        self._process = process
        self._index = index
        self._limits = process.ready.limits[index]
        self._view = HostedView(self._limits)
        self._front = Front(self._view, max_waiting=max_waiting, budget=budget)
        self._registry = self._front.registry
        self._observer = observer
        self._numbers = itertools.count()
        self._tickets: dict[int, Ticket] = {}
        self._trouble: str | None = None
        self._has_ended = threading.Event()
        self._is_stopping = False
        self._is_let_go = False

    @property
    def budget(self) -> TokenBudget:
        """Source tokens that may be open."""
        return self._front.budget

    @property
    def trouble(self) -> str | None:
        """What has gone wrong with it or its process for good; None while it works."""
        return self._trouble or self._view.status.trouble

    @property
    def round_in_progress(self) -> int | None:
        """The step that it last reported while anything is open: a process that stands still reports nothing."""
        return None if self._registry.is_empty else self._view.status.round

    @property
    def is_healthy(self) -> bool:
        """Whether it runs and nothing unexpected ever happened to it."""
        return not self._has_ended.is_set() and self.trouble is None

    @property
    def num_open_rows(self) -> int:
        """Rows that its requests take or wait for."""
        return self._registry.num_rows_wanted

    def max_open(self, num_rows: int) -> int:
        """How many requests of `num_rows` rows each may be open at once."""
        return self._registry.max_open(num_rows)

    def check_room(self, num_requests: int, num_rows: int) -> None:
        """Raise QueueFull if so many requests of `num_rows` rows each could not be let in now."""
        self._front.check_room(num_requests, num_rows)

    def start(self) -> None:
        """Start taking requests."""
        self._registry.accept()

    def submit(self, request: GenerationRequest, sink: Sink, *, after_step: Command | None = None) -> None:
        """Let a request in, or raise the EngineError that says why not. Returns at once.

        `sink` gets the request's events on the thread that reads from the process, `after_step` is called behind those
        of each report.
        """
        self._limits.check(request)
        ticket = Ticket(request.request_id, sink, after_step, request.options.num_rows, len(request.source_ids))
        self._registry.enter(ticket, retry_after_s=self._front.estimate_retry_s())
        number = next(self._numbers)
        self._tickets[number] = ticket
        write = dump if request.options.stop is None else dump_with_tokenizer
        self._process.send(write(Submit(self._index, number, request)))

    def cancel(self, request_id: str) -> None:
        """End a request: its place in the queue is free at once, its row within one step. Never blocks."""
        if self._registry.leave(request_id):
            self._process.send(dump(Cancel(self._index, request_id)))

    def stop(self, timeout_s: float | None = None, *, reason: str = "it was stopped") -> bool:
        """Fail what is open and end it, with the last one of its process that too. May be called again.

        False if a step, and so the engine, has not ended within `timeout_s`: then only `abandon` helps.
        """
        self._is_stopping = True
        self._registry.refuse(partial(EngineStopped, reason))
        self._process.send(dump(Stop(self._index, reason)))
        if not self._has_ended.wait(timeout_s):
            return False
        self._let_go()
        return True

    def abandon(self, reason: str) -> None:
        """Give up on a process that does not come back: it is killed, and every open request fails now."""
        self._trouble = self._trouble or reason
        self._refuse_all(reason)
        self._process.kill()

    def stats(self) -> EngineStats:
        """What waits and runs now, and totals since the start."""
        return self._front.stats(is_healthy=self.is_healthy)

    def take(self, report: Report) -> None:
        """Pass on what the process says. On the thread that reads from it."""
        self._view.update(report.status)
        self._replay(report.runs)
        for number, encoded in report.events:
            events = decode_events(encoded)
            ending = events[-1]
            ticket = self._tickets.pop(number) if isinstance(ending, TerminalEvent) else self._tickets[number]
            if self._observer and isinstance(ending, TerminalEvent):
                self._observer.ended(ending)
            self._registry.deliver(ticket, events)
        self._registry.settle()
        if report.status.has_ended:
            self._has_ended.set()

    def lost(self, reason: str) -> None:
        """The process is gone. Whoever still waits for it is told so."""
        if not self._is_stopping:
            self._trouble = self._trouble or reason
        self._refuse_all(self._trouble or reason)
        self._has_ended.set()

    def _refuse_all(self, reason: str) -> None:
        self._registry.refuse(partial(EngineStopped, reason))
        self._registry.abandon(EngineStopped(reason))

    def _let_go(self) -> None:
        if not self._is_let_go:
            self._is_let_go = True
            self._process.let_go()

    def _replay(self, runs: Sequence[Run]) -> None:
        """Tell the observer what the engine did."""
        if self._observer is None:
            return
        for run in runs:
            match run:
                case "encoded", num_sources, num_tokens, duration_s:
                    self._observer.encoded(num_sources=num_sources, num_tokens=num_tokens, duration_s=duration_s)
                case "stepped", num_rows, duration_s:
                    self._observer.stepped(num_rows=num_rows, duration_s=duration_s)
                case "moved", num_rows, duration_s:
                    self._observer.moved(num_rows=num_rows, duration_s=duration_s)
