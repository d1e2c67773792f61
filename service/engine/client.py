"""The event loop's side of the engine: submit a request, iterate over its events, leave whenever you like."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from types import TracebackType
from typing import Self

from service.engine.events import Event, Sink, TerminalEvent
from service.engine.pool import EnginePool
from service.engine.request import GenerationRequest
from service.engine.timeline import TIMELINE
from service.engine.urgency import URGENCY
from service.engine.worker import Worker


class Generation:
    """The events of one request, to be iterated over once; the last one is its terminal event.

    Leaving the iteration early cancels the request. `with` does so at a certain moment, not when the iterator
    happens to be collected.
    """

    def __init__(self, request_id: str, thread: Worker) -> None:
        self.request_id = request_id
        self._thread = thread
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._has_ended = False

    @property
    def has_waiting(self) -> bool:
        """Whether there are events to be read without waiting. The events of one step come together."""
        return not self._events.empty()

    def cancel(self) -> None:
        """End the request, if it has not ended. Synchronous: works while a task is being cancelled."""
        if not self._has_ended:
            self._thread.cancel(self.request_id)

    def push(self, events: Sequence[Event]) -> None:
        """Take in events, on the event loop."""
        for event in events:
            self._events.put_nowait(event)
        self._has_ended = isinstance(events[-1], TerminalEvent)

    async def __aiter__(self) -> AsyncGenerator[Event, None]:
        try:
            while True:
                event = await self._events.get()
                yield event
                if isinstance(event, TerminalEvent):
                    return
        finally:
            self.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel()


Batch = list[tuple[Generation, Sequence[Event]]]


class EngineClient:
    """Submits requests from an event loop and brings events back, in one call to the loop per step."""

    def __init__(self, pool: EnginePool) -> None:
        self._pool = pool
        self._mailboxes = {worker: Mailbox() for worker in pool.workers}

    def submit(self, request: GenerationRequest) -> Generation:
        """Start a request on the running loop, as urgent as its task, or raise the EngineError that says why not."""
        if urgency := URGENCY.get():
            request = urgency.apply(request)
        worker = self._pool.least_busy()
        mailbox = self._mailboxes[worker]
        generation = Generation(request.request_id, worker)
        sink: Sink = partial(mailbox.collect, asyncio.get_running_loop(), generation)
        if timeline := TIMELINE.get():
            sink = timeline.watching(request, sink)
        worker.submit(request, sink, after_step=mailbox.flush)
        return generation


class Mailbox:
    """Events of one engine's step, on their way to the event loops.

    That engine's thread uses it, and whoever abandons the engine.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._outgoing: dict[asyncio.AbstractEventLoop, Batch] = {}

    def collect(self, loop: asyncio.AbstractEventLoop, generation: Generation, events: Sequence[Event]) -> None:
        """Keep events until the step is over."""
        with self._lock:
            self._outgoing.setdefault(loop, []).append((generation, events))

    def flush(self) -> None:
        """Hand over what was kept, in one call to each loop."""
        with self._lock:
            outgoing, self._outgoing = self._outgoing, {}
        for loop, batch in outgoing.items():
            try:
                loop.call_soon_threadsafe(_push_all, batch)
            except RuntimeError:  # the loop is closed: nobody is left to read
                for generation, _ in batch:
                    generation.cancel()


def _push_all(batch: Batch) -> None:
    for generation, events in batch:
        generation.push(events)
