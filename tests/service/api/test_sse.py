import asyncio
import gc
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest
from starlette.types import Message, Scope

from service.api.errors import LIBRETRANSLATE, Failure
from service.api.problems import InvalidInput
from service.api.record import RequestRecord
from service.api.sse import EventStream, FromSource, Idle, StreamShape, encode_event, merge, write_events

FOREVER = 3600.0


class Source:
    """Gives what it is told to, and remembers whether it was closed."""

    def __init__(self) -> None:
        self.items: asyncio.Queue[str | Exception | None] = asyncio.Queue()
        self.is_closed = False

    def put(self, *items: str | Exception | None) -> "Source":
        """None ends the source."""
        for item in items:
            self.items.put_nowait(item)
        return self

    async def __aiter__(self) -> AsyncGenerator[str, None]:
        try:
            while (item := await self.items.get()) is not None:
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            self.is_closed = True


def streamed(
    *sources: Source, record: RequestRecord | None = None, idle_s: float = FOREVER
) -> AsyncGenerator[bytes, None]:
    shape = StreamShape[str](
        item=lambda entry: {"index": entry.index, "delta": entry.item}, end=lambda: {"end": True}, error=LIBRETRANSLATE
    )
    return write_events([aiter(source) for source in sources], shape, record or RequestRecord("r"), idle_s)


def events_of(raw: bytes) -> list[Any]:
    blocks = raw.decode().split("\n\n")
    assert blocks.pop() == ""
    return [json.loads(block.removeprefix("data:")) for block in blocks]


async def collected(stream: AsyncGenerator[bytes, None]) -> list[Any]:
    return events_of(b"".join([chunk async for chunk in stream]))


def test_an_event_is_one_line_whatever_the_text_contains() -> None:
    raw = encode_event({"delta": "a\nb\r\n\u2028 ä 😆"})
    assert raw.count(b"\n") == 2
    assert raw.endswith(b"\n\n")
    assert raw.startswith(b'data:{"delta":')
    assert "ä 😆".encode() in raw
    assert events_of(raw) == [{"delta": "a\nb\r\n\u2028 ä 😆"}]


def test_a_stream_has_the_items_of_all_sources_and_then_its_end() -> None:
    async def scenario() -> None:
        record = RequestRecord("r")
        events = await collected(streamed(Source().put("a", "b", None), Source().put("c", None), record=record))
        assert events[-1] == {"end": True}
        assert [event["delta"] for event in events[:-1] if event["index"] == 0] == ["a", "b"]
        assert [event["delta"] for event in events[:-1] if event["index"] == 1] == ["c"]
        assert record.outcome == "ok"

    asyncio.run(scenario())


def test_items_come_when_they_are_there_and_not_in_the_order_of_sources() -> None:
    async def scenario() -> None:
        slow, fast = Source(), Source().put("first", None)
        async with aclosing(merge([aiter(slow), aiter(fast)], FOREVER, "r")) as entries:
            assert await anext(entries) == [FromSource(1, "first")]
            slow.put("second", None)
            assert await anext(entries) == [FromSource(0, "second")]

    asyncio.run(scenario())


def test_an_error_is_the_last_event_and_ends_the_other_sources() -> None:
    async def scenario() -> None:
        record = RequestRecord("r")
        waiting, failing = Source(), Source().put("a", InvalidInput("zz is not supported"))
        events = await collected(streamed(waiting, failing, record=record))
        assert events == [{"index": 1, "delta": "a"}, {"error": "zz is not supported"}]
        assert record.outcome == "invalid"
        await asyncio.sleep(0)
        assert waiting.is_closed

    asyncio.run(scenario())


def test_a_quiet_stream_says_that_it_is_alive() -> None:
    async def scenario() -> None:
        source = Source()
        stream = streamed(source, idle_s=0.01)
        assert await anext(stream) == b": keep-alive\n\n"
        assert await anext(stream) == b": keep-alive\n\n"
        source.put("late", None)
        assert events_of(await anext(stream)) == [{"index": 0, "delta": "late"}]
        await stream.aclose()

    asyncio.run(scenario())


def test_nothing_is_lost_when_an_item_comes_while_a_keep_alive_is_sent() -> None:
    async def scenario() -> None:
        source = Source()
        async with aclosing(merge([aiter(source)], 0.01, "r")) as entries:
            assert await anext(entries) == [Idle()]
            source.put("a", "b", None)
            await asyncio.sleep(0.05)
            assert [entry async for entry in entries] == [[FromSource(0, "a"), FromSource(0, "b")]]

    asyncio.run(scenario())


def test_what_is_there_at_the_same_time_goes_out_in_one_piece_and_what_comes_alone_alone() -> None:
    async def scenario() -> None:
        source = Source().put("a", "b")
        stream = streamed(source)
        assert [event["delta"] for event in events_of(await anext(stream))] == ["a", "b"]
        source.put("c")
        assert [event["delta"] for event in events_of(await anext(stream))] == ["c"]
        await stream.aclose()

    asyncio.run(scenario())


def test_nothing_follows_an_error_that_comes_together_with_more() -> None:
    async def scenario() -> None:
        failing, other = Source().put("a", InvalidInput("zz is not supported")), Source().put("b", None)
        async with aclosing(merge([aiter(failing), aiter(other)], FOREVER, "r")) as arrivals:
            [entries] = [entries async for entries in arrivals]
        assert entries[0] == FromSource(0, "a")
        assert isinstance(entries[-1], Failure)
        assert len(entries) == 2

    asyncio.run(scenario())


def test_a_stream_that_has_said_something_of_late_does_not_say_that_it_is_alive() -> None:
    async def scenario() -> None:
        source = Source()
        loop = asyncio.get_running_loop()
        stream = streamed(source, idle_s=0.2)
        started = loop.time()
        loop.call_later(0.15, source.put, "a")
        assert events_of(await anext(stream)) == [{"index": 0, "delta": "a"}]
        assert await anext(stream) == b": keep-alive\n\n"
        assert loop.time() - started >= 0.35  # idle_s after the item, not after the beginning
        await stream.aclose()

    asyncio.run(scenario())


def test_leaving_early_closes_every_source_and_counts_as_cancelled() -> None:
    async def scenario() -> None:
        record = RequestRecord("r")
        sources = [Source().put("a"), Source()]
        stream = streamed(*sources, record=record)
        await anext(stream)
        await stream.aclose()
        await asyncio.sleep(0)
        assert all(source.is_closed for source in sources)
        assert record.outcome == "cancelled"

    asyncio.run(scenario())


def run_app(
    response: EventStream, *, on_send: Callable[[Message], Awaitable[None]], until: asyncio.Event
) -> Awaitable[None]:
    """Serve a response to a client that leaves when `until` is set."""

    async def receive() -> Message:
        await until.wait()
        return {"type": "http.disconnect"}

    scope: Scope = {"type": "http", "asgi": {"spec_version": "2.3"}}
    return response(scope, receive, on_send)


@pytest.mark.parametrize("num_sent", [0, 1, 2])
def test_a_client_that_leaves_cancels_at_once_without_help_of_the_garbage_collector(num_sent: int) -> None:
    """0: gone before the first byte, when no line of the generator has run; 2: while its first event is sent."""

    async def scenario() -> None:
        left, cancelled, sent = asyncio.Event(), [], []

        async def send(message: Message) -> None:
            sent.append(message)
            if len(sent) == num_sent:
                left.set()
                await asyncio.sleep(FOREVER)  # a client that reads no more

        if num_sent == 0:
            left.set()
        response = EventStream(streamed(Source().put("a")), lambda: cancelled.append(True))
        gc.disable()
        try:
            await asyncio.wait_for(run_app(response, on_send=send, until=left), 10)
        finally:
            gc.enable()
        assert cancelled == [True]

    asyncio.run(scenario())


def test_a_complete_stream_has_the_headers_that_keep_proxies_from_buffering_it() -> None:
    async def scenario() -> None:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        response = EventStream(streamed(Source().put("a", None)), lambda: None, {"x-more": "1"})
        await run_app(response, on_send=send, until=asyncio.Event())
        headers = dict(sent[0]["headers"])
        assert headers[b"content-type"] == b"text/event-stream; charset=utf-8"
        assert headers[b"cache-control"] == b"no-cache"
        assert headers[b"x-accel-buffering"] == b"no"
        assert headers[b"x-more"] == b"1"
        assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}

    asyncio.run(scenario())


def test_a_failure_before_anything_else_is_the_only_event() -> None:
    async def scenario() -> None:
        async with aclosing(merge([aiter(Source().put(KeyError("bug")))], FOREVER, "r")) as entries:
            [[entry]] = [entry async for entry in entries]
        assert isinstance(entry, Failure)
        assert entry.row.outcome == "failed"

    asyncio.run(scenario())
