"""Server-sent events: encoding, merging of several sources, staying open when idle, closing without fail."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from service.api.errors import ErrorShape, Failure, outcome_of
from service.api.json_writing import write_json
from service.api.record import RequestRecord
from service.text.offload import off_loop

Item = TypeVar("Item")
Json = Mapping[str, Any]

KEEP_ALIVE: Final = b": keep-alive\n\n"
CHARS_PER_EVENT: Final = 4  # of the end of a stream: what there is to say about a token takes as long to be written
HEADERS: Final = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


def encode_event(data: Json) -> bytes:
    """One event with one line of JSON; JSON escapes line breaks, so no data ends an event early."""
    return b"data:" + json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"


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
            await super().__call__(scope, receive, send)
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
    async with aclosing(merge(sources, keep_alive_s, record.request_id)) as entries:
        async for entry in entries:
            num_events += 1
            match entry:
                case Idle():
                    yield KEEP_ALIVE
                case Failure():
                    yield encode_event(shape.error.body(entry))
                    record.outcome = entry.row.outcome
                    return
                case FromSource():
                    record.note_event()
                    yield encode_event(shape.item(entry))
    if (last := await off_loop(partial(_last_event, shape), num_chars=CHARS_PER_EVENT * num_events)) is not None:
        yield last
    record.outcome = "ok"


def _last_event(shape: StreamShape[Item]) -> bytes | None:
    last = shape.end()
    return None if last is None else b"data:" + write_json(last).encode() + b"\n\n"


@dataclass(frozen=True)
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


async def merge(
    sources: Sequence[AsyncIterator[Item]], idle_s: float, request_id: str
) -> AsyncGenerator[FromSource[Item] | Idle | Failure, None]:
    """Items of all sources as they come, Idle after each `idle_s` without one; a Failure is the last."""
    queue: asyncio.Queue[FromSource[Item] | Failure | _Exhausted] = asyncio.Queue()
    pumps = [
        asyncio.create_task(_pump(_drain(index, source, queue), queue, request_id))
        for index, source in enumerate(sources)
    ]
    num_open = len(sources)
    try:
        while num_open:
            entry = await _next_entry(queue, idle_s)
            if isinstance(entry, _Exhausted):
                num_open -= 1
                continue
            yield entry
            if isinstance(entry, Failure):
                return
    finally:
        for pump in pumps:
            pump.cancel()


async def _pump(
    draining: Coroutine[Any, Any, None],
    queue: "asyncio.Queue[FromSource[Item] | Failure | _Exhausted]",
    request_id: str,
) -> None:
    failure = await outcome_of(draining, request_id)
    queue.put_nowait(failure or _Exhausted())


async def _drain(
    index: int, source: AsyncIterator[Item], queue: "asyncio.Queue[FromSource[Item] | Failure | _Exhausted]"
) -> None:
    async for item in source:
        queue.put_nowait(FromSource(index, item))


async def _next_entry(
    queue: "asyncio.Queue[FromSource[Item] | Failure | _Exhausted]", idle_s: float
) -> FromSource[Item] | Failure | _Exhausted | Idle:
    if not queue.empty():
        return queue.get_nowait()
    try:
        async with asyncio.timeout(idle_s):
            return await queue.get()
    except TimeoutError:
        return Idle()
