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
        {"frequency_penalty": 0.0},
        {"frequency_penalty": 0},
        {"return_full_text": False},
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
        ({"frequency_penalty": 0.1}, "`frequency_penalty` is not supported: only null or 0"),
        ({"grammar": {"type": "json", "value": {}}}, "`grammar` is not supported: only null"),
        ({"adapter_id": "a"}, "`adapter_id` is not supported: only null"),
        ({"return_full_text": True}, "`return_full_text` is not supported: only null or false"),
        ({"truncate": 5}, "`truncate` is not supported: only null"),
        ({"typical_p": 0.9}, "`typical_p` is not supported: only null or 1"),
        ({"watermark": True}, "`watermark` is not supported: only null or false"),
    ],
)
def test_values_that_would_be_ignored_are_refused(parameters: dict[str, Any], text: str) -> None:
    assert refusal({"inputs": "Hi", "parameters": parameters}) == text


@pytest.mark.parametrize(
    "parameters",
    [
        {"num_beams": 8, "length_penalty": -10, "early_stopping": True, "num_return_sequences": 8},
        {"early_stopping": "never", "alignment": True, "stop_on_loop": False},
        {"no_repeat_ngram_size": 0, "min_new_tokens": 0, "suppress_tokens": [0] * 256},
        {"repetition_penalty": 1.2, "stop": ["."], "best_of": 2, "top_n_tokens": 5, "decoder_input_details": True},
    ],
)
def test_what_the_engine_can_do_can_be_asked_for(parameters: dict[str, Any]) -> None:
    chosen = parse_generate({"inputs": "Hi", "parameters": parameters}).chosen
    assert chosen.model_dump(exclude_unset=True) == parameters


@pytest.mark.parametrize(
    "parameters",
    [
        {"details": True},
        {"decoder_input_details": True},
        {"top_n_tokens": 1},
        {"alignment": True},
        {"num_return_sequences": 2},
    ],
)
def test_what_only_details_can_show_brings_them(parameters: dict[str, Any]) -> None:
    assert parse_generate({"inputs": "Hi", "parameters": parameters}).chosen.wants_details


@pytest.mark.parametrize("parameters", [{}, {"details": False}, {"num_return_sequences": 1}, {"best_of": 2}])
def test_otherwise_the_text_is_the_answer(parameters: dict[str, Any]) -> None:
    assert not parse_generate({"inputs": "Hi", "parameters": parameters}).chosen.wants_details


def test_our_own_fields_say_so() -> None:
    own = {
        "num_beams",
        "length_penalty",
        "early_stopping",
        "num_return_sequences",
        "min_new_tokens",
        "no_repeat_ngram_size",
        "target_prefix",
        "suppress_tokens",
        "stop_on_loop",
        "alignment",
    }
    marked = {
        name
        for name, field in GenerateParameters.model_fields.items()
        if (field.description or "").startswith("Dragoman's own")
    }
    assert marked == own


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
        ({"inputs": "Hi", "parameters": {"num_beams": 9}}, "`num_beams`: Input should be less than or equal to 8"),
        ({"inputs": "Hi", "parameters": {"num_beams": 0}}, "`num_beams`: Input should be greater than or equal to 1"),
        (
            {"inputs": "Hi", "parameters": {"num_return_sequences": 9}},
            "`num_return_sequences`: Input should be less than or equal to 8",
        ),
        (
            {"inputs": "Hi", "parameters": {"length_penalty": 10.5}},
            "`length_penalty`: Input should be less than or equal to 10",
        ),
        ({"inputs": "Hi", "parameters": {"early_stopping": "soon"}}, "`early_stopping`: Input should be"),
        ({"inputs": "Hi", "parameters": {"suppress_tokens": [-1]}}, "`suppress_tokens`: Input should be greater"),
        ({"inputs": "Hi", "parameters": {"suppress_tokens": [1.5]}}, "`suppress_tokens`: Input should be a valid"),
        (
            {"inputs": "Hi", "parameters": {"suppress_tokens": [1] * 257}},
            "`suppress_tokens`: List should have at most 256 items",
        ),
        ({"inputs": "Hi", "parameters": {"stop": "."}}, "`stop`: Input should be a valid list"),
        ({"inputs": "Hi", "parameters": {"stop": [""]}}, "`stop`: String should have at least 1 character"),
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
