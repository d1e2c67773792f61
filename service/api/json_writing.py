"""JSON of answers that may be large, made beside the event loop and piece by piece: an encoder in C lets nobody else
run until it is done."""

import json
from collections.abc import Callable
from functools import partial
from typing import Final

from starlette.responses import Response

from service.text.offload import off_loop

DEPTH: Final = 4  # an answer's field, a text, a sentence, and what there is about it
MEDIA_TYPE: Final = "application/json"
ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def write_json(value: object, depth: int = DEPTH) -> str:
    """The same as from one call of the encoder, but for so many levels each part is encoded by itself."""
    if depth and isinstance(value, dict):
        fields = (f"{ENCODER.encode(name)}:{write_json(part, depth - 1)}" for name, part in value.items())
        return "{" + ",".join(fields) + "}"
    if depth and isinstance(value, list):
        return "[" + ",".join(write_json(part, depth - 1) for part in value) + "]"
    return ENCODER.encode(value)


async def json_response(make: Callable[[], object], *, num_chars: int) -> Response:
    """The answer that `make` gives; making it takes as long as planning `num_chars` characters."""
    return Response(await off_loop(partial(_made, make), num_chars=num_chars), media_type=MEDIA_TYPE)


def _made(make: Callable[[], object]) -> bytes:
    return write_json(make()).encode()
