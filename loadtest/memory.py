"""`python -m loadtest.memory`: does a server start quickly, and does its memory stay small and flat?

Sends 2,000 mixed requests to a server that it starts itself (or to one that runs: --url and --pid), and prints the
resident memory on the way. Exits with 1 when a limit is broken.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from loadtest.mixture import Mixture
from loadtest.server import BUNDLES, WITHOUT_CACHE, ServerError, running_server

MEGABYTE: Final = 1_000_000
KIBIBYTE: Final = 1024
TIMEOUT_S: Final = 120


@dataclass(frozen=True, slots=True)
class Limits:
    """What is still good."""

    ready_s: float = 5.0
    rss_mb: float = 600.0  # of all its processes
    growth: float = 1.10  # memory at the end over memory after the first quarter


@dataclass(slots=True)
class Report:
    """What was measured. `rss_mb` holds (requests sent, megabytes), the first one at rest."""

    ready_s: float | None
    rss_mb: list[tuple[int, float]] = field(default_factory=list)
    rows_in_use: int = 0
    wrong: list[str] = field(default_factory=list)

    def problems(self, limits: Limits) -> list[str]:
        """Every limit that is broken, as a sentence."""
        found = list(self.wrong)
        (_, first), (_, last) = self.rss_mb[1], self.rss_mb[-1]
        if self.ready_s is not None and self.ready_s > limits.ready_s:
            found.append(f"it was ready after {self.ready_s:.1f} s, the limit is {limits.ready_s:g} s")
        if last > limits.rss_mb:
            found.append(f"it ends with {last:.0f} MB, the limit is {limits.rss_mb:g} MB")
        if last > first * limits.growth:
            found.append(f"it grew from {first:.0f} to {last:.0f} MB, more than {limits.growth - 1:.0%}")
        if self.rows_in_use:
            found.append(f"{self.rows_in_use} sequences are still running or waiting though every client is gone")
        return found


async def measure(url: str, pid: int, report: Report, *, num_requests: int, num_clients: int) -> None:
    """Send the requests in four parts, and note the memory before them and after each."""
    async with httpx.AsyncClient(base_url=url, timeout=TIMEOUT_S, trust_env=False) as client:
        models = [model["name"] for model in (await client.get("/info")).json()["models"]]
        mixture = Mixture(client, models)
        _note(report, 0, pid)
        for part in range(1, 5):
            await mixture.send_many(num_requests // 4, num_clients)
            _note(report, part * (num_requests // 4), pid)
        for _ in range(20):
            await mixture.sentence()  # whoever was left behind has had time to go
        report.rows_in_use = await _rows_in_use(client)
        report.wrong = mixture.wrong
    print(", ".join(f"{count} {kind}" for kind, count in sorted(mixture.counts.items())))


def _note(report: Report, num_sent: int, pid: int) -> None:
    rss_mb = resident_bytes(pid) / MEGABYTE
    report.rss_mb.append((num_sent, rss_mb))
    print(f"{f'after {num_sent} requests' if num_sent else 'at rest':>20}: {rss_mb:6.1f} MB", flush=True)


def resident_bytes(pid: int) -> int:
    """Memory that a process and those below it really use; of pages that they share, each has its part (PSS)."""
    return sum(proportional_bytes(member) for member in family(pid))


def proportional_bytes(pid: int) -> int:
    """Memory of one process, 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(line.split()[1]) * KIBIBYTE for line in lines if line.startswith("Pss:"))


def family(pid: int) -> list[int]:
    """A process, those that it has started, and theirs."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            parent = int((folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(folder.name))
    found = [pid]
    for member in found:  # which grows meanwhile
        found += children.get(member, [])
    return found


async def _rows_in_use(client: httpx.AsyncClient) -> int:
    models = (await client.get("/info")).json()["models"]
    return sum(model["active_rows"] + model["waiting"] for model in models)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; the exit status."""
    options = _options(arguments)
    try:
        report = _check(options)
    except ServerError as error:
        print(error, file=sys.stderr)
        return 1
    problems = report.problems(Limits())
    print("\n".join(problems) or "all limits are kept")
    return 1 if problems else 0


def _check(options: argparse.Namespace) -> Report:
    """Start a server if none is given, and measure it. Raises ServerError."""
    with ExitStack() as stack:
        url, pid, ready_s = options.url, options.pid, None
        if url is None:
            server = stack.enter_context(running_server(options.bundles, *WITHOUT_CACHE))
            url, pid, ready_s = server.url, server.process.pid, server.ready_s
            print(f"{'start to ready':>20}: {ready_s:6.2f} s")
        report = Report(ready_s)
        asyncio.run(measure(url, pid, report, num_requests=options.requests, num_clients=options.clients))
    return report


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.memory", description=__doc__)
    parser.add_argument("--bundles", type=Path, nargs="+", default=[BUNDLES], help="what to serve")
    parser.add_argument("--url", help="a server that runs already, on this machine; needs --pid")
    parser.add_argument("--pid", type=int, help="process id of that server")
    parser.add_argument("--requests", type=int, default=2000, help="requests in all, at least 4")
    parser.add_argument("--clients", type=int, default=8, help="requests at any time")
    options = parser.parse_args(arguments)
    if (options.url is None) != (options.pid is None):
        parser.error("--url and --pid belong together")
    if options.requests < 4 or options.clients < 1:
        parser.error("--requests must be at least 4 and --clients at least 1")
    return options


if __name__ == "__main__":
    sys.exit(main())
