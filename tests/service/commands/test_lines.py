import asyncio
import os
import socket
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.commands.lines import LineError, lines_of_file, lines_of_stream, lines_of_text


async def collected(lines: AsyncIterator[str]) -> list[str]:
    return [line async for line in lines]


def test_lines_of_a_text_keep_their_ends() -> None:
    assert asyncio.run(collected(lines_of_text("a\n\nb\r\nc"))) == ["a\n", "\n", "b\r\n", "c"]


def test_lines_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes("ä\n\r\n末".encode())
    assert asyncio.run(collected(lines_of_file(path))) == ["ä\n", "\r\n", "末"]


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"a\n\xff\n")
    with pytest.raises(LineError, match="line 2: it is not UTF-8: byte 0 is 0xff"):
        asyncio.run(collected(lines_of_file(path)))


def test_a_line_of_a_pipe_is_there_before_the_next_one_is_written() -> None:
    async def scenario() -> None:
        reading, writing = os.pipe()
        with open(reading, "rb") as stream, open(writing, "wb", buffering=0) as writer:
            lines = lines_of_stream(stream, max_bytes=1000)
            writer.write(b"first\n")
            assert await asyncio.wait_for(anext(lines), 10) == "first\n"
            writer.write("zweite ä".encode())
            writer.close()
            assert await asyncio.wait_for(collected(lines), 10) == ["zweite ä"]

    asyncio.run(scenario())


def test_standard_input_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"a\nb")
    with path.open("rb") as stream:
        assert asyncio.run(collected(lines_of_stream(stream, max_bytes=1000))) == ["a\n", "b"]


def test_an_endless_line_of_a_socket_is_refused_with_the_limit() -> None:
    async def scenario() -> None:
        ours, theirs = socket.socketpair()
        writing = threading.Thread(target=theirs.sendall, args=(b"x" * 5000,))
        writing.start()
        with ours, theirs, ours.makefile("rb") as stream, pytest.raises(LineError, match="longer than 1000 bytes"):
            await asyncio.wait_for(collected(lines_of_stream(stream, max_bytes=1000)), 10)
        writing.join()

    asyncio.run(scenario())
