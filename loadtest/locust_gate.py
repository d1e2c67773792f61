"""Whether a run was good enough: the bounds of the command line against what locust counted."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from loadtest.locust_rows import (
    BETWEEN_TOKENS,
    FIRST_TOKEN,
    REQUEST,
    Row,
    answered,
    elapsed_s,
    percentile,
    rows_of,
)

NAME_WIDTH: Final = 30


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound and what was measured; nothing measured is not good enough."""

    name: str
    limit: float | None
    measured: float | None
    is_least: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether the run is good enough in this, or nobody asked."""
        if self.limit is None:
            return True
        if self.measured is None:
            return False
        return self.measured >= self.limit if self.is_least else self.measured <= self.limit

    def __str__(self) -> str:
        judgement = "ok  " if self.is_kept else "FAIL"
        measured = "nothing measured" if self.measured is None else f"{self.measured:.4g}"
        return (
            f"{judgement} {self.name:{NAME_WIDTH}} {measured}, at {'least' if self.is_least else 'most'} {self.limit}"
        )


def check_bounds(rows: Sequence[Row], options: Namespace) -> list[Bound]:
    """Every bound that was asked for. Requests that were refused, and rightly so, count for the first alone."""
    requests = rows_of(rows, REQUEST)
    first, between = rows_of(rows, FIRST_TOKEN), rows_of(rows, BETWEEN_TOKENS)
    bounds = [
        Bound("failed requests of all", options.max_fail_ratio, _fail_ratio(rows)),
        Bound("whole request, p95, ms", options.max_p95_ms, percentile(requests, 0.95)),
        Bound("whole request, p99, ms", options.max_p99_ms, percentile(requests, 0.99)),
        Bound("first token, p95, ms", options.max_first_token_ms, percentile(first, 0.95)),
        Bound("between tokens, p95, ms", options.max_between_tokens_ms, percentile(between, 0.95)),
        Bound("answered requests in a second", options.min_requests_per_s, _rate(requests), is_least=True),
    ]
    return [bound for bound in bounds if bound.limit is not None]


def _fail_ratio(rows: Sequence[Row]) -> float | None:
    requests = [row for row in rows if row["method"] == REQUEST]
    count = sum(row["num_requests"] for row in requests)
    return sum(row["num_failures"] for row in requests) / count if count else None


def _rate(requests: Sequence[Row]) -> float | None:
    time_s = elapsed_s(requests)
    return answered(requests) / time_s if time_s > 0 else None
