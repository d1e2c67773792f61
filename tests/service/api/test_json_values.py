"""Values are counted without being parsed, and what stands in texts is none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.json_values import BYTES_PER_VALUE, MAX_VALUES, max_values, num_values

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=30,
)


def counted(document: Any) -> int:
    """Values within the document, each with what is in it."""
    inner = document.values() if isinstance(document, dict) else document if isinstance(document, list) else []
    return sum(1 + counted(value) for value in inner)


@given(JSON, st.booleans())
def test_a_document_is_within_the_bound_that_it_is_within(document: Any, is_ascii: bool) -> None:
    """Empty lists and objects count twice: for themselves and for what could be in them."""
    raw = json.dumps(document, ensure_ascii=is_ascii).encode()
    bound = counted(document) + raw.count(b"[]") + raw.count(b"{}")
    assert num_values(raw, bound) <= bound


@given(JSON.filter(counted), st.booleans())
def test_a_document_is_beyond_the_bound_that_it_is_beyond(document: Any, is_ascii: bool) -> None:
    bound = counted(document) - 1
    assert num_values(json.dumps(document, ensure_ascii=is_ascii).encode(), bound) > bound


@pytest.mark.parametrize("text", [",]}" * 9999, '",",' * 9999, '\\",\\\\",' * 9999, "\\" * 9999 + ",", '"' * 9999])
def test_what_a_text_is_made_of_is_no_value(text: str) -> None:
    assert num_values(json.dumps({"q": [text, text]}).encode(), 10) <= 10


@pytest.mark.parametrize(
    "raw", [b"[" + b'"",' * 9999 + b"1]", b"[" + b"[]," * 9999 + b"1]", b'{"a":' * 99 + b"1" + b"}" * 99]
)
def test_many_values_are_many(raw: bytes) -> None:
    assert num_values(raw, 50) > 50


def test_what_ends_early_has_the_values_that_it_has() -> None:
    """Lists that only begin cost a parser nothing: it gives up as soon as they are too deep."""
    assert num_values(b"[" * 1000, 10) == 0
    assert num_values(b"1," * 1000, 10) == 1000


def test_large_bodies_may_have_more() -> None:
    assert max_values(0) == MAX_VALUES
    assert max_values(100 * BYTES_PER_VALUE * MAX_VALUES) == 100 * MAX_VALUES
