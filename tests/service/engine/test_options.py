import math
from typing import Any

import pytest

from service.engine.options import MAX_SEED, SamplingOptions
from service.engine.request import GenerationRequest


def test_greedy_by_default() -> None:
    assert not SamplingOptions(5).do_sample


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("max_new_tokens", 0, "max_new_tokens must be at least 1, not 0"),
        ("temperature", 0.0, "temperature must be a finite number above 0, not 0.0"),
        ("temperature", -1.0, "temperature must be a finite number above 0, not -1.0"),
        ("temperature", math.inf, "temperature must be a finite number above 0, not inf"),
        ("temperature", math.nan, "temperature must be a finite number above 0, not nan"),
        ("top_k", -1, "top_k must be at least 0"),
        ("top_p", 0.0, "top_p must be above 0 and at most 1, not 0.0"),
        ("top_p", 1.1, "top_p must be above 0 and at most 1, not 1.1"),
        ("top_p", math.nan, "top_p must be above 0 and at most 1, not nan"),
        ("seed", -1, "seed must be between 0 and"),
        ("seed", MAX_SEED + 1, "seed must be between 0 and"),
    ],
)
def test_bad_values_are_refused_with_the_number_in_the_message(field: str, value: Any, message: str) -> None:
    values: dict[str, Any] = {"max_new_tokens": 5, field: value}
    with pytest.raises(ValueError, match=message):
        SamplingOptions(**values)


def test_the_limits_themselves_are_allowed() -> None:
    SamplingOptions(1, do_sample=True, temperature=1e-9, top_k=0, top_p=1.0, seed=MAX_SEED)


def test_a_request_without_source_tokens_is_refused() -> None:
    with pytest.raises(ValueError, match="'r1' has no source tokens"):
        GenerationRequest("r1", (), SamplingOptions(5))
