"""Locust's rows become points, and points a picture."""

import json
from pathlib import Path

import pytest

from loadtest.locust_rows import FIRST_TOKEN
from loadtest.plot_load import Point, draw, main, summarise
from loadtest.server import RunningServer

PNG = b"\x89PNG"


def row(
    method: str, times: dict[str, int], *, failures: int = 0, start: float = 100.0, end: float = 110.0
) -> dict[str, object]:
    """As locust writes it."""
    return {
        "method": method,
        "name": "/translate",
        "num_requests": sum(times.values()),
        "num_failures": failures,
        "start_time": start,
        "last_request_timestamp": end,
        "response_times": times,
    }


def test_rows_of_one_kind_are_taken_together() -> None:
    rows = [
        row("POST", {"10": 50, "20.0": 10}, failures=1),
        row("POST", {"20": 39, "500": 1}, start=101.0, end=120.0),
        row(FIRST_TOKEN, {"5": 3}),
    ]
    point = summarise(4, rows)
    assert point == Point(
        clients=4,
        requests_per_s=99 / 20,
        failed=1,
        whole_ms={"p50": 10, "p95": 20, "p99": 20},
        first_token_ms={"p50": 5, "p95": 5, "p99": 5},
        between_tokens_ms={},
    )


def test_a_picture_needs_no_streams(tmp_path: Path) -> None:
    times = {"p50": 1, "p95": 2, "p99": 3}
    draw([Point(1, 10.0, 0, times, {}, {}), Point(2, 15.0, 0, times, {}, {})], "title", tmp_path / "load.png")
    assert (tmp_path / "load.png").read_bytes().startswith(PNG)


@pytest.mark.slow
def test_a_running_server_is_measured_with_every_number_of_clients(server: RunningServer, tmp_path: Path) -> None:
    image = tmp_path / "load.png"
    main(["--host", server.url, "--clients", "1,2", "--seconds", "2", "--lengths", "short", str(image)])
    points = json.loads(image.with_suffix(".json").read_text("utf-8"))
    assert [point["clients"] for point in points] == [1, 2]
    assert all(point["requests_per_s"] > 0 and point["failed"] == 0 and point["first_token_ms"] for point in points)
    assert image.read_bytes().startswith(PNG)
