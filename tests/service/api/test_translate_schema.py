from typing import Any

import pytest
from pydantic import BaseModel

from service.api.problems import BadRequest, InvalidInput
from service.api.schemas.deepl import DeepLWarning
from service.api.schemas.kserve import KServeWarning
from service.api.schemas.translate import TranslateRequest, TranslationWarning, parse_detect, parse_translate
from service.text.options import Split, TranslationOptions
from service.text.warnings import NumbersDiffer, values_of

LIMIT = 3
VALID = {"q": "Hi", "source": "en", "target": "de"}


def parse(fields: object, *, is_json: bool = True) -> TranslateRequest:
    return parse_translate(fields, is_json=is_json, max_alternatives=LIMIT)


def refusal(changes: dict[str, Any], *, is_json: bool = True) -> str:
    with pytest.raises((BadRequest, InvalidInput)) as caught:
        parse({**VALID, **changes}, is_json=is_json)
    return str(caught.value)


def test_a_text_is_one_text() -> None:
    request = parse(VALID, is_json=True)
    assert (request.texts, request.is_list) == (["Hi"], False)


def test_a_list_may_hold_empty_texts() -> None:
    request = parse({**VALID, "q": ["a", ""]}, is_json=True)
    assert (request.texts, request.is_list) == (["a", ""], True)


def test_white_space_is_kept() -> None:
    assert parse({**VALID, "q": "  a\r\n\n b \n"}, is_json=True).q == "  a\r\n\n b \n"


@pytest.mark.parametrize("document", [[], "text", 1, None, True])
def test_what_is_not_an_object_is_refused_with_the_text_that_clients_know(document: object) -> None:
    with pytest.raises(InvalidInput, match=r"^Invalid JSON format$"):
        parse(document, is_json=True)


@pytest.mark.parametrize("name", ["q", "source", "target"])
@pytest.mark.parametrize("value", [None, "", [], 0])
def test_an_empty_value_is_a_missing_one(name: str, value: object) -> None:
    assert refusal({name: value}) == f"missing {name} parameter"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"alternatives": 4}, "alternatives parameter must be <= 3"),
        ({"alternatives": 10**30}, "alternatives parameter must be <= 3"),
        ({"alternatives": "many"}, "alternatives parameter is not a number"),
        ({"alternatives": True}, "alternatives parameter is not a number"),
        ({"alternatives": 0.5}, "alternatives parameter is not a number"),
        ({"format": "xml"}, "xml format is not supported"),
        ({"format": 5}, "this format is not supported"),
        ({"q": 5}, "q parameter must be a string or an array of strings"),
        ({"q": ["a", 5]}, "q parameter must be a string or an array of strings"),
        ({"q": {"a": "b"}}, "q parameter must be a string or an array of strings"),
        ({"source": ["en"]}, "source parameter must be a string"),
        ({"target": 5}, "target parameter must be a string"),
        ({"stream": "yes"}, "stream parameter must be true or false"),
        ({"stream": 1}, "stream parameter must be true or false"),
        ({"api_key": 5}, "api_key parameter must be a string"),
        ({"split_sentences": "2"}, 'split_sentences parameter must be one of "1", "0", "nonewlines"'),
        ({"no_translate": "a"}, "no_translate parameter must be an array of up to 1000 strings, in JSON"),
        ({"no_translate": [""]}, "no_translate parameter must be an array of up to 1000 strings, in JSON"),
        ({"glossary": {"a": 1}}, "glossary parameter must be an object of up to 1000 strings, in JSON"),
        ({"alignment": "x"}, "alignment parameter must be true or false"),
        ({"scores": 1}, "scores parameter must be true or false"),
        (
            {"format": "html", "stream": True},
            "stream parameter must be false for html: where tags stand is known only at the end",
        ),
        ({"num_beams": 0}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": 9}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": 2.5}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": True}, "num_beams parameter must be a whole number from 1 to 8"),
        ({"num_beams": "4"}, "num_beams parameter must be a whole number from 1 to 8"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_expected(changes: dict[str, Any], text: str) -> None:
    assert refusal(changes) == text


def test_an_unknown_field_is_refused_with_those_that_are_known() -> None:
    assert refusal({"glosary": {}}).startswith("unknown parameter glosary; known are q, source, target")
    assert len(refusal({"x" * 10_000: 1})) < 250


def test_no_alternatives_can_be_asked_for_in_several_ways() -> None:
    for value in (0, -1, -(10**30)):
        assert parse({**VALID, "alternatives": value}, is_json=True).alternatives == 0
        assert parse({**VALID, "alternatives": str(value)}, is_json=False).alternatives == 0


def test_a_null_is_as_good_as_nothing_in_a_known_field() -> None:
    fields = {"format": None, "alternatives": None, "api_key": None, "stream": None, "glossary": None}
    assert parse({**VALID, **fields}) == parse(VALID)
    assert refusal({"glosary": None}).startswith("unknown parameter glosary")


def test_a_key_is_part_of_the_format() -> None:
    assert parse({**VALID, "api_key": "k"}, is_json=True).api_key == "k"


def test_without_a_number_of_beams_the_server_chooses() -> None:
    assert parse(VALID, is_json=True).num_beams is None
    assert parse({**VALID, "num_beams": None}, is_json=True).num_beams is None
    assert parse({**VALID, "num_beams": 8}, is_json=True).num_beams == 8


def test_in_a_form_numbers_and_booleans_are_text() -> None:
    fields = {**VALID, "alternatives": "0", "stream": "true", "num_beams": "4"}
    assert parse(fields, is_json=False).stream is True
    assert parse(fields, is_json=False).num_beams == 4
    assert refusal({"num_beams": "many"}, is_json=False) == "num_beams parameter must be a whole number from 1 to 8"
    assert refusal({"alternatives": "many"}, is_json=False) == "alternatives parameter is not a number"
    assert refusal({"alternatives": "4"}, is_json=False) == "alternatives parameter must be <= 3"
    assert refusal({"stream": "maybe"}, is_json=False) == "stream parameter must be true or false"
    assert refusal({"glossary": "a"}, is_json=False).startswith("glossary parameter must be an object")


def test_everything_that_is_asked_for_stands_in_the_order() -> None:
    fields = {
        "q": ["a", "b"], "source": "auto", "alternatives": 2, "alignment": True, "scores": True,
        "split_sentences": "nonewlines", "no_translate": ["x"], "glossary": {"cat": "Kater"},
    }  # fmt: skip
    order = parse(VALID | fields).order(1)
    assert ([text.text for text in order.texts], order.source, order.item_name) == (["a", "b"], None, "q")
    assert order.options == TranslationOptions(
        num_beams=1,
        num_alternatives=2,
        wants_alignment=True,
        split=Split.PARAGRAPHS,
        no_translate=("x",),
        glossary=(("cat", "Kater"),),
    )


def test_alternatives_of_html_are_not_searched_for() -> None:
    options = parse({**VALID, "format": "html", "alternatives": 3}).order(1).options
    assert (options.num_beams, options.num_alternatives) == (1, 0)


def test_scores_need_a_search() -> None:
    with pytest.raises(BadRequest, match="scores parameter needs a search"):
        parse({**VALID, "scores": True}).order(1)
    assert parse({**VALID, "scores": True}).order(2).options.num_beams == 2


def test_a_language_query_has_a_text_or_several() -> None:
    assert parse_detect({"q": "a"}, is_json=True).q == "a"
    assert parse_detect({"q": ["a", "b"]}, is_json=True).q == ["a", "b"]
    for wrong, text in (
        ({}, "missing q"),
        ({"q": [1]}, "q parameter must be"),
        ({"q": "a", "x": 1}, "known are q, api"),
    ):
        with pytest.raises(BadRequest, match=text):
            parse_detect(wrong, is_json=True)


@pytest.mark.parametrize("model", [TranslationWarning, KServeWarning, DeepLWarning])
def test_the_values_of_warnings_are_described_with_an_example_as_there_are(model: type[BaseModel]) -> None:
    described = model.model_json_schema()["properties"]["values"]
    assert described["examples"] == [values_of(NumbersDiffer(1, "Pay 300 euros.", ("300",), ()))]
    assert "What the message is made of" in described["description"]
