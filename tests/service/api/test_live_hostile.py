"""Input that nobody should send, on a real server: each is refused in the API's own words, and nothing breaks."""

import gzip
import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.live import LiveServer
from tests.service.api.observing import eventually, is_idle

ROUTES = {"/translate": ["error"], "/generate": ["error", "error_type"], "/generate_stream": ["error", "error_type"]}
JSON = {"content-type": "application/json"}
BODIES = {
    "nothing": b"",
    "half": b'{"q": "a"',
    "text": b"hello",
    "list": b"[1, 2]",
    "null": b"null",
    "not UTF-8": b'{"q": "\xff\xfe", "inputs": "\xff"}',
    "UTF-16": '{"q": "a"}'.encode("utf-16"),
    "deep list": b"[" * 50_000,
    "deep object": b'{"q":' * 15_000,
    "deep and closed": b"[" * 30_000 + b"]" * 30_000,
    "duplicate keys": b'{"q": "a", "q": "b", "inputs": "a", "inputs": "b"}',
    "NUL": rb'{"q": "a\u0000b", "inputs": "a\u0000b", "source": "en", "target": "de"}',
    "raw NUL": b'{"q": "a\x00b"}',
    "lone surrogate": rb'{"q": "\ud800", "inputs": "\ud800", "source": "en", "target": "de"}',
    "lone surrogate as a key": rb'{"\ud800": 1}',
    "NaN": b'{"q": NaN, "inputs": "a", "parameters": {"temperature": NaN}}',
    "Infinity": b'{"q": Infinity, "inputs": "a", "parameters": {"temperature": Infinity}}',
    "1e999": b'{"q": "a", "alternatives": 1e999, "inputs": "a", "parameters": {"temperature": 1e999}}',
    "huge integer": b'{"q": "a", "source": "en", "target": "de", "alternatives": ' + b"9" * 4000 + b"}",
    "integer of 5000 digits": b'{"q": "a", "alternatives": ' + b"9" * 5000 + b"}",
    "too many beams": b'{"q": "a", "inputs": "a", "source": "en", "target": "de", "num_beams": 100}',
    "beams in words": b'{"q": "a", "inputs": "a", "source": "en", "target": "de", "num_beams": "four"}',
    "number for text": b'{"q": 1, "inputs": 1, "source": "en", "target": "de"}',
    "unknown field": b'{"q": "a", "inputs": "a", "source": "en", "target": "de", "unknown": 1}',
    "long name of a field": b'{"' + b"x" * 90_000 + b'": 1}',
    "long name of a language": b'{"q": "a", "source": "' + b"z" * 90_000 + b'", "target": "de"}',
    "language with line breaks": rb'{"q": "a", "source": "e\r\nn", "target": "de"}',
}


def check(response: httpx.Response, path: str) -> None:
    assert 400 <= response.status_code < 500, response.text
    assert list(response.json()) == ROUTES[path]
    assert 10 < len(response.json()["error"]) < 500


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
@pytest.mark.parametrize("path", ROUTES)
def test_a_body_that_makes_no_sense(client: httpx.Client, path: str, body: bytes) -> None:
    check(client.post(path, content=body, headers=JSON), path)


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize(
    "parameters",
    [
        {"temperature": 10**400},
        {"top_p": 10**400},
        {"seed": 10**40},
        {"max_new_tokens": 10**40},
        {"temperature": -1e308},
        {"num_beams": 10**40},
        {"num_return_sequences": 10**40},
        {"best_of": 10**40},
        {"top_n_tokens": 10**40},
        {"min_new_tokens": 10**40},
        {"max_new_tokens": 10**4000},
        {"length_penalty": 1e308},
        {"repetition_penalty": 1e308},
        {"repetition_penalty": 1e-308},
        {"suppress_tokens": [10**40]},
        {"suppress_tokens": [0] * 20_000},
        {"stop": ["x"] * 20_000},
        {"early_stopping": 10**40},
    ],
)
def test_numbers_beyond_every_range(client: httpx.Client, path: str, parameters: dict[str, Any]) -> None:
    body = json.dumps({"inputs": "a", "model": "tiny-en-de", "parameters": parameters})
    check(client.post(path, content=body, headers=JSON), path)


def test_numbers_at_the_edge_of_their_range_are_fine(client: httpx.Client) -> None:
    for parameters in (
        {"top_k": 10**30},
        {"temperature": 1e-300},
        {"temperature": 1e300},
        {"top_p": 1e-300},
        {"seed": 2**64 - 1},
        {"no_repeat_ngram_size": 10**30},
        {"no_repeat_ngram_size": 1, "suppress_tokens": list(range(256))},
        {"repetition_penalty": 100},
        {"repetition_penalty": 0.01, "num_beams": 8},
        {"length_penalty": 10, "num_beams": 8},
        {"length_penalty": -10, "num_beams": 8},
        {"stop": ["x" * 90_000]},
        {"stop": ["\ufffd", "\n", "</s>", "中"]},
        {"top_n_tokens": 20, "num_beams": 8, "num_return_sequences": 8, "alignment": True},
    ):
        body = {"inputs": "a", "model": "tiny-en-de", "parameters": {**parameters, "max_new_tokens": 2}}
        assert client.post("/generate", json=body).status_code == 200


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("media", ["text/plain", "application/xml", "application/octet-stream", "", "garbage", "\xff"])
def test_a_body_of_another_kind(client: httpx.Client, path: str, media: str) -> None:
    response = client.post(path, content=b"<q>hello</q>", headers={b"content-type": media.encode("latin-1")})
    check(response, path)
    assert response.status_code == 415


@pytest.mark.parametrize(
    "path",
    [
        "/translate",
        "/detect",
        "/translate_file",
        "/generate",
        "/generate_stream",
        "/",
        "/v1/completions",
        "/v1/chat/completions",
        "/v2/translate",
        "/v2/models/tiny-en-de/infer",
    ],
)
def test_a_compressed_body_is_refused_by_every_api_in_its_own_words(client: httpx.Client, path: str) -> None:
    media = "multipart/form-data; boundary=x" if path == "/translate_file" else "application/json"
    head = {"content-type": media, "content-encoding": "gzip"}
    response = client.post(path, content=gzip.compress(b'{"q": "a"}'), headers=head)
    assert response.status_code == 415
    keys = {"/v2/translate": ["message"], "/": ["error", "error_type"]} | ROUTES
    assert list(response.json()) == keys.get(path, ["error"])
    assert "Content-Encoding 'gzip' is not supported: send the body as it is" in response.text


@pytest.mark.parametrize("path", ROUTES)
def test_ten_megabytes_are_refused_with_both_numbers(client: httpx.Client, path: str) -> None:
    response = client.post(path, content=b"x" * 10_000_000, headers=JSON)
    assert response.status_code == 413
    check(response, path)
    assert "10000000 bytes" in response.json()["error"]
    assert "limit of 100000 bytes" in response.json()["error"]


@pytest.mark.parametrize("path", ROUTES)
def test_ten_megabytes_in_pieces_without_a_length_are_refused_while_they_come(client: httpx.Client, path: str) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 100_000

    response = client.post(path, content=pieces(), headers=JSON)
    assert response.status_code == 413
    check(response, path)


@pytest.mark.parametrize(
    "head",
    [
        b"POST /translate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        b"POST /translate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /translate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
    ids=["body that stops", "broken chunk", "negative length", "path of raw bytes", "TLS"],
)
def test_a_connection_that_breaks_off_leaves_nothing_behind(
    server: LiveServer, client: httpx.Client, head: bytes
) -> None:
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port or 0), timeout=10) as connection:
        connection.sendall(head)
    assert eventually(lambda: is_idle(client))
    assert client.get("/health").status_code == 200


def test_the_server_never_failed(server: LiveServer, client: httpx.Client) -> None:
    """Runs after the others of this file: not one of them ended in an exception."""
    assert client.get("/health").status_code == 200
    assert "Traceback" not in server.text
    assert " 500 " not in server.text
