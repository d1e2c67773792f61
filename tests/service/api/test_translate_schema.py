from typing import Any

import pytest

from service.api.problems import BadRequest, InvalidInput
from service.api.schemas.translate import TranslateRequest, parse_translate

VALID = {"q": "Hi", "source": "en", "target": "de"}


def refusal(changes: dict[str, Any], *, is_json: bool = True) -> str:
    with pytest.raises((BadRequest, InvalidInput)) as caught:
        parse_translate({**VALID, **changes}, is_json=is_json)
    return str(caught.value)


def test_a_text_is_one_text() -> None:
    request = parse_translate(VALID, is_json=True)
    assert (request.texts, request.is_list) == (["Hi"], False)


def test_a_list_may_hold_empty_texts() -> None:
    request = parse_translate({**VALID, "q": ["a", ""]}, is_json=True)
    assert (request.texts, request.is_list) == (["a", ""], True)


def test_white_space_is_kept() -> None:
    assert parse_translate({**VALID, "q": "  a\r\n\n b \n"}, is_json=True).q == "  a\r\n\n b \n"


@pytest.mark.parametrize("document", [[], "text", 1, None, True])
def test_what_is_not_an_object_is_refused_with_the_text_that_clients_know(document: object) -> None:
    with pytest.raises(InvalidInput, match=r"^Invalid JSON format$"):
        parse_translate(document, is_json=True)


@pytest.mark.parametrize("name", ["q", "source", "target"])
@pytest.mark.parametrize("value", [None, "", [], 0])
def test_an_empty_value_is_a_missing_one(name: str, value: object) -> None:
    assert refusal({name: value}) == f"missing {name} parameter"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"alternatives": 1}, "alternatives parameter must be <= 0"),
        ({"alternatives": 10**30}, "alternatives parameter must be <= 0"),
        ({"alternatives": None}, "alternatives parameter is not a number"),
        ({"alternatives": "many"}, "alternatives parameter is not a number"),
        ({"alternatives": True}, "alternatives parameter is not a number"),
        ({"alternatives": 0.5}, "alternatives parameter is not a number"),
        ({"format": "xml"}, "xml format is not supported"),
        ({"format": None}, "this format is not supported"),
        ({"q": 5}, "q parameter must be a string or an array of strings"),
        ({"q": ["a", 5]}, "q parameter must be a string or an array of strings"),
        ({"q": {"a": "b"}}, "q parameter must be a string or an array of strings"),
        ({"source": ["en"]}, "source parameter must be a string"),
        ({"target": 5}, "target parameter must be a string"),
        ({"stream": "yes"}, "stream parameter must be true or false"),
        ({"stream": 1}, "stream parameter must be true or false"),
        ({"api_key": 5}, "api_key parameter must be a string"),
        ({"num_beams": 0}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": 9}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": 2.5}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": True}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": "4"}, "num_beams parameter must be a whole number from 1 to 8"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_expected(changes: dict[str, Any], text: str) -> None:
    assert refusal(changes) == text


def test_html_is_refused_with_what_to_do() -> None:
    assert refusal({"format": "html"}) == (
        'html format is not supported: send the text without markup and "format": "text"'
    )


def test_an_unknown_field_is_refused_with_those_that_are_known() -> None:
    assert refusal({"glossary": {}}).startswith("unknown parameter glossary; known are q, source, target")
    assert len(refusal({"x" * 10_000: 1})) < 250


def test_no_alternatives_can_be_asked_for_in_several_ways() -> None:
    for value in (0, -1, -(10**30)):
        assert parse_translate({**VALID, "alternatives": value}, is_json=True).alternatives == 0


def test_a_key_is_part_of_the_format() -> None:
    assert parse_translate({**VALID, "api_key": "k"}, is_json=True).api_key == "k"
    assert "ignored" in (TranslateRequest.model_fields["api_key"].description or "")


def test_without_a_number_of_beams_the_server_chooses() -> None:
    assert parse_translate(VALID, is_json=True).num_beams is None
    assert parse_translate({**VALID, "num_beams": None}, is_json=True).num_beams is None
    assert parse_translate({**VALID, "num_beams": 8}, is_json=True).num_beams == 8


def test_in_a_form_numbers_and_booleans_are_text() -> None:
    fields = {**VALID, "alternatives": "0", "stream": "true", "num_beams": "4"}
    assert parse_translate(fields, is_json=False).stream is True
    assert parse_translate(fields, is_json=False).num_beams == 4
    assert refusal({"num_beams": "many"}, is_json=False) == "num_beams parameter must be a whole number from 1 to 8"
    assert refusal({"alternatives": "many"}, is_json=False) == "alternatives parameter is not a number"
    assert refusal({"alternatives": "2"}, is_json=False) == "alternatives parameter must be <= 0"
    assert refusal({"stream": "maybe"}, is_json=False) == "stream parameter must be true or false"
