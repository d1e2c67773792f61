"""Lines of text from an argument, a file or standard input, as they become available."""

import asyncio
import os
import stat
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import BinaryIO


class LineError(Exception):
    """A line that cannot be translated; the message names it."""

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(f"line {number}: {problem}")


async def lines_of_text(text: str) -> AsyncIterator[str]:
    """The lines of a text, with their ends."""
    for line in text.splitlines(keepends=True):
        yield line


async def lines_of_file(path: Path) -> AsyncIterator[str]:
    """The lines of a UTF-8 file, with their ends."""
    with path.open("rb") as file:
        for line in _decoded(file):
            yield line


async def lines_of_stream(stream: BinaryIO, max_bytes: int) -> AsyncIterator[str]:
    """The lines of standard input. Waiting for a terminal or a pipe blocks nothing else, and can be interrupted."""
    mode = os.fstat(stream.fileno()).st_mode
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stream.isatty()):
        for line in _decoded(stream):
            yield line
        return
    reader = asyncio.StreamReader(limit=max_bytes)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), stream)
    number = 0
    try:
        while raw := await _read_line(reader, number := number + 1, max_bytes):
            yield decode(raw, number)
    finally:
        transport.close()


async def _read_line(reader: asyncio.StreamReader, number: int, max_bytes: int) -> bytes:
    try:
        return await reader.readline()
    except ValueError as error:
        raise LineError(number, f"it is longer than {max_bytes} bytes") from error


def _decoded(lines: BinaryIO | Iterable[bytes]) -> Iterable[str]:
    return (decode(raw, number) for number, raw in enumerate(lines, start=1))


def decode(raw: bytes, number: int) -> str:
    """One line as text. Raises LineError."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LineError(number, f"it is not UTF-8: byte {error.start} is 0x{raw[error.start]:02x}") from error
