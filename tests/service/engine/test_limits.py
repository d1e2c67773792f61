from typing import Any

import pytest

from service.engine.errors import NoTokenLeft, SourceTooLong, TargetTooLong, TokenOutOfRange, TooManyRows
from service.engine.limits import Limits
from tests.fakes import FakeRunner
from tests.service.engine.bench import make_request

LIMITS = Limits(num_rows=4, max_source_tokens=4, max_target_tokens=6, vocab_size=24)


def check(*source: int, **options: Any) -> None:
    LIMITS.check(make_request("a", *source, **{"max_new_tokens": 4, **options}))


def test_they_are_those_of_the_model() -> None:
    runner = FakeRunner(num_slots=4, max_source_tokens=4, max_target_tokens=6, vocab_size=24)
    assert Limits.of(runner) == LIMITS


def test_the_limits_themselves_are_allowed() -> None:
    check(3, 23, 0, num_beams=4, prefix=(0, 23), suppress_tokens=(0, 23))


def test_too_long_a_source_is_refused_with_both_numbers() -> None:
    with pytest.raises(SourceTooLong, match="the source has 5 tokens, the model takes at most 4") as caught:
        check(7, 7, 7, 7)
    assert (caught.value.given, caught.value.limit) == (5, 4)


def test_too_many_new_tokens_are_refused_with_both_numbers() -> None:
    with pytest.raises(TargetTooLong, match=r"^7 new tokens were asked for, the model generates at most 6$"):
        check(7, max_new_tokens=7)


def test_a_prefix_takes_its_part_of_the_target() -> None:
    message = r"^5 new tokens were asked for behind a prefix of 2, the model generates at most 6, both together$"
    with pytest.raises(TargetTooLong, match=message):
        check(7, max_new_tokens=5, prefix=(8, 9))


@pytest.mark.parametrize("options", [{"num_beams": 5}, {"do_sample": True, "num_return_sequences": 5}])
def test_more_rows_than_there_are_would_wait_for_ever(options: dict[str, Any]) -> None:
    with pytest.raises(TooManyRows, match=r"5 beams or sampled sequences were asked for, .* at most 4 rows") as caught:
        check(7, **options)
    assert (caught.value.given, caught.value.limit) == (5, 4)


@pytest.mark.parametrize("token_id", [-1, 24])
def test_an_id_outside_the_vocabulary_is_refused_wherever_it_is_given(token_id: int) -> None:
    """One such id inside a run would fail the strangers that are encoded or decoded with it."""
    with pytest.raises(TokenOutOfRange, match=f"^source token {token_id} is outside .* from 0 to 23$"):
        check(7, token_id)
    with pytest.raises(TokenOutOfRange, match=f"^prefix token {token_id} "):
        check(7, prefix=(7, token_id))
    with pytest.raises(TokenOutOfRange, match=f"^suppressed token {token_id} "):
        check(7, suppress_tokens=(7, token_id))


def test_forbidding_every_token_is_refused() -> None:
    check(7, suppress_tokens=tuple(range(23)) * 2)
    with pytest.raises(NoTokenLeft):
        check(7, suppress_tokens=tuple(range(24)))
