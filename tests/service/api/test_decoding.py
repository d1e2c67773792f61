from typing import Any

import pytest

from service.api.decoding import decoding_options
from service.api.problems import InvalidInput
from service.api.schemas.generate import GenerateParameters
from service.engine.errors import TargetTooLong
from service.engine.options import DecodingOptions
from tests.service.text.fakes import byte_tokenizer

SAMPLED = {"do_sample": True}


def options(*, is_streamed: bool = False, **parameters: Any) -> DecodingOptions:
    chosen = GenerateParameters.model_validate(parameters)
    return decoding_options(chosen, byte_tokenizer(), limit=64, is_streamed=is_streamed)


def refusal(*, is_streamed: bool = False, **parameters: Any) -> str:
    with pytest.raises(InvalidInput) as caught:
        options(is_streamed=is_streamed, **parameters)
    return str(caught.value)


def test_without_parameters_generation_is_greedy_up_to_the_limit_of_the_model() -> None:
    assert options() == DecodingOptions(max_new_tokens=64)


@pytest.mark.parametrize("parameters", [{"do_sample": True}, {"temperature": 0.7}, {"top_k": 5}, {"top_p": 0.9}])
def test_whatever_only_sampling_has_turns_it_on(parameters: dict[str, Any]) -> None:
    assert options(**parameters).do_sample
    assert options(do_sample=False, **{k: v for k, v in parameters.items() if k != "do_sample"}).do_sample is (
        "do_sample" not in parameters
    )


@pytest.mark.parametrize(
    "parameters", [{"temperature": 1.0}, {"top_k": 0}, {"top_p": 1}, {"seed": 5}, {"repetition_penalty": 1.5}]
)
def test_values_that_change_nothing_leave_it_off(parameters: dict[str, Any]) -> None:
    assert not options(**parameters).do_sample


def test_values_of_sampling_reach_the_engine() -> None:
    chosen = options(max_new_tokens=7, do_sample=True, temperature=0.5, top_k=3, top_p=0.8, seed=11)
    assert chosen == DecodingOptions(max_new_tokens=7, do_sample=True, temperature=0.5, top_k=3, top_p=0.8, seed=11)


def test_values_of_a_search_reach_the_engine() -> None:
    chosen = options(num_beams=4, length_penalty=-0.5, early_stopping="never", num_return_sequences=2)
    assert chosen == DecodingOptions(
        max_new_tokens=64,
        num_beams=4,
        length_penalty=-0.5,
        early_stopping="never",
        num_return_sequences=2,
        logprobs=True,
    )


def test_values_that_forbid_something_reach_the_engine() -> None:
    chosen = options(
        repetition_penalty=1.2,
        no_repeat_ngram_size=3,
        min_new_tokens=5,
        suppress_tokens=[7, 8],
        stop_on_loop=False,
    )
    assert chosen == DecodingOptions(
        max_new_tokens=64,
        repetition_penalty=1.2,
        no_repeat_ngram_size=3,
        min_new_tokens=5,
        suppress_tokens=(7, 8),
        stop_on_loop=False,
    )


@pytest.mark.parametrize("parameters", [{"length_penalty": 2.0}, {"early_stopping": True}, {"early_stopping": "never"}])
def test_values_of_a_search_are_refused_without_one(parameters: dict[str, Any]) -> None:
    assert "set `num_beams` above 1, or leave them out" in refusal(**parameters)
    assert options(num_beams=2, **parameters).num_beams == 2
    assert options(length_penalty=1.0, early_stopping=False).num_beams == 1


def test_what_is_off_stays_off() -> None:
    assert options(early_stopping=False, min_new_tokens=0, no_repeat_ngram_size=0) == options()


def test_stop_strings_become_a_condition_on_tokens() -> None:
    stop = options(stop=["ab", "."]).stop
    assert stop is not None
    text = [3 + byte for byte in b"xab"]
    assert [stop.is_met(text[:end]) for end in (1, 2, 3)] == [False, False, True]
    assert options(stop=[]).stop is None


# Log-probabilities cost time: they are computed when the answer shows them, or is chosen by them.


@pytest.mark.parametrize(
    "parameters",
    [
        {"details": True},
        {"decoder_input_details": True},
        {"top_n_tokens": 2},
        {"alignment": True},
        {"num_beams": 3, "num_return_sequences": 2},
        {**SAMPLED, "best_of": 2},
    ],
)
def test_whatever_shows_log_probabilities_asks_for_them(parameters: dict[str, Any]) -> None:
    assert options(**parameters).logprobs
    assert options(is_streamed=True).logprobs


@pytest.mark.parametrize("parameters", [{}, {"details": False}, {"num_beams": 4}, SAMPLED, {"best_of": 1}])
def test_otherwise_nobody_asks(parameters: dict[str, Any]) -> None:
    assert not options(**parameters).logprobs


def test_what_is_reported_per_token_reaches_the_engine() -> None:
    chosen = options(top_n_tokens=5, alignment=True)
    assert (chosen.top_logprobs, chosen.alignment) == (5, True)


# best_of


def test_the_best_of_several_is_chosen_among_as_many_sequences() -> None:
    assert options(do_sample=True, best_of=3).num_return_sequences == 3
    assert options(do_sample=True, num_return_sequences=3).num_return_sequences == 3


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"best_of": 2}, "you must use sampling when `best_of` is > 1"),
        ({**SAMPLED, "best_of": 2, "seed": 1}, "`seed` must not be set when `best_of` > 1"),
        ({**SAMPLED, "best_of": 9}, "`best_of` must be > 0 and <= 8. Given: 9"),
        ({**SAMPLED, "best_of": 0}, "`best_of` must be > 0 and <= 8. Given: 0"),
        (
            {**SAMPLED, "best_of": 2, "num_return_sequences": 2},
            "`best_of` and `num_return_sequences` cannot both be > 1",
        ),
        (
            {"temperature": 0.7, "num_beams": 2},
            "`num_beams` > 1 is a search and draws nothing; leave out `do_sample`, `temperature`, `top_k` and `top_p`",
        ),
        ({"num_return_sequences": 2}, "num_return_sequences is 2, but there are 1 hypotheses; raise num_beams"),
        ({"num_return_sequences": 5, "num_beams": 4}, "num_return_sequences is 5, but there are 4 hypotheses"),
    ],
)
def test_values_that_do_not_go_together_are_refused(parameters: dict[str, Any], text: str) -> None:
    assert refusal(**parameters).startswith(text)


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({**SAMPLED, "best_of": 2}, "`best_of` != 1 is not supported when streaming tokens"),
        (
            {"num_beams": 2, "num_return_sequences": 2},
            "`num_return_sequences` != 1 is not supported when streaming tokens",
        ),
        (
            {"decoder_input_details": True},
            "`decoder_input_details` == true is not supported when streaming tokens",
        ),
    ],
)
def test_what_a_stream_has_no_room_for_is_refused_there_only(parameters: dict[str, Any], text: str) -> None:
    assert refusal(is_streamed=True, **parameters) == text
    options(**parameters)


# Ranges


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"temperature": 0}, "`temperature` must be strictly positive. Given: 0"),
        ({"temperature": -0.5}, "`temperature` must be strictly positive. Given: -0.5"),
        ({"top_k": -1}, "`top_k` must be strictly positive. Given: -1"),
        ({"top_p": 0}, "`top_p` must be > 0.0 and <= 1.0. Given: 0"),
        ({"top_p": 1.5}, "`top_p` must be > 0.0 and <= 1.0. Given: 1.5"),
        ({"max_new_tokens": 0}, "`max_new_tokens` must be strictly positive. Given: 0"),
        ({"min_new_tokens": 65}, "`min_new_tokens` must be <= 64, the most that are generated. Given: 65"),
        (
            {"min_new_tokens": 8, "max_new_tokens": 7},
            "`min_new_tokens` must be <= 7, the most that are generated. Given: 8",
        ),
        ({"repetition_penalty": 0}, "`repetition_penalty` must be strictly positive. Given: 0"),
        ({"repetition_penalty": 0.001}, "`repetition_penalty` must be >= 0.01 and <= 100. Given: 0.001"),
        ({"repetition_penalty": 1e308}, "`repetition_penalty` must be >= 0.01 and <= 100. Given: 1e+308"),
        ({"stop": ["a"] * 5}, "`stop` supports up to 4 stop sequences. Given: 5"),
        ({"top_n_tokens": -1}, "`top_n_tokens` must be >= 0 and <= 20. Given: -1"),
        ({"top_n_tokens": 21}, "`top_n_tokens` must be >= 0 and <= 20. Given: 21"),
    ],
)
def test_values_out_of_range_are_refused_with_the_number(parameters: dict[str, Any], text: str) -> None:
    assert refusal(**parameters).startswith(text)


@pytest.mark.parametrize(
    "parameters",
    [
        {"repetition_penalty": 0.01},
        {"repetition_penalty": 100},
        {"stop": ["a"] * 4},
        {"top_n_tokens": 20},
        {"min_new_tokens": 64},
        {**SAMPLED, "best_of": 8},
    ],
)
def test_the_limits_themselves_are_fine(parameters: dict[str, Any]) -> None:
    options(**parameters)


def test_a_number_of_many_digits_does_not_fill_the_answer() -> None:
    assert len(refusal(min_new_tokens=10**4000)) < 200


def test_more_tokens_than_the_model_has_room_for_are_refused_with_both_numbers() -> None:
    with pytest.raises(TargetTooLong, match=r"65.*64"):
        options(max_new_tokens=65)
