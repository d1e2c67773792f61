"""`python -m loadtest.plot_load --host URL load.png`: throughput and latency over the number of clients.

For each number, the users of loadtest/locustfile.py send without a pause; their requests a second, latencies and times
to the first token become one picture, and the numbers a JSON file beside it.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

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
from loadtest.locust_texts import DISTRIBUTIONS

ROOT: Final = Path(__file__).parents[1]
LOCUSTFILE: Final = "loadtest/locustfile.py"
USERS: Final = "TranslateStreamUser"
CLIENTS: Final = "1,2,4,8,16,32,64"
SECONDS: Final = 10
# Longest time for the last answers after the test's own time.
STOP_S: Final = 60
PARTS: Final = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
DOTS_PER_INCH: Final = 110


@dataclass(frozen=True, slots=True)
class Point:
    """What was measured with so many clients; times in milliseconds."""

    clients: int
    requests_per_s: float
    failed: int
    whole_ms: Mapping[str, float]
    first_token_ms: Mapping[str, float]
    between_tokens_ms: Mapping[str, float]


def measure(host: str, clients: int, seconds: int, locust_options: Sequence[str]) -> Point:
    """Run locust once. Raises ValueError with what it said when it counted nothing."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "stats"
        load = ["-u", str(clients), "-r", str(clients), "-t", f"{seconds}s", "--stop-timeout", str(STOP_S)]
        output = ["--headless", "--only-summary", "--json-file", str(result)]
        command = [sys.executable, "-m", "locust", "-f", LOCUSTFILE, "--host", host, *load, *output]
        done = subprocess.run(
            [*command, "--think-s", "0", *locust_options], cwd=ROOT, capture_output=True, text=True, check=False
        )
        rows = result.with_suffix(".json")
        if not rows.is_file() or not (found := json.loads(rows.read_text("utf-8"))):
            raise ValueError(f"locust counted nothing:\n{done.stderr}")
    return summarise(clients, found)


def summarise(clients: int, rows: Sequence[Row]) -> Point:
    """One point from locust's rows."""
    requests = rows_of(rows, REQUEST)
    return Point(
        clients=clients,
        requests_per_s=answered(requests) / max(elapsed_s(requests), 1e-9),
        failed=sum(row["num_failures"] for row in requests),
        whole_ms=_percentiles(requests),
        first_token_ms=_percentiles(rows_of(rows, FIRST_TOKEN)),
        between_tokens_ms=_percentiles(rows_of(rows, BETWEEN_TOKENS)),
    )


def _percentiles(rows: Sequence[Row]) -> dict[str, float]:
    """None where nothing was counted."""
    found = {name: percentile(rows, part) for name, part in PARTS.items()}
    return {name: time_ms for name, time_ms in found.items() if time_ms is not None}


def draw(points: Sequence[Point], title: str, image: Path) -> None:
    """Requests a second, whole requests, and first tokens where there are streams, over clients."""
    panels = [("whole_ms", "whole request or stream, ms"), ("first_token_ms", "first token of a stream, ms")]
    drawn = [(field, what) for field, what in panels if all(getattr(point, field) for point in points)]
    figure = Figure(figsize=(1 + 4 * (1 + len(drawn)), 4), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, fontsize=10)
    throughput, *others = figure.subplots(1, 1 + len(drawn), squeeze=False)[0]
    clients = [point.clients for point in points]
    throughput.plot(clients, [point.requests_per_s for point in points], marker="o")
    _label(throughput, clients, "answers in a second")
    for axes, (field, what) in zip(others, drawn, strict=True):
        for name in PARTS:
            axes.plot(clients, [getattr(point, field)[name] for point in points], marker="o", label=name)
        axes.legend(fontsize=8)
        _label(axes, clients, what)
    figure.savefig(image, dpi=DOTS_PER_INCH)


def _label(axes: Axes, clients: Sequence[int], what: str) -> None:
    axes.set_xscale("log", base=2)
    axes.set_xticks(clients, [str(count) for count in clients])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("clients")
    axes.set_ylabel(what)
    axes.grid(alpha=0.3)


def _line(point: Point) -> str:
    rate = f"{point.clients:4} clients: {point.requests_per_s:7.1f} answers a second, {point.failed} failed"
    return f"{rate}; whole {point.whole_ms}, first token {point.first_token_ms}, between {point.between_tokens_ms} ms"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, draw, write the numbers."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.plot_load", description=__doc__)
    parser.add_argument("image", type=Path, help="the PNG to write")
    parser.add_argument("--host", required=True, help="the server, such as http://127.0.0.1:8000")
    parser.add_argument("--clients", default=CLIENTS, help="numbers of clients, separated by commas")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for each of them")
    parser.add_argument("--users", default=USERS, help="which users of the locustfile, separated by commas")
    parser.add_argument("--lengths", choices=list(DISTRIBUTIONS), default="sentences", help="how long texts are")
    options = parser.parse_args(arguments)
    locust_options = ["--lengths", options.lengths, *options.users.split(",")]
    points = []
    for clients in map(int, options.clients.split(",")):
        point = measure(options.host, clients, options.seconds, locust_options)
        points.append(point)
        print(_line(point), flush=True)
    draw(points, f"{options.users}, {options.lengths}, {options.seconds} s each", options.image)
    numbers = [asdict(point) for point in points]
    options.image.with_suffix(".json").write_text(json.dumps(numbers, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
