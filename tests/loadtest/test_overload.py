"""The overload check complains about exactly what is wrong."""

import pytest

from loadtest.flood import FloodResult
from loadtest.overload import Limits, Overload

PEAK = FloodResult(num_in_time=400, answer_s=[0.1] * 400)
CALM = FloodResult(num_in_time=20, answer_s=[0.1] * 20)


def overload(*, recovery_s: float = 0.2, health_s: float = 0.02, **flood: object) -> Overload:
    fields = {"num_in_time": 1000, "statuses": {"200": 1000, "429": 9000}, "answer_s": [1.0], "refusal_s": [0.1]}
    result = FloodResult(**(fields | flood))  # type: ignore[arg-type]
    return Overload(
        CALM, PEAK, result, peak_s=10, flood_s=30, rate=400.0, recovery_s=recovery_s, health_s=[health_s] * 100
    )


def test_what_is_within_its_limits_is_fine() -> None:
    found = overload()
    assert (found.peak_rate, round(found.goodput, 1)) == (40.0, 33.3)
    assert found.problems(Limits()) == []
    assert [row[0] for row in found.rows()] == ["one client", "32 clients", "overload"]


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (overload(num_in_time=900), "it answered 75% of its peak, the limit is 80%"),
        (overload(recovery_s=6.0), "it was slow for 6.0 s afterwards, the limit is 5 s"),
        (overload(health_s=0.1), "/health p99 was 100 ms, the limit is 100 ms"),
        (overload(statuses={"200": 1, "500": 1, "429": 1}), "refusals are 429 or 503, and there were 500"),
        (overload(wrong=["no answer: TimeoutError()"]), "wrong: no answer: TimeoutError()"),
    ],
)
def test_every_broken_limit_is_named(found: Overload, problem: str) -> None:
    assert found.problems(Limits()) == [problem]
