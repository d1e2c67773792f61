"""Request bodies: read up to a limit, parsed strictly, refused with a sentence that says what is wrong."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import isfinite
from typing import Final, TypeVar
from urllib.parse import unquote_to_bytes

from fastapi import Request
from starlette.formparsers import MultiPartException, MultiPartParser

from service.api.json_values import MAX_VALUES, max_values, num_values
from service.api.problems import BadRequest, BodyTooLarge, CompressedBody, MalformedJson, UnsupportedContentType

FORM: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"
MAX_FIELDS: Final = 100
MAX_NAMES: Final = 2_000  # in one object; a glossary has the most
MAX_BYTES_ON_LOOP: Final = 16_384  # a millisecond or two at the worst, where a change of threads takes a tenth of one
PIECE: Final = 65_536
# One body after the other: parsers in C let nobody else run, and the loop would have to wait for all of them in turn.
PARSER: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="parser")
UNTEXTUAL: Final = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")  # only so JSON can write what no text contains
JSON_TYPE: Final = re.compile(r"application/(json|[a-z0-9.-]+\+json)")
Value = TypeVar("Value")


def media_type(request: Request) -> str:
    """The request's content type in lower case without its parameters; empty if there is none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def is_json(media: str) -> bool:
    return JSON_TYPE.fullmatch(media) is not None


async def read_body(request: Request, limit: int) -> bytes:
    """The whole body. Raises BodyTooLarge as soon as more than `limit` bytes are announced or have arrived.

    One that is compressed is not read: CompressedBody.
    """
    encoding = request.headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity"):
        raise CompressedBody(encoding)
    declared = request.headers.get("content-length", "")
    if re.fullmatch(r"[0-9]{1,18}", declared) and int(declared) > limit:
        raise BodyTooLarge(int(declared), limit)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise BodyTooLarge(len(body), limit)
    return bytes(body)


async def read_json(request: Request, limit: int) -> object:
    """The body as JSON, whatever its type. Raises UnsupportedContentType for anything else."""
    media = media_type(request)
    if not is_json(media):
        raise UnsupportedContentType(media, ("application/json",))
    return await parse_beside(await read_body(request, limit), limit)


async def read_parameters(request: Request, limit: int, *, repeated: Collection[str] = ()) -> tuple[object, bool]:
    """The fields of a request, and whether they come as JSON. Raises BadRequest if they are in two places.

    In a form, a field among `repeated` may be there several times: it is a list.
    """
    if not is_json(media_type(request)):
        return _listed(await _read_pairs(request, limit), repeated), False
    if request.scope["query_string"]:
        raise BadRequest("parameters are in the JSON body and in the query string; send them in one place")
    return await read_json(request, limit), True


async def read_fields(request: Request, limit: int) -> dict[str, str]:
    """Text fields of the query string together with those of a form body, if there is one."""
    return _unique(await _read_pairs(request, limit))


async def _read_pairs(request: Request, limit: int) -> list[tuple[str, str]]:
    media = media_type(request)
    pairs = _query_pairs(request.scope["query_string"], "query string")
    body = await read_body(request, limit)
    if media == FORM:
        pairs += await _form_pairs(body)
    elif media == MULTIPART:
        pairs += await _multipart_pairs(request, body)
    elif body:
        raise UnsupportedContentType(media, ("application/json", FORM, MULTIPART))
    return pairs


def _listed(pairs: list[tuple[str, str]], repeated: Collection[str]) -> dict[str, object]:
    fields: dict[str, object] = dict(_unique([pair for pair in pairs if pair[0] not in repeated]))
    lists = {name: [value for given, value in pairs if given == name] for name in repeated}
    return fields | {name: values for name, values in lists.items() if values}


async def parse_beside(raw: bytes, limit: int) -> object:
    """A body of at most `limit` bytes as strict JSON, parsed beside the event loop if it is long."""
    if len(raw) <= MAX_BYTES_ON_LOOP:
        return parse_json(raw, max_values(limit))
    return await asyncio.get_running_loop().run_in_executor(PARSER, parse_json, raw, max_values(limit))


def parse_json(raw: bytes, most_values: int = MAX_VALUES) -> object:
    """Strict JSON: UTF-8, no duplicate keys, no NaN or Infinity, no text that could not be written again."""
    if (found := num_values(raw, most_values)) > most_values:
        raise BadRequest(f"body has at least {found} JSON values, and {most_values} are read at most; send parts")
    text = decode_utf8(raw, "body")
    if text.startswith("\ufeff"):
        raise MalformedJson("it begins with a byte order mark (BOM): write it as UTF-8 without one")
    try:
        document: object = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise MalformedJson(f"{error.msg} at line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise MalformedJson("it is nested too deeply") from error
    except ValueError as error:  # Python refuses to read integers of thousands of digits
        raise MalformedJson("a number has too many digits") from error
    if UNTEXTUAL.search(text):
        for string in _strings(document):
            check_text(string)
    return document


def decode_utf8(raw: bytes, what: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{what} is not valid UTF-8: byte {error.start} is 0x{raw[error.start]:02x}") from error


def check_text(text: str) -> None:
    """Refuse characters that no text contains: NUL, and halves of surrogate pairs."""
    bad = re.search("[\0\ud800-\udfff]", text)
    if bad:
        code = ord(bad.group())
        name = "NUL" if code == 0 else "half of a surrogate pair"
        raise BadRequest(f"text contains U+{code:04X} ({name}) at character {bad.start()}; remove it")


def _strings(document: object) -> Iterator[str]:
    """Every string in a JSON document, keys included; without recursion."""
    stack = [document]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            stack += value
        elif isinstance(value, dict):
            stack += value.keys()
            stack += value.values()


def _unique(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    if len(pairs) > MAX_NAMES:
        raise BadRequest(f"an object has {len(pairs)} fields, more than the {MAX_NAMES} that are read")
    result: dict[str, Value] = {}
    for name, value in pairs:
        if name in result:
            raise BadRequest(f"{shorten(name)} is given twice")
        result[name] = value
    return result


def shorten(name: str) -> str:
    """A name from outside, fit to be repeated in an answer."""
    return ascii(name[:60])[1:-1] + ("..." if len(name) > 60 else "")


def _refuse_constant(name: str) -> object:
    raise MalformedJson(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise MalformedJson(f"the number {shorten(text)} is too large")
    return number


async def _form_pairs(body: bytes) -> list[tuple[str, str]]:
    """Percent-decoding takes as long as hundreds of requests where every character is escaped."""
    if len(body) <= MAX_BYTES_ON_LOOP:
        return _query_pairs(body, "form")
    return await asyncio.to_thread(_query_pairs, body, "form")


def _query_pairs(raw: bytes, what: str) -> list[tuple[str, str]]:
    if raw.count(b"&") >= MAX_FIELDS:
        raise BadRequest(f"{what} has more than {MAX_FIELDS} fields")
    fields = [field.partition("=") for field in decode_utf8(raw, what).split("&") if field]
    try:
        pairs = [(percent_decoded(name), percent_decoded(value)) for name, _, value in fields]
    except UnicodeDecodeError as error:
        raise BadRequest(f"{what} is not valid UTF-8 after percent-decoding") from error
    for name, value in pairs:
        check_text(name)
        check_text(value)
    return pairs


def percent_decoded(text: str) -> str:
    """A value of a form, as the URL standard reads it; piece by piece, because what the library does to one piece lets
    no other thread run. Raises UnicodeDecodeError.
    """
    text = text.replace("+", " ")
    decoded, start = bytearray(), 0
    while start < len(text):
        end = start + PIECE
        escape = text.rfind("%", end - 2, end)  # cut off in the middle
        end = end if escape < 0 else escape
        decoded += unquote_to_bytes(text[start:end])
        start = end
    return decoded.decode("utf-8")


async def _multipart_pairs(request: Request, body: bytes) -> list[tuple[str, str]]:
    decode_utf8(body, "multipart body")  # the parser would fall back to another encoding without a word
    parser = MultiPartParser(
        request.headers, in_pieces(body), max_files=0, max_fields=MAX_FIELDS, max_part_size=len(body)
    )
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise BadRequest(f"multipart body: {error.message}") from error
    if not body.rstrip().endswith(b"--"):
        raise BadRequest("multipart body: it ends before its last boundary")  # the parser drops what is incomplete
    pairs = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    for name, value in pairs:
        check_text(name)
        check_text(value)
    return pairs


async def in_pieces(body: bytes) -> AsyncGenerator[bytes, None]:
    """A body for a parser on the event loop; between its pieces others have their turn."""
    for start in range(0, len(body), PIECE):
        yield body[start : start + PIECE]
        await asyncio.sleep(0)
