"""Strings behind the JSON of a request or an answer: the Open Inference Protocol's extension for binary tensors."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from service.api.body import check_text, decode_utf8, shorten
from service.api.problems import BadRequest

HEADER: Final = "Inference-Header-Content-Length"
EXTENSION: Final = "binary_tensor_data"
SIZE_BYTES: Final = 4  # of the length before each string, little-endian


def split_body(body: bytes, json_length: str | None) -> tuple[bytes, bytes]:
    """The JSON, and what stands behind it; without the header all of it is JSON. Raises BadRequest."""
    if json_length is None:
        return body, b""
    if not re.fullmatch(r"[0-9]{1,18}", json_length) or int(json_length) > len(body):
        raise BadRequest(f"header {HEADER} is {shorten(json_length)}, and the body has {len(body)} bytes")
    size = int(json_length)
    return body[:size], body[size:]


def with_strings(document: Mapping[str, Any], binary: bytes) -> dict[str, Any]:
    """A request that has the strings of its tensor as `data`, also if they came in `binary`. Raises BadRequest."""
    inputs = document.get("inputs")
    tensor = inputs[0] if isinstance(inputs, list) and len(inputs) == 1 and isinstance(inputs[0], dict) else {}
    parameters = tensor.get("parameters")
    size = parameters.get("binary_data_size") if isinstance(parameters, dict) else None
    if size is None and binary:
        raise BadRequest(f"{len(binary)} bytes stand behind the JSON, but no tensor has a `binary_data_size`")
    if size is None:
        return {**document}
    if "data" in tensor:
        raise BadRequest("a tensor has `data` or a `binary_data_size`, not both")
    if size != len(binary):
        raise BadRequest(f"`binary_data_size` is {shorten(str(size))}, but {len(binary)} bytes stand behind the JSON")
    return {**document, "inputs": [tensor | {"data": _strings(binary)}]}


def pack_strings(strings: Sequence[str]) -> bytes:
    """Strings as they stand behind the JSON."""
    return b"".join(len(raw).to_bytes(SIZE_BYTES, "little") + raw for raw in map(str.encode, strings))


def _strings(binary: bytes) -> list[str]:
    strings = [decode_utf8(raw, f"string {number} of the tensor") for number, raw in enumerate(_parts(binary))]
    for string in strings:
        check_text(string)
    return strings


def _parts(binary: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(binary):
        end = start + SIZE_BYTES + int.from_bytes(binary[start : start + SIZE_BYTES], "little")
        if end > len(binary):
            raise BadRequest(f"the string at byte {start} behind the JSON is longer than what is left of the body")
        yield binary[start + SIZE_BYTES : end]
        start = end
