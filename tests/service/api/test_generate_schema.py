from typing import Any

import pytest

from service.api.problems import BadRequest, InvalidInput
from service.api.schemas.generate import GenerateParameters, parse_generate


def refusal(document: object) -> str:
    with pytest.raises((BadRequest, InvalidInput)) as caught:
        parse_generate(document)
    return str(caught.value)


def test_a_source_text_is_enough() -> None:
    request = parse_generate({"inputs": " Hi\n"})
    assert request.inputs == " Hi\n"
    assert request.chosen == GenerateParameters()


def test_null_is_the_same_as_leaving_a_field_out() -> None:
    parameters = dict.fromkeys(GenerateParameters.model_fields)
    request = parse_generate({"inputs": "Hi", "parameters": parameters, "stream": None, "model": None})
    assert request.chosen == GenerateParameters()


@pytest.mark.parametrize(
    "parameters",
    [
        {"best_of": 1},
        {"decoder_input_details": False},
        {"frequency_penalty": 0.0},
        {"frequency_penalty": 0},
        {"repetition_penalty": 1.0},
        {"return_full_text": False},
        {"stop": []},
        {"top_n_tokens": 0},
        {"typical_p": 1},
        {"watermark": False},
        {"temperature": 1},
    ],
)
def test_values_that_ask_for_nothing_are_accepted(parameters: dict[str, Any]) -> None:
    parse_generate({"inputs": "Hi", "parameters": parameters})


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"best_of": 2}, "`best_of` is not supported: only null or 1"),
        ({"decoder_input_details": True}, "`decoder_input_details` is not supported: only null or false"),
        ({"frequency_penalty": 0.1}, "`frequency_penalty` is not supported: only null or 0"),
        ({"grammar": {"type": "json", "value": {}}}, "`grammar` is not supported: only null"),
        ({"adapter_id": "a"}, "`adapter_id` is not supported: only null"),
        ({"repetition_penalty": 1.2}, "`repetition_penalty` is not supported: only null or 1"),
        ({"return_full_text": True}, "`return_full_text` is not supported: only null or false"),
        ({"stop": ["."]}, "`stop` is not supported: only null or an empty array"),
        ({"top_n_tokens": 3}, "`top_n_tokens` is not supported: only null or 0"),
        ({"truncate": 5}, "`truncate` is not supported: only null"),
        ({"typical_p": 0.9}, "`typical_p` is not supported: only null or 1"),
        ({"watermark": True}, "`watermark` is not supported: only null or false"),
    ],
)
def test_values_that_would_be_ignored_are_refused(parameters: dict[str, Any], text: str) -> None:
    assert refusal({"inputs": "Hi", "parameters": parameters}) == text


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ([], "the body must be a JSON object"),
        ({"inputs": ""}, "`inputs` cannot be empty"),
        ({}, "`inputs`: Field required"),
        ({"inputs": ["Hi"]}, "`inputs`: Input should be a valid string"),
        ({"inputs": None}, "`inputs`: Input should be a valid string"),
        ({"inputs": "Hi", "parameters": []}, "`parameters`: Input should be"),
        ({"inputs": "Hi", "parameters": {"top_k": "5"}}, "`top_k`: Input should be a valid integer"),
        ({"inputs": "Hi", "parameters": {"top_k": 1.5}}, "`top_k`: Input should be a valid integer"),
        ({"inputs": "Hi", "parameters": {"do_sample": 1}}, "`do_sample`: Input should be a valid boolean"),
        ({"inputs": "Hi", "parameters": {"seed": -1}}, "`seed`: Input should be greater than or equal to 0"),
        ({"inputs": "Hi", "parameters": {"seed": 2**64}}, "`seed`: Input should be less than or equal to"),
        ({"inputs": "Hi", "stream": "true"}, "`stream`: Input should be a valid boolean"),
        ({"inputs": "Hi", "model": ""}, "`model`: String should have at least 1 character"),
        ({"inputs": "Hi", "prompt": "x"}, "`prompt` is not a known field; known are inputs, parameters, stream, model"),
        (
            {"inputs": "Hi", "parameters": {"beams": 4}},
            "`beams` is not a known field; known are max_new_tokens, do_sample",
        ),
    ],
)
def test_a_wrong_document_is_refused_by_the_name_of_the_field(document: object, text: str) -> None:
    assert refusal(document).startswith(text)
