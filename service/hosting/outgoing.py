"""What a worker's thread has to report, kept until the end of its step."""

import threading
from collections import deque
from collections.abc import Callable, Sequence

from service.engine.events import Event, TerminalEvent
from service.engine.thread import EngineThread
from service.hosting.codec import dump, encode_events
from service.hosting.messages import EncodedEvents, Report, Run, Status
from service.hosting.opening import OpenEngine


class Runs:
    """An engine's observer that remembers its calls, for the server's metrics. Endings are events of their own."""

    def __init__(self) -> None:
        self._runs: deque[Run] = deque()

    def encoded(self, *, num_sources: int, num_tokens: int, duration_s: float) -> None:
        """Remember an encoder run."""
        self._runs.append(("encoded", num_sources, num_tokens, duration_s))

    def stepped(self, *, num_rows: int, duration_s: float) -> None:
        """Remember a decoder step."""
        self._runs.append(("stepped", num_rows, duration_s))

    def moved(self, *, num_rows: int, duration_s: float) -> None:
        """Remember copies of caches."""
        self._runs.append(("moved", num_rows, duration_s))

    def ended(self, event: TerminalEvent) -> None:
        """Nothing: the server gets to know by the event itself."""

    def take(self) -> Sequence[Run]:
        """What came since the last time."""
        return [self._runs.popleft() for _ in range(len(self._runs))]


class Outgoing:
    """Events, runs and status of one worker, sent as one message at the end of a step that has events, or when asked.

    The worker's thread uses it, and the one that looks after all of them.
    """

    def __init__(
        self, index: int, opened: OpenEngine[Runs], worker: EngineThread, send: Callable[[bytes], None]
    ) -> None:
        self._index = index
        self._engine = opened.engine
        self._runs = opened.observer
        self._worker = worker
        self._send = send
        self._events: list[tuple[int, EncodedEvents]] = []
        self._lock = threading.Lock()
        self._last = Status()

    def collect(self, ticket: int, events: Sequence[Event]) -> None:
        """The sink of a request."""
        encoded = encode_events(events)
        with self._lock:
            self._events.append((ticket, encoded))

    def flush(self) -> None:
        """Send what there is."""
        with self._lock:
            events, self._events = self._events, []
            self._last = self._status()
            self._send(dump(Report(self._index, events, self._runs.take(), self._last)))

    def flush_if_changed(self) -> None:
        """Send what there is, if anything has happened since the last time."""
        if self._status() != self._last:
            self.flush()

    def _status(self) -> Status:
        engine, worker = self._engine, self._worker
        return Status(
            round=worker.round,
            num_active=engine.num_active,
            num_running=engine.num_running,
            num_running_tokens=engine.num_running_tokens,
            counters=engine.counters,
            mean_duration_s=engine.durations.value,
            trouble=worker.trouble,
            has_ended=worker.has_ended,
        )
