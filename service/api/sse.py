"""Server-sent events: encoding, merging of several sources, staying open when idle, closing without fail."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from fastapi import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from service.api.disconnect import unless_gone
from service.api.errors import ErrorShape, Failure, outcome_of
from service.api.json_writing import ENCODER, write_json
from service.api.problems import ClientGone
from service.api.record import RequestRecord
from service.text.offload import off_loop

Item = TypeVar("Item")
Json = Mapping[str, Any]

KEEP_ALIVE: Final = b": keep-alive\n\n"
CHARS_PER_EVENT: Final = 4  # of the end of a stream: what there is to say about a token takes as long to be written
HEADERS: Final = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


def encode_event(data: Json) -> bytes:
    """One event with one line of JSON; JSON escapes line breaks, so no data ends an event early."""
    return b"data:" + ENCODER.encode(data).encode() + b"\n\n"


class EventStream(StreamingResponse):
    """Ends with the request in every case: its generator is closed and `on_close` is called.

    The generator alone does not suffice: if the client leaves before the first event is asked for, no line of it
    has run, and its `finally` never does.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        events: AsyncGenerator[bytes, None],
        on_close: Callable[[], None],
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(events, headers={**HEADERS, **(headers or {})})
        self._events = events
        self._on_close = on_close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with suppress(ClientGone):
                await unless_gone(Request(scope, receive), self.stream_response(send))
        finally:
            self._on_close()
            await self._events.aclose()


@dataclass(frozen=True)
class StreamShape(Generic[Item]):
    """How one API writes a stream: each item, what follows the last one (if anything does), and errors."""

    item: "Callable[[FromSource[Item]], Json]"
    end: Callable[[], Json | None]
    error: ErrorShape


def write_events(
    sources: Sequence[AsyncIterator[Item]], shape: StreamShape[Item], record: RequestRecord, keep_alive_s: float
) -> AsyncGenerator[bytes, None]:
    """The bytes of a whole stream. The record says "cancelled" until the end or an error has gone out."""
    record.outcome = "cancelled"
    return _write_events(sources, shape, record, keep_alive_s)


async def _write_events(
    sources: Sequence[AsyncIterator[Item]], shape: StreamShape[Item], record: RequestRecord, keep_alive_s: float
) -> AsyncGenerator[bytes, None]:
    num_events = 0
    async with aclosing(merge(sources, keep_alive_s, record.request_id)) as arrivals:
        async for entries in arrivals:
            num_events += len(entries)
            yield b"".join([_encoded(entry, shape, record) for entry in entries])
            if isinstance(entries[-1], Failure):
                record.outcome = entries[-1].row.outcome
                return
    if (last := await off_loop(partial(_last_event, shape), num_chars=CHARS_PER_EVENT * num_events)) is not None:
        yield last
    record.outcome = "ok"


def _encoded(entry: "Entry[Item]", shape: StreamShape[Item], record: RequestRecord) -> bytes:
    if isinstance(entry, Idle):
        return KEEP_ALIVE
    if isinstance(entry, Failure):
        return encode_event(shape.error.body(entry))
    record.note_event()
    return encode_event(shape.item(entry))


def _last_event(shape: StreamShape[Item]) -> bytes | None:
    last = shape.end()
    return None if last is None else b"data:" + write_json(last).encode() + b"\n\n"


@dataclass(frozen=True, slots=True)
class FromSource(Generic[Item]):
    """An item, and which source it came from."""

    index: int
    item: Item


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing came for a while."""


@dataclass(frozen=True, slots=True)
class _Exhausted:
    """A source has no more items."""


Entry = FromSource[Item] | Idle | Failure
Arrivals = asyncio.Queue[Entry[Item] | _Exhausted]


async def merge(
    sources: Sequence[AsyncIterator[Item]], idle_s: float, request_id: str
) -> AsyncGenerator[list[Entry[Item]], None]:
    """Items of all sources as they come, Idle after each `idle_s` without one; a Failure is the last.

    What is there at the same time comes together: a client then gets it in one piece, for the price of one.
    """
    queue: Arrivals[Item] = asyncio.Queue()
    pumps = [
        asyncio.create_task(_pump(_drain(index, source, queue), queue, request_id))
        for index, source in enumerate(sources)
    ]
    num_open = len(sources)
    alarm = _Alarm(queue, idle_s)
    alarm.set()
    try:
        while num_open:
            there = [await queue.get(), *_waiting(queue)]
            alarm.note()
            entries = list(_until_failure(entry for entry in there if not isinstance(entry, _Exhausted)))
            num_open -= sum(isinstance(entry, _Exhausted) for entry in there)
            if entries:
                yield entries
            if entries and isinstance(entries[-1], Failure):
                return
    finally:
        alarm.stop()
        for pump in pumps:
            pump.cancel()


def _waiting(queue: Arrivals[Item]) -> Iterator[Entry[Item] | _Exhausted]:
    while not queue.empty():
        yield queue.get_nowait()


def _until_failure(entries: Iterable[Entry[Item]]) -> Iterator[Entry[Item]]:
    for entry in entries:
        yield entry
        if isinstance(entry, Failure):
            return


class _Alarm(Generic[Item]):
    """Puts Idle into an empty queue after each `idle_s` in which nothing came; a timer for each entry costs more."""

    def __init__(self, queue: Arrivals[Item], idle_s: float) -> None:
        self._queue = queue
        self._idle_s = idle_s
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Begin to wait."""
        self._timer = self._loop.call_at(self._last + self._idle_s, self._look)

    def note(self) -> None:
        """Something came."""
        self._last = self._loop.time()

    def stop(self) -> None:
        """Wait no longer."""
        if self._timer:
            self._timer.cancel()

    def _look(self) -> None:
        if self._loop.time() >= self._last + self._idle_s:
            self.note()
            if self._queue.empty():
                self._queue.put_nowait(Idle())
        self.set()


async def _pump(
    draining: Coroutine[Any, Any, None],
    queue: Arrivals[Item],
    request_id: str,
) -> None:
    failure = await outcome_of(draining, request_id)
    queue.put_nowait(failure or _Exhausted())


async def _drain(index: int, source: AsyncIterator[Item], queue: Arrivals[Item]) -> None:
    async for item in source:
        queue.put_nowait(FromSource(index, item))
