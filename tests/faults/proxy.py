"""A reverse proxy as small as one can be: it asks /readyz, and sends nothing to who is not ready.

One connection for each request. A request is sent to another server only if the first one could not be connected to.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

CHECK_S: Final = 0.1
END_OF_HEAD: Final = b"\r\n\r\n"
PROBE: Final = b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
MAX_PIECE: Final = 65_536

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Hands each request to the next one of its ready servers."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._ready: list[int] = []
        self._serving: set[asyncio.Task[None] | None] = set()
        self.num_retried = 0

    def is_ready(self, port: int) -> bool:
        """Whether a server was ready when it was last asked."""
        return port in self._ready

    async def watch(self) -> None:
        """Ask every server again and again."""
        while True:
            for port in self._ports:
                await self._check(port)
            await asyncio.sleep(CHECK_S)

    async def _check(self, port: int) -> None:
        is_ready = await _probe(port)
        if is_ready and port not in self._ready:
            self._ready.append(port)
        if not is_ready and port in self._ready:
            self._ready.remove(port)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client: one request, one answer."""
        task = asyncio.current_task()
        self._serving.add(task)  # asyncio itself does not keep it once the client has hung up
        try:
            await self._forward(await _read_request(reader), writer)
        finally:
            writer.close()
            self._serving.discard(task)

    async def _forward(self, request: bytes, writer: asyncio.StreamWriter) -> None:
        answers, requests = await self._connect()
        try:
            requests.write(request)
            while piece := await answers.read(MAX_PIECE):
                writer.write(piece)
                await writer.drain()
        finally:
            requests.close()

    async def _connect(self) -> Stream:
        for port in [*self._ready]:
            try:
                stream = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                self.num_retried += 1
                continue
            if port in self._ready:  # behind the others the next time
                self._ready.remove(port)
                self._ready.append(port)
            return stream
        raise ConnectionRefusedError(f"none of {self._ports} takes requests")


async def _probe(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionError:
        return False
    try:
        writer.write(PROBE)
        answer = await reader.read()
    except ConnectionError:
        return False
    finally:
        writer.close()
    return answer.startswith(b"HTTP/1.1 200 ")


async def _read_request(reader: asyncio.StreamReader) -> bytes:
    """With its head changed so that the server hangs up behind its answer."""
    head = (await reader.readuntil(END_OF_HEAD)).removesuffix(END_OF_HEAD)
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    [length] = [line.split(b":")[1] for line in lines if line.lower().startswith(b"content-length:")]
    return b"\r\n".join([*lines, b"Connection: close"]) + END_OF_HEAD + await reader.readexactly(int(length))


@asynccontextmanager
async def proxying(ports: Sequence[int]) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy for servers at these ports, and its address."""
    proxy = Proxy(ports)
    watching = asyncio.create_task(proxy.watch())
    listener = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    try:
        port = listener.sockets[0].getsockname()[1]
        yield proxy, f"http://127.0.0.1:{port}"
    finally:
        listener.close()
        watching.cancel()
