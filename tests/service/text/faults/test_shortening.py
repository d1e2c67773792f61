"""A long sentence does not become a few words."""

import pytest

from service.text.faults.shortening import is_short


@pytest.mark.parametrize(
    ("num_source_tokens", "num_tokens", "expected"), [(40, 19, True), (40, 20, False), (39, 1, False), (150, 60, True)]
)
def test_less_than_half_of_a_long_sentence_is_short(num_source_tokens: int, num_tokens: int, *, expected: bool) -> None:
    assert is_short(num_source_tokens, num_tokens) is expected
