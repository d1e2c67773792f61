"""What locust counted, row by row as its JSON has it. This file, like its users, works without locust."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

# What stands in the column for the method: of requests, and of the times within streams.
REQUEST: Final = "POST"
FIRST_TOKEN: Final = "first token"
BETWEEN_TOKENS: Final = "between tokens"
# How the name ends of requests that were refused as they should be.
REFUSAL: Final = "refused with Retry-After"

Row = Mapping[str, Any]


def rows_of(rows: Sequence[Row], kind: str) -> list[Row]:
    """REQUEST, FIRST_TOKEN or BETWEEN_TOKENS, without what was refused."""
    return [row for row in rows if row["method"] == kind and not row["name"].endswith(REFUSAL)]


def answered(rows: Sequence[Row]) -> int:
    """Requests with a right answer."""
    return sum(row["num_requests"] - row["num_failures"] for row in rows)


def elapsed_s(rows: Sequence[Row]) -> float:
    """From the first beginning to the last answer."""
    begins = [row["start_time"] for row in rows]
    ends = [row["last_request_timestamp"] for row in rows if row["last_request_timestamp"]]
    return max(ends) - min(begins) if ends else 0.0


def percentile(rows: Sequence[Row], part: float) -> float | None:
    """Of all rows together, in milliseconds as exact as locust keeps them; None where nothing was counted."""
    times: Counter[float] = Counter()
    for row in rows:
        times.update({float(time_ms): count for time_ms, count in row["response_times"].items()})
    rank = math.ceil(part * times.total())
    for time_ms in sorted(times):
        rank -= times[time_ms]
        if rank <= 0:
            return time_ms
    return None
