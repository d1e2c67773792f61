"""Bounds are held against what locust counted."""

from argparse import Namespace
from typing import Final

import pytest

from loadtest.locust_gate import check_bounds
from loadtest.locust_rows import BETWEEN_TOKENS, FIRST_TOKEN, REFUSAL, REQUEST, Row

NO_BOUND: Final[dict[str, float | None]] = dict.fromkeys(
    ("max_p95_ms", "max_p99_ms", "max_first_token_ms", "max_between_tokens_ms", "min_requests_per_s")
)


def options(**bounds: float) -> Namespace:
    """As parsed, with the default for failures."""
    return Namespace(**({"max_fail_ratio": 0.0} | NO_BOUND | bounds))


def row(method: str, times: list[int], *, name: str = "/translate", failures: int = 0) -> Row:
    """Of ten seconds, one count for each time."""
    return {
        "method": method,
        "name": name,
        "num_requests": len(times),
        "num_failures": failures,
        "start_time": 1000.0,
        "last_request_timestamp": 1010.0,
        "response_times": {time_ms: times.count(time_ms) for time_ms in times},
    }


ROWS: Final = [
    row(REQUEST, list(range(1, 101)), failures=1),
    row(FIRST_TOKEN, [10, 20]),
    row(BETWEEN_TOKENS, [1, 2]),
]


def test_nothing_but_failures_is_judged_unless_it_is_asked_for() -> None:
    [bound] = check_bounds(ROWS, options())
    assert not bound.is_kept
    [bound] = check_bounds(ROWS, options(max_fail_ratio=0.01))
    assert bound.is_kept


@pytest.mark.parametrize(
    ("name", "kept", "broken"),
    [
        ("max_p95_ms", 95, 94),
        ("max_p99_ms", 99, 98),
        ("max_first_token_ms", 20, 19),
        ("max_between_tokens_ms", 2, 1),
        ("min_requests_per_s", 9.9, 10),
    ],
)
def test_a_bound_is_kept_up_to_itself(name: str, kept: float, broken: float) -> None:
    assert [check_bounds(ROWS, options(**{name: limit}))[1].is_kept for limit in (kept, broken)] == [True, False]


def test_refused_requests_are_neither_fast_nor_answered_nor_failed() -> None:
    rows = [*ROWS, row(REQUEST, [0] * 1000, name=f"429, {REFUSAL}")]
    bounds = check_bounds(rows, options(max_fail_ratio=0.001, max_p95_ms=94, min_requests_per_s=10))
    assert [bound.is_kept for bound in bounds] == [True, False, False]


def test_a_run_without_a_request_is_not_good_enough() -> None:
    bounds = check_bounds([], options(max_p95_ms=1000, max_first_token_ms=1000, min_requests_per_s=0))
    assert [bound.is_kept for bound in bounds] == [False] * 4
    assert "nothing measured" in str(bounds[0])
