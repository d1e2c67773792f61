from typing import Any

import pytest

from service.api.parsing import WireModel, as_object, validated, without_neutral
from service.api.problems import BadRequest, InvalidField


class Part(WireModel):
    size: int


class Whole(WireModel):
    name: str
    parts: list[Part] | None = None


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({}, "name", "`name` is required"),
        ({"name": 1}, "name", "`name`: Input should be a valid string"),
        ({"name": "a", "x" * 100: 1}, f"{'x' * 60}...", f"`{'x' * 60}...` is not a known field; known are name, parts"),
        (
            {"name": "a", "parts": [{"size": 1}, {"size": "1"}]},
            "parts",
            "`parts.1.size`: Input should be a valid integer",
        ),
        ({"name": "a", "parts": [{"size": 1, "y": 1}]}, "parts", "`parts.0.y`: Extra inputs are not permitted"),
    ],
)
def test_a_refusal_names_the_field(fields: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(InvalidField) as caught:
        validated(Whole, fields)
    assert (caught.value.field, str(caught.value)) == (field, message)


def test_in_a_form_numbers_are_text() -> None:
    assert validated(Part, {"size": "3"}, strict=False).size == 3


@pytest.mark.parametrize("document", [None, [], "a", 1])
def test_what_is_not_an_object_is_refused(document: object) -> None:
    with pytest.raises(BadRequest, match="must be a JSON object"):
        as_object(document)


def test_what_is_not_served_may_be_there_if_it_asks_for_nothing() -> None:
    neutral = {"tools": ([],), "bias": (0,)}
    assert without_neutral({"a": 1, "tools": [], "bias": 0.0}, neutral) == {"a": 1}
    assert without_neutral({"a": 1, "tools": None}, neutral) == {"a": 1}
    with pytest.raises(InvalidField, match="`tools` is not supported"):
        without_neutral({"tools": ["x"]}, neutral)
