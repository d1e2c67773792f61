import pytest

from service.api.generation import sampling_options
from service.api.problems import InvalidInput
from service.api.schemas.generate import GenerateParameters
from service.engine.errors import TargetTooLong
from service.engine.options import SamplingOptions


def options(**parameters: object) -> SamplingOptions:
    return sampling_options(GenerateParameters.model_validate(parameters), limit=64)


def test_without_parameters_generation_is_greedy_up_to_the_limit_of_the_model() -> None:
    assert options() == SamplingOptions(max_new_tokens=64)


@pytest.mark.parametrize("parameters", [{"do_sample": True}, {"temperature": 0.7}, {"top_k": 5}, {"top_p": 0.9}])
def test_whatever_only_sampling_has_turns_it_on(parameters: dict[str, object]) -> None:
    assert options(**parameters).do_sample
    assert options(do_sample=False, **{k: v for k, v in parameters.items() if k != "do_sample"}).do_sample is (
        "do_sample" not in parameters
    )


@pytest.mark.parametrize("parameters", [{"temperature": 1.0}, {"top_k": 0}, {"top_p": 1}, {"seed": 5}])
def test_values_that_change_nothing_leave_it_off(parameters: dict[str, object]) -> None:
    assert not options(**parameters).do_sample


def test_values_reach_the_engine() -> None:
    chosen = options(max_new_tokens=7, do_sample=True, temperature=0.5, top_k=3, top_p=0.8, seed=11)
    assert chosen == SamplingOptions(7, do_sample=True, temperature=0.5, top_k=3, top_p=0.8, seed=11)


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"temperature": 0}, "`temperature` must be strictly positive. Given: 0"),
        ({"temperature": -0.5}, "`temperature` must be strictly positive. Given: -0.5"),
        ({"top_k": -1}, "`top_k` must be strictly positive. Given: -1"),
        ({"top_p": 0}, "`top_p` must be > 0.0 and <= 1.0. Given: 0"),
        ({"top_p": 1.5}, "`top_p` must be > 0.0 and <= 1.0. Given: 1.5"),
        ({"max_new_tokens": 0}, "`max_new_tokens` must be strictly positive. Given: 0"),
    ],
)
def test_values_out_of_range_are_refused_with_the_number(parameters: dict[str, object], text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        options(**parameters)
    assert str(caught.value).startswith(text)


def test_more_tokens_than_the_model_has_room_for_are_refused_with_both_numbers() -> None:
    with pytest.raises(TargetTooLong, match=r"65.*64"):
        options(max_new_tokens=65)
