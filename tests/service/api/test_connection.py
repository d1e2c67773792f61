"""One connection with a parser of its own and no network: the test says when a second is over."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from service.api.connection import CHECK_S, MAX_HEAD_BYTES, MAX_HEADERS, SLOWEST_BYTES_PER_S, BoundedConnection

TIMEOUT_S = 5
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"


class FakeTransport(asyncio.Transport):
    """Sends nothing; `unsent` is what it says it has still to send."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.unsent = 0
        self.is_closed = False
        self.is_aborted = False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_aborted = True

    def is_closing(self) -> bool:
        return self.is_closed

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Connection:
    """A client's connection to an app that reads a request and answers when the test lets it."""

    def __init__(self) -> None:
        self.answer = asyncio.Event()
        self.transport = FakeTransport()
        config = uvicorn.Config(self._app, interface="asgi3", log_config=None, ws="none", lifespan="off")
        config.load()
        self.protocol = BoundedConnection(config=config, server_state=ServerState(), app_state={})
        self.protocol.connection_made(self.transport)

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        await self.answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def send(self, data: bytes) -> None:
        self.protocol.data_received(data)
        for _ in range(5):  # the app takes its turns
            await asyncio.sleep(0)

    def wait(self, seconds: float, *, unsent: Callable[[int], int] = lambda _: 0) -> None:
        for second in range(0, int(seconds), CHECK_S):
            self.transport.unsent = unsent(second)
            self.protocol.check(TIMEOUT_S)

    @property
    def error(self) -> tuple[int, str]:
        head, _, body = self.transport.written.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)["error"]


def run(scenario: Callable[[Connection], Coroutine[Any, Any, None]]) -> Connection:
    async def connected() -> Connection:
        connection = Connection()
        try:
            await scenario(connection)
        finally:
            connection.protocol.connection_lost(ConnectionResetError())
        return connection

    return asyncio.run(asyncio.wait_for(connected(), 30))


def test_who_says_nothing_is_hung_up_on_without_a_word() -> None:
    async def scenario(connection: Connection) -> None:
        connection.wait(TIMEOUT_S)
        assert not connection.transport.is_closed
        connection.wait(CHECK_S)

    transport = run(scenario).transport
    assert transport.is_closed
    assert transport.written == b""


@pytest.mark.parametrize(
    "begin", [b"P", POST, POST + b"Content-Length: 9\r\n\r\n12", POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: "]
)
def test_a_request_that_does_not_come_to_its_end_is_refused(begin: bytes) -> None:
    async def scenario(connection: Connection) -> None:
        for byte in begin[:-1]:
            await connection.send(bytes([byte]))
        connection.wait(TIMEOUT_S)
        await connection.send(begin[-1:])
        assert not connection.transport.is_closed
        connection.wait(CHECK_S)

    connection = run(scenario)
    assert connection.transport.is_closed
    assert connection.error == (408, "the request did not come within 5 s and a second for every 10000 bytes")


def test_a_large_body_has_the_time_that_it_needs() -> None:
    async def scenario(connection: Connection) -> None:
        connection.answer.set()
        await connection.send(POST + b"Content-Length: 1000000\r\n\r\n")
        for _ in range(1_000_000 // SLOWEST_BYTES_PER_S):
            connection.wait(1)
            await connection.send(b"x" * SLOWEST_BYTES_PER_S)

    assert run(scenario).transport.written.endswith(b"ok")


def test_an_answer_may_take_as_long_as_it_takes_and_a_request_behind_it_waits() -> None:
    async def scenario(connection: Connection) -> None:
        await connection.send(GET)
        connection.wait(100)
        await connection.send(POST)
        connection.wait(100)
        assert not connection.transport.is_closed
        connection.answer.set()
        await connection.send(b"Content-Length: 1\r\n\r\n")
        connection.wait(TIMEOUT_S)
        assert not connection.transport.is_closed
        connection.wait(CHECK_S)

    written = run(scenario).transport.written
    assert written.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 408" in written


def test_each_request_of_a_busy_connection_has_its_own_time() -> None:
    async def scenario(connection: Connection) -> None:
        connection.answer.set()
        for _ in range(20):
            await connection.send(GET)
            connection.wait(TIMEOUT_S - 1)

    transport = run(scenario).transport
    assert not transport.is_closed
    assert transport.written.count(b"ok") == 20


@pytest.mark.parametrize(
    "flood",
    [
        [b"GET /", *[b"x" * 1000] * 70],
        [POST + b"X: ", *[b"x" * 1000] * 70],
        [POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: ", *[b"x" * 1000] * 70],
        [POST + b"Transfer-Encoding: chunked\r\n\r\n1;", *[b"x" * 1000] * 70],
        [POST + b"X: x\r\n" * MAX_HEADERS + b"\r\n"],
        [POST, *[b"X: x\r\n"] * 200],
    ],
    ids=["address", "header", "trailer", "chunk extension", "headers in one packet", "headers"],
)
def test_what_is_around_a_body_has_a_bound(flood: list[bytes]) -> None:
    async def scenario(connection: Connection) -> None:
        for piece in flood:
            if not connection.transport.is_closed:
                await connection.send(piece)

    connection = run(scenario)
    assert connection.transport.is_closed
    assert connection.error[0] == 431
    assert f"more than {MAX_HEAD_BYTES} bytes or {MAX_HEADERS} lines" in connection.error[1]


def test_a_body_in_many_small_chunks_is_a_body() -> None:
    async def scenario(connection: Connection) -> None:
        connection.answer.set()
        await connection.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(200):
            await connection.send(b"1\r\nx\r\n" * 1000)
        await connection.send(b"0\r\n\r\n")

    assert run(scenario).transport.written.endswith(b"ok")


def test_what_is_no_http_is_refused_in_json() -> None:
    async def scenario(connection: Connection) -> None:
        await connection.send(b"\x16\x03\x01\r\n\r\n")

    connection = run(scenario)
    assert connection.transport.is_closed
    assert connection.error[0] == 400
    assert "without TLS" in connection.error[1]


def test_garbage_behind_a_request_is_no_answer_to_it() -> None:
    async def scenario(connection: Connection) -> None:
        await connection.send(GET)
        await connection.send(b"\0\r\n\r\n")

    transport = run(scenario).transport
    assert transport.is_closed
    assert transport.written == b""


def test_who_takes_nothing_of_an_answer_is_cut_off() -> None:
    async def scenario(connection: Connection) -> None:
        connection.answer.set()
        await connection.send(GET)
        connection.wait(TIMEOUT_S, unsent=lambda _: 1000)
        assert not connection.transport.is_aborted
        connection.wait(CHECK_S, unsent=lambda _: 1000)

    assert run(scenario).transport.is_aborted


def test_who_takes_it_slowly_is_not() -> None:
    async def scenario(connection: Connection) -> None:
        await connection.send(GET)
        connection.protocol.pause_writing()
        connection.wait(60, unsent=lambda second: 1000 - second)

    transport = run(scenario).transport
    assert (transport.is_aborted, transport.is_closed) == (False, False)


def test_a_stream_that_grows_for_whoever_is_slow_is_not_cut_off_while_there_is_room() -> None:
    async def scenario(connection: Connection) -> None:
        await connection.send(GET)
        connection.wait(60, unsent=lambda second: 1000 + second)

    transport = run(scenario).transport
    assert (transport.is_aborted, transport.is_closed) == (False, False)
