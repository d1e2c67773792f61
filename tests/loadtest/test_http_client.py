"""The small client reads whole and streamed answers, one after another on one connection."""

import asyncio
from itertools import pairwise

import pytest

from loadtest.http_client import Answer, BadAnswer, connect, encode_request
from tests.loadtest.http_servers import serving, streamed, whole


def ask(pieces: list[bytes], *, times: int = 1) -> list[Answer]:
    """The answers to the same request, sent `times` times on one connection."""

    async def handler(_: bytes) -> list[bytes]:
        return pieces

    async def run() -> list[Answer]:
        async with serving(handler) as url:
            request = encode_request(url, "/translate", b"{}")
            async with connect(url) as connection:
                return [await connection.send(request) for _ in range(times)]

    return asyncio.run(run())


def test_a_request_is_complete() -> None:
    expected = b"POST /translate HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Type: application/json\r\n"
    request = encode_request("http://127.0.0.1:8000", "/translate", '{"q":"ü"}'.encode())
    assert request == expected + b"Content-Length: 10\r\n\r\n" + '{"q":"ü"}'.encode()


def test_a_whole_answer_has_one_part() -> None:
    first, second = ask(whole(b'{"translatedText": "Hallo."}'), times=2)
    assert first.body == second.body == b'{"translatedText": "Hallo."}'
    assert len(first.times) == 1


def test_each_chunk_of_a_stream_has_its_moment() -> None:
    first, second = ask(streamed(b"data:1\n\n", b"data:2\n\n", b"data:3\n\n"), times=2)
    assert first.parts == second.parts == [b"data:1\n\n", b"data:2\n\n", b"data:3\n\n"]
    assert all(earlier <= later for earlier, later in pairwise([*first.times, *second.times]))


def test_another_status_is_no_answer() -> None:
    with pytest.raises(BadAnswer, match=r"429 too many requests.*slow down"):
        ask(whole(b"slow down", "429 Too Many Requests"))


def test_an_answer_without_a_length_is_refused() -> None:
    with pytest.raises(BadAnswer, match="unknown length"):
        ask([b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"])
