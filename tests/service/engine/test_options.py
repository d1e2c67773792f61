import math
from typing import Any

import pytest

from service.engine.options import MAX_SEED, DecodingOptions
from service.engine.request import GenerationRequest


def test_greedy_by_default_with_nothing_reported_and_loops_ended() -> None:
    options = DecodingOptions(max_new_tokens=5)
    assert (options.do_sample, options.num_beams, options.num_rows) == (False, 1, 1)
    assert (options.logprobs, options.top_logprobs, options.alignment) == (False, 0, False)
    assert options.stop_on_loop


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"max_new_tokens": 0}, "max_new_tokens must be at least 1, not 0"),
        ({"min_new_tokens": -1}, "min_new_tokens must be at least 0, not -1"),
        ({"min_new_tokens": 6}, "min_new_tokens is 6, above max_new_tokens, 5"),
        ({"num_beams": 0}, "num_beams must be between 1 and 8, not 0"),
        ({"num_beams": 9}, "num_beams must be between 1 and 8, not 9"),
        ({"length_penalty": math.inf}, "length_penalty must be a finite number, not inf"),
        ({"length_penalty": math.nan}, "length_penalty must be a finite number, not nan"),
        ({"num_return_sequences": 0}, "num_return_sequences must be between 1 and 8, not 0"),
        ({"num_return_sequences": 9, "do_sample": True}, "num_return_sequences must be between 1 and 8, not 9"),
        ({"num_return_sequences": 2}, "num_return_sequences is 2, but there are 1 hypotheses"),
        ({"num_return_sequences": 5, "num_beams": 4}, "num_return_sequences is 5, but there are 4 hypotheses"),
        ({"do_sample": True, "num_beams": 2}, "num_beams is 2: sampling needs 1"),
        ({"temperature": 0.0}, "temperature must be a finite number above 0, not 0.0"),
        ({"temperature": -1.0}, "temperature must be a finite number above 0, not -1.0"),
        ({"temperature": math.inf}, "temperature must be a finite number above 0, not inf"),
        ({"temperature": math.nan}, "temperature must be a finite number above 0, not nan"),
        ({"top_k": -1}, "top_k must be at least 0, not -1"),
        ({"top_p": 0.0}, "top_p must be above 0 and at most 1, not 0.0"),
        ({"top_p": 1.1}, "top_p must be above 0 and at most 1, not 1.1"),
        ({"top_p": math.nan}, "top_p must be above 0 and at most 1, not nan"),
        ({"seed": -1}, "seed must be between 0 and"),
        ({"seed": MAX_SEED + 1}, "seed must be between 0 and"),
        ({"repetition_penalty": 0.0}, "repetition_penalty must be between 0.01 and 100, not 0.0"),
        ({"repetition_penalty": math.inf}, "repetition_penalty must be between 0.01 and 100, not inf"),
        ({"no_repeat_ngram_size": -1}, "no_repeat_ngram_size must be at least 0, not -1"),
        ({"top_logprobs": 21}, "top_logprobs must be between 0 and 20, not 21"),
    ],
)
def test_bad_values_are_refused_with_the_number_in_the_message(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DecodingOptions(**{"max_new_tokens": 5} | values)


@pytest.mark.parametrize(
    "values",
    [
        {"max_new_tokens": 1, "do_sample": True, "temperature": 1e-9, "top_k": 0, "top_p": 1.0, "seed": MAX_SEED},
        {"num_beams": 8, "num_return_sequences": 8, "length_penalty": -1.0, "early_stopping": "never"},
        {"do_sample": True, "num_return_sequences": 8},
        {"min_new_tokens": 5, "top_logprobs": 20, "repetition_penalty": 0.01},
    ],
)
def test_the_limits_themselves_are_allowed(values: dict[str, Any]) -> None:
    DecodingOptions(**{"max_new_tokens": 5} | values)


@pytest.mark.parametrize(
    ("values", "num_rows"),
    [
        ({}, 1),
        ({"num_beams": 4}, 4),
        ({"num_beams": 4, "num_return_sequences": 2}, 4),
        ({"do_sample": True}, 1),
        ({"do_sample": True, "num_return_sequences": 3}, 3),
    ],
)
def test_a_request_takes_a_row_for_each_hypothesis_that_it_follows(values: dict[str, Any], num_rows: int) -> None:
    assert DecodingOptions(max_new_tokens=5, **values).num_rows == num_rows


def test_the_prefix_is_a_part_of_the_target_beside_the_new_tokens() -> None:
    assert DecodingOptions(max_new_tokens=5, prefix=(7, 8)).num_target_tokens == 7


def test_a_request_without_source_tokens_is_refused() -> None:
    with pytest.raises(ValueError, match="'r1' has no source tokens"):
        GenerationRequest("r1", (), DecodingOptions(max_new_tokens=5))
