import asyncio
import json
import threading
from typing import Any
from urllib.parse import quote_plus, unquote_plus

import pytest
from fastapi import Request
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message

from service.api import body
from service.api.body import (
    FORM,
    MAX_BYTES_ON_LOOP,
    MAX_NAMES,
    parse_json,
    percent_decoded,
    read_body,
    read_fields,
    read_json,
)
from service.api.json_values import MAX_VALUES
from service.api.problems import BadRequest, BodyTooLarge, CompressedBody, MalformedJson, UnsupportedContentType


def request(*chunks: bytes, query: bytes = b"", **headers: str) -> Request:
    """A POST whose body arrives in these pieces."""
    waiting = [*chunks]

    async def receive() -> Message:
        body = waiting.pop(0) if waiting else b""
        return {"type": "http.request", "body": body, "more_body": bool(waiting)}

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": raw, "query_string": query}
    return Request(scope, receive)


def fields(*args: Any, **kwargs: Any) -> dict[str, str]:
    return asyncio.run(read_fields(request(*args, **kwargs), 1000))


def test_a_body_is_the_concatenation_of_its_pieces() -> None:
    assert asyncio.run(read_body(request(b"ab", b"", b"c"), 3)) == b"abc"


def test_an_announced_size_is_refused_before_anything_is_read() -> None:
    refused = request(b"never read", content_length="11")
    with pytest.raises(BodyTooLarge, match=r"11 bytes .* limit of 10 bytes"):
        asyncio.run(read_body(refused, 10))


def test_without_an_announced_size_reading_stops_at_the_limit() -> None:
    pieces = [b"12345"] * 1000
    with pytest.raises(BodyTooLarge, match=r"15 bytes .* limit of 10 bytes"):
        asyncio.run(read_body(request(*pieces), 10))


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        (b"", "Expecting value"),
        (b'{"q": }', "line 1, column 7"),
        (b'{"q": NaN}', "NaN is not a JSON number"),
        (b'{"q": -Infinity}', "-Infinity is not a JSON number"),
        (b'{"q": 1e400}', "1e400 is too large"),
        (b"9" * 5000, "too many digits"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'\xef\xbb\xbf{"q": 1}', "BOM"),
    ],
)
def test_what_is_not_json_is_refused(raw: bytes, complaint: str) -> None:
    with pytest.raises(MalformedJson, match=complaint):
        parse_json(raw)


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        (b'{"q": "\xff"}', "not valid UTF-8: byte 7 is 0xff"),
        (b'{"q": "a", "q": "b"}', "q is given twice"),
        (b'{"q": {"a": 1, "a": 2}}', "a is given twice"),
        (rb'{"q": ["x", "a\u0000"]}', r"U\+0000 \(NUL\) at character 1"),
        (rb'{"q": "\ud83d"}', r"U\+D83D \(half of a surrogate pair\)"),
        (rb'{"\udc00": 1}', r"U\+DC00"),
        (rb'{"\udc00": 1, "\udc00": 2}', "given twice"),
    ],
)
def test_json_that_no_text_can_come_from_is_refused(raw: bytes, complaint: str) -> None:
    with pytest.raises(BadRequest, match=complaint) as caught:
        parse_json(raw)
    str(caught.value).encode()  # whatever was sent, the answer can be written


def test_more_values_than_any_request_has_are_refused_before_they_are_parsed() -> None:
    """Parsing 2 MB of empty strings once held up everybody for 0.4 s."""
    with pytest.raises(BadRequest, match=rf"at least \d+ JSON values, and {MAX_VALUES} are read at most; send parts"):
        parse_json(b"[" + b'"",' * MAX_VALUES * 3)


@pytest.mark.parametrize(
    "document",
    [
        {"q": [",]}" * 10_000, '"' * 10_000]},
        {"q": ["The child sees fish."] * 5000},
        {"prompt": [[1, 2, 3] * 40] * 128},
        {"inputs": [{"data": [[["a"]]] * 1000}]},
        {"messages": [{"role": "user", "content": "a"}] * 3000},
    ],
)
def test_long_texts_and_long_lists_of_them_are_read(document: Any) -> None:
    assert parse_json(json.dumps(document).encode()) == document


def test_an_object_of_more_fields_than_any_request_has_is_refused() -> None:
    fields = {f"{number}": 1 for number in range(MAX_NAMES + 1)}
    with pytest.raises(BadRequest, match=rf"an object has {MAX_NAMES + 1} fields, more than the {MAX_NAMES} that"):
        parse_json(json.dumps({"glossary": fields}).encode())


def readers_of(monkeypatch: pytest.MonkeyPatch, reader: str, raw: bytes, media: str) -> set[int]:
    """The threads on which a body is read."""
    threads: set[int] = set()
    read = getattr(body, reader)

    def watched(*args: Any) -> Any:
        threads.add(threading.get_ident())
        return read(*args)

    monkeypatch.setattr(body, reader, watched)
    reading = read_json if media == "application/json" else read_fields
    asyncio.run(reading(request(raw, content_type=media), 10_000_000))
    return threads


@pytest.mark.parametrize(
    ("reader", "media", "head"), [("parse_json", "application/json", b'["%s"]'), ("_query_pairs", FORM, b"q=%s")]
)
def test_long_bodies_are_read_beside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, reader: str, media: str, head: bytes
) -> None:
    own = threading.get_ident()
    assert readers_of(monkeypatch, reader, head % b"a", media) == {own}
    assert readers_of(monkeypatch, reader, head % (b"a" * MAX_BYTES_ON_LOOP), media) - {own}


def test_a_long_form_in_parts_lets_others_have_the_event_loop() -> None:
    raw = b'--x\r\nContent-Disposition: form-data; name="q"\r\n\r\n' + b"a" * 1_000_000 + b"\r\n--x--\r\n"

    async def scenario() -> int:
        turns = 0
        reading = asyncio.create_task(
            read_fields(request(raw, content_type="multipart/form-data; boundary=x"), 2_000_000)
        )
        while not reading.done():
            turns += 1
            await asyncio.sleep(0)
        assert reading.result() == {"q": "a" * 1_000_000}
        return turns

    assert asyncio.run(scenario()) > 10


def test_a_surrogate_pair_is_one_character() -> None:
    assert parse_json(rb'{"q": "\ud83d\ude06"}') == {"q": "😆"}


@pytest.mark.parametrize("media", ["application/json", "application/json; charset=utf-8", "Application/LD+JSON"])
def test_json_is_read_whatever_its_type_is_called_exactly(media: str) -> None:
    assert asyncio.run(read_json(request(b"[1]", content_type=media), 10)) == [1]


@pytest.mark.parametrize("media", ["", "text/plain", "application/jsonp"])
def test_a_body_of_another_type_is_refused_with_the_type_to_send(media: str) -> None:
    with pytest.raises(UnsupportedContentType, match="send application/json"):
        asyncio.run(read_json(request(b"{}", content_type=media), 10))


@pytest.mark.parametrize("encoding", ["gzip", "GZIP", "deflate", "br", "zstd", "gzip, identity", "x" * 99])
def test_a_compressed_body_is_refused_before_anything_is_read_with_what_to_do(encoding: str) -> None:
    """It was taken for broken JSON, or for text in another encoding."""
    for media in ("application/json", FORM, "multipart/form-data; boundary=x", ""):
        refused = request(b"\x1f\x8b\x08", content_type=media, content_encoding=encoding)
        with pytest.raises(CompressedBody, match=r"Content-Encoding '.{1,60}' is not supported: send .* without compr"):
            asyncio.run(read_body(refused, 10))
    with pytest.raises(CompressedBody, match="gzip"):
        fields(b"q=a", content_type=FORM, content_encoding="gzip")


@pytest.mark.parametrize("encoding", ["", "identity", " Identity "])
def test_a_body_that_is_said_not_to_be_compressed_is_read(encoding: str) -> None:
    assert asyncio.run(read_body(request(b"ab", content_encoding=encoding), 3)) == b"ab"


def test_fields_come_from_the_query_string_and_from_the_form() -> None:
    given = fields(b"q=a%20b+c%0A&target=de", query=b"source=en", content_type=FORM)
    assert given == {"source": "en", "q": "a b c\n", "target": "de"}


@given(st.text(alphabet="aä中%+2f40e", max_size=40) | st.text(max_size=20).map(quote_plus))
def test_a_value_is_decoded_piece_by_piece_as_the_library_does_at_once(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.api.body.PIECE", 5)
        try:
            expected = unquote_plus(text, errors="strict")
        except UnicodeDecodeError:
            with pytest.raises(UnicodeDecodeError):
                percent_decoded(text)
        else:
            assert percent_decoded(text) == expected


def test_fields_of_a_multipart_form_keep_their_line_ends() -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="q"\r\n\r\na\r\n b\n\r\n--x--\r\n'
    assert fields(body, content_type="multipart/form-data; boundary=x") == {"q": "a\r\n b\n"}


def test_a_file_is_not_a_field() -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="q"; filename="f"\r\n\r\na\r\n--x--\r\n'
    with pytest.raises(BadRequest, match="multipart body: Too many files"):
        fields(body, content_type="multipart/form-data; boundary=x")


@pytest.mark.parametrize(
    ("body", "media", "complaint"),
    [
        (b"q=a&q=b", FORM, "q is given twice"),
        (b"q=%ff", FORM, "not valid UTF-8"),
        (b"q=\xff", FORM, "not valid UTF-8"),
        (b"q=%00", FORM, "NUL"),
        (b"&".join([b"a=1"] * 200), FORM, "more than 100 fields"),
        (
            b'--x\r\nContent-Disposition: form-data; name="q"\r\n\r\n\xe4\r\n--x--\r\n',
            "multipart/form-data; boundary=x",
            "UTF-8",
        ),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x", "multipart body"),
        (b"--x--", "multipart/form-data", "Missing boundary"),
        (b"<q>a</q>", "application/xml", "'application/xml' is not supported"),
        (b"q=a", "", "A body without a content type"),
    ],
)
def test_a_form_that_cannot_be_read_exactly_is_refused(body: bytes, media: str, complaint: str) -> None:
    with pytest.raises((BadRequest, UnsupportedContentType), match=complaint):
        fields(body, **({"content_type": media} if media else {}))


def test_no_error_repeats_more_of_a_name_than_fits_a_line() -> None:
    long_name = "x" * 5000
    with pytest.raises(BadRequest) as caught:
        parse_json(json.dumps({long_name: 1})[:-1].encode() + f', "{long_name}": 2}}'.encode())
    assert len(str(caught.value)) < 100
