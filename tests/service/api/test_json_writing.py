"""Piece by piece, JSON is the same as in one."""

import asyncio
import json
from typing import Any

import pytest
from fastapi.responses import JSONResponse
from hypothesis import given
from hypothesis import strategies as st

from service.api.json_writing import json_response, write_json
from service.text.offload import MAX_CHARS_ON_LOOP

JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=30,
)


@given(JSON, st.integers(0, 6))
def test_it_is_what_one_call_gives(document: Any, depth: int) -> None:
    assert write_json(document, depth) == json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def test_what_is_no_json_is_not_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_json({"score": float("nan")})


@pytest.mark.parametrize("num_chars", [0, MAX_CHARS_ON_LOOP + 1])
def test_a_response_is_the_one_that_starlette_makes(num_chars: int) -> None:
    content = {"translatedText": ["größer", '"\n'], "scores": [[-0.5, None]]}
    made = asyncio.run(json_response(lambda: content, num_chars=num_chars))
    expected = JSONResponse(content)
    assert (made.status_code, made.body, made.headers) == (200, expected.body, expected.headers)
