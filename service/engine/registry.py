"""The open requests, seen from outside the engine's thread: who may enter, and who still waits for an end.

Entering, leaving, counting and `abandon` are thread-safe; `deliver`, `settle` and `fail_next` belong to that thread.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from service.engine.budget import TokenBudget
from service.engine.errors import DuplicateRequest, EngineError, EngineStopped, QueueFull, TokensFull
from service.engine.events import Event, Failed, Sink, TerminalEvent


@dataclass(slots=True, eq=False)
class Ticket:
    """One open request: where its events go, and what to call once after the step that produced some."""

    request_id: str
    sink: Sink
    after_step: Callable[[], None] | None
    num_rows: int = 1  # that it takes while it runs
    num_tokens: int = 1  # of its source
    has_ended: bool = False  # its terminal event was handed to the sink


class Registry:
    """Every request that has entered and not got its terminal event yet.

    As many may enter as fit into the engine's rows, and `max_waiting` more, while `budget` has tokens for them.
    """

    def __init__(self, num_rows: int, max_waiting: int, budget: TokenBudget) -> None:
        self._num_rows = num_rows
        self._max_waiting = max_waiting
        self._budget = budget
        self._num_rows_wanted = 0  # by the open requests that nobody cancelled
        self._num_tokens = 0  # of their sources
        self._refusal: Callable[[], EngineError] | None = partial(EngineStopped, "it was not started")
        self._lock = threading.Lock()
        self._open: dict[Ticket, None] = {}
        self._by_id: dict[str, Ticket] = {}  # the open ones that nobody cancelled
        self._touched: list[Ticket] = []

    @property
    def num_present(self) -> int:
        """Open requests that nobody cancelled."""
        return len(self._by_id)

    def max_open(self, num_rows: int) -> int:
        """How many requests of `num_rows` rows each may be open at once."""
        return self._num_rows // num_rows + self._max_waiting

    @property
    def num_rows_wanted(self) -> int:
        """Rows that they take or wait for."""
        return self._num_rows_wanted

    @property
    def num_tokens(self) -> int:
        """Tokens that their sources have."""
        return self._num_tokens

    @property
    def num_in_excess(self) -> int:
        """How many of them do not fit into the rows, each taken as wide as they are in the mean."""
        return self._excess(self.num_present, self._num_rows_wanted)

    def has_room(self, num_requests: int, num_rows: int) -> bool:
        """Whether so many requests of `num_rows` rows each could enter one after the other."""
        num_before = num_requests - 1  # when the last one comes
        return self._excess(self.num_present + num_before, self._num_rows_wanted + num_before * num_rows) < (
            self._max_waiting
        )

    def _excess(self, num_present: int, num_rows_wanted: int) -> int:
        return num_present - num_present * self._num_rows // max(self._num_rows, num_rows_wanted)

    @property
    def is_empty(self) -> bool:
        """Whether every request got its terminal event."""
        return not self._open

    def accept(self) -> None:
        """Let requests enter from now on."""
        with self._lock:
            self._refusal = None

    def refuse(self, refusal: Callable[[], EngineError]) -> None:
        """Answer every later request with the error that `refusal` makes."""
        with self._lock:
            self._refusal = refusal

    def enter(self, ticket: Ticket, *, retry_after_s: float) -> None:
        """Let a request in, or raise the EngineError that says why not."""
        with self._lock:
            if self._refusal is not None:
                raise self._refusal()
            if ticket.request_id in self._by_id:
                raise DuplicateRequest(ticket.request_id)
            if self.num_in_excess >= self._max_waiting:
                raise QueueFull(self.num_in_excess, retry_after_s)
            if not self._budget.take(ticket.num_tokens):
                raise TokensFull(self._budget.num_taken, ticket.num_tokens, self._budget.limit, retry_after_s)
            self._open[ticket] = None
            self._by_id[ticket.request_id] = ticket
            self._num_rows_wanted += ticket.num_rows
            self._num_tokens += ticket.num_tokens

    def leave(self, request_id: str) -> bool:
        """Give a cancelled request's place away at once; False when there is no such request any more."""
        with self._lock:
            return self._give_up_place(request_id)

    def deliver(self, ticket: Ticket, events: Sequence[Event]) -> None:
        """Hand events of one step to a request's sink, unless it had its terminal event from `abandon`."""
        with self._lock:
            if ticket.has_ended:
                return
            ticket.has_ended = isinstance(events[-1], TerminalEvent)
        self._touched.append(ticket)
        ticket.sink(events)

    def settle(self) -> None:
        """Finish a step: call each distinct `after_step` once and let go of the requests that ended."""
        touched, self._touched = self._touched, []
        for after_step in {ticket.after_step for ticket in touched if ticket.after_step}:
            after_step()
        for ticket in touched:
            if ticket.has_ended:
                self._close(ticket)

    def abandon(self, error: EngineError) -> None:
        """Fail every open request from another thread, because the engine's own may never do it."""
        with self._lock:
            tickets = [ticket for ticket in self._open if not ticket.has_ended]
            for ticket in tickets:
                ticket.has_ended = True
        for ticket in tickets:
            ticket.sink((Failed(error),))
            self._close(ticket)
        for after_step in {ticket.after_step for ticket in tickets if ticket.after_step}:
            after_step()

    def fail_next(self, error: EngineError) -> None:
        """Let go of the oldest open request, with a Failed event unless it had its terminal event already."""
        ticket = next(iter(self._open))
        self._close(ticket)
        if not ticket.has_ended:
            self.deliver(ticket, (Failed(error),))
        self.settle()

    def _close(self, ticket: Ticket) -> None:
        with self._lock:
            self._open.pop(ticket, None)
            if self._by_id.get(ticket.request_id) is ticket:
                self._give_up_place(ticket.request_id)

    def _give_up_place(self, request_id: str) -> bool:
        ticket = self._by_id.pop(request_id, None)
        if ticket is None:
            return False
        self._num_rows_wanted -= ticket.num_rows
        self._num_tokens -= ticket.num_tokens
        self._budget.give_back(ticket.num_tokens)
        return True
