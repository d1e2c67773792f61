"""A small HTTP/1.1 client for load: one connection, one request at a time, and the moment at which each part came.

A general client takes longer for a request than a small model does for its answer: it would measure itself.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

END_OF_HEAD: Final = b"\r\n\r\n"
MAX_PART: Final = 1 << 20


class BadAnswer(Exception):
    """An answer that is not HTTP as servers of this project write it, or that has another status than 200."""


class Refused(BadAnswer):
    """The server has too much to do: 429."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The body in the parts in which it came, and when (seconds of `time.perf_counter`)."""

    parts: list[bytes]
    times: list[float]

    @property
    def body(self) -> bytes:
        """All of it."""
        return b"".join(self.parts)


def encode_request(url: str, path: str, body: bytes) -> bytes:
    """A POST of JSON, ready to be sent any number of times."""
    head = f"POST {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode("ascii") + body


class Connection:
    """Made by `connect`; kept alive between requests."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, request: bytes) -> Answer:
        """Send a request from `encode_request` and read its answer. Raises BadAnswer, or Refused."""
        self._writer.write(request)
        head = await self._reader.readuntil(END_OF_HEAD)
        status, *lines = head.lower().split(b"\r\n")
        headers = dict(line.split(b": ", 1) for line in lines if line)
        answer = await _read_body(self._reader, headers)
        if b" 200 " not in status:
            kind = Refused if b" 429 " in status else BadAnswer
            raise kind(f"{status.decode('latin-1')}: {answer.body[:200]!r}")
        return answer


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[Connection]:
    """A connection to the host and port of `url`, hung up at the end."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=MAX_PART)
    try:
        yield Connection(reader, writer)
    finally:
        writer.close()
        await writer.wait_closed()


async def _read_body(reader: asyncio.StreamReader, headers: dict[bytes, bytes]) -> Answer:
    if b"content-length" in headers:
        body = await reader.readexactly(int(headers[b"content-length"]))
        return Answer([body], [time.perf_counter()])
    if headers.get(b"transfer-encoding") != b"chunked":
        raise BadAnswer(f"an answer of unknown length: {headers}")
    answer = Answer([], [])
    while size := int(await reader.readuntil(b"\r\n"), 16):
        part = await reader.readexactly(size + 2)
        answer.parts.append(part[:-2])
        answer.times.append(time.perf_counter())
    await reader.readexactly(2)
    return answer
