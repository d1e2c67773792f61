"""`python -m loadtest.soak`: mixed traffic over all APIs for a while. Does anything grow, or fail?

Starts a server, sends what its /openapi.json describes, whole, streamed, left early and spoilt, and looks at its
memory, descriptors and threads meanwhile. Exits with 1 when one of them grew, or when an answer was not right.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from loadtest.server import BUNDLES, ServerError, running_server
from loadtest.soak_routes import routes_of
from loadtest.soak_traffic import Traffic
from loadtest.tables import Cell, table
from loadtest.vitals import Growth, Vitals, by_quarter, watch

MODEL: Final = "en-de"  # the one that examples are about
TIMEOUT_S: Final = 120
LOOKS: Final = 240
KINDS: Final = ("whole", "streamed", "left early", "bad input")


@dataclass(frozen=True, slots=True)
class Soak:
    """What was sent, what was wrong, and what the process held."""

    traffic: Traffic
    quarters: Sequence[Vitals]
    num_unfinished: int  # sequences that run or wait when everybody has gone

    def problems(self, growth: Growth) -> list[str]:
        """Everything that is not as it should be, as a sentence."""
        found = [f"{text} ({count} times)" for text, count in self.traffic.wrong.most_common()]
        if self.num_unfinished:
            found.append(f"{self.num_unfinished} sequences are still running or waiting though every client is gone")
        return [*found, *growth.problems(self.quarters)]

    def requests(self) -> list[list[Cell]]:
        """How often each route was asked in each way."""
        counts = self.traffic.counts
        routes = sorted({route for route, _ in counts})
        rows: list[list[Cell]] = [[route, *(counts[route, kind] for kind in KINDS)] for route in routes]
        sums: list[Cell] = [sum(counts[route, kind] for route in routes) for kind in KINDS]
        return [*rows, ["all", *sums]]

    def vitals(self) -> list[list[Cell]]:
        """The process in each quarter of the time."""
        return [[f"until {each.seconds:.0f} s", each.rss_mb, each.descriptors, each.threads] for each in self.quarters]


async def soak(url: str, pid: int, *, seconds: float, num_clients: int) -> Soak:
    """Send and look."""
    seen: list[Vitals] = []
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=num_clients)
    async with httpx.AsyncClient(base_url=url, timeout=TIMEOUT_S, trust_env=False, limits=limits) as client:
        traffic = Traffic(client, routes_of((await client.get("/openapi.json")).json()), MODEL)
        watching = asyncio.create_task(watch(pid, seconds / LOOKS, seen))
        end = time.perf_counter() + seconds
        async with asyncio.TaskGroup() as group:
            for _ in range(num_clients):
                group.create_task(_send_until(end, traffic))
        watching.cancel()
        num_unfinished = await _num_unfinished(client)
    return Soak(traffic, by_quarter(seen), num_unfinished)


async def _send_until(end: float, traffic: Traffic) -> None:
    while time.perf_counter() < end:
        await traffic.send()


async def _num_unfinished(client: httpx.AsyncClient) -> int:
    """Those who were left have a second to go."""
    await asyncio.sleep(1)
    models = (await client.get("/info")).json()["models"]
    return sum(model["active_rows"] + model["waiting"] for model in models)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; the exit status."""
    options = _options(arguments)
    try:
        with running_server(options.bundles) as server:
            found = asyncio.run(
                soak(server.url, server.process.pid, seconds=60 * options.minutes, num_clients=options.clients)
            )
            status = server.stop()
    except ServerError as error:
        print(error, file=sys.stderr)
        return 1
    print(table(("request", *KINDS), found.requests()))
    print()
    print(table(("median of a quarter", "memory MB", "descriptors", "threads"), found.vitals()))
    problems = found.problems(Growth())
    if status:
        problems.append(f"the server left with status {status}")
    print("\n".join(problems) or "nothing grew, and nothing failed")
    return 1 if problems else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.soak", description=__doc__)
    parser.add_argument("--bundles", type=Path, nargs="+", default=[BUNDLES], help=f"what to serve, {MODEL} among it")
    parser.add_argument("--minutes", type=float, default=20.0, help="for how long")
    parser.add_argument("--clients", type=int, default=8, help="requests at any time")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
