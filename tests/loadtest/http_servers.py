"""Small HTTP servers that answer as a test wants, to load that is not under test elsewhere."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Handler = Callable[[bytes], Awaitable[list[bytes]]]
"""From a request's body to the bytes of its answer, piece by piece as they are sent."""


@asynccontextmanager
async def serving(handler: Handler, *, keep_alive_s: float | None = None) -> AsyncIterator[str]:
    """The address of a server that keeps connections alive, or hangs up those that are idle for so long."""

    connections: set[asyncio.Task[None]] = set()

    async def answer_all(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader, keep_alive_s):
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            for piece in await handler(await reader.readexactly(length)):
                writer.write(piece)
                await writer.drain()
        writer.close()
        await writer.wait_closed()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.add(asyncio.create_task(answer_all(reader, writer)))

    async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        await asyncio.gather(*connections, return_exceptions=True)


async def _head(reader: asyncio.StreamReader, timeout_s: float | None) -> bytes:
    try:
        return await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), timeout_s)
    except (asyncio.IncompleteReadError, TimeoutError):
        return b""


def whole(body: bytes, status: str = "200 OK") -> list[bytes]:
    """An answer whose length is known."""
    return [f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body]


def streamed(*parts: bytes) -> list[bytes]:
    """An answer in chunks, each sent by itself."""
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    return [head, *(f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in parts), b"0\r\n\r\n"]
