"""`python -m loadtest.health`: how long /health takes on an idle server, at full load, and beside hostile requests.

Starts a server and asks it for as much as it can do, once by itself and once while other clients send what is made to
keep a server busy. Exits with 1 when the 99th percentile of /health reaches 100 ms.
"""

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from loadtest.flood import Flood, FloodResult
from loadtest.hostile import LANGUAGES, all_bodies
from loadtest.overload import CLIENTS, run_flood
from loadtest.prober import MAX_P99_MS, ProbeError, probing
from loadtest.sentences import many_sentences
from loadtest.server import BUNDLES, WITHOUT_CACHE, ServerError, running_server
from loadtest.serving import percentile_ms
from loadtest.tables import Cell, table

SENTENCES: Final = 300
HOSTILE_CLIENTS: Final = 4
HOSTILE_STATUSES: Final = frozenset({"200", "400", "429"})
HEADER: Final = ("server", "answers/s", "probes", "p50 ms", "p99 ms", "max ms")


@dataclass(frozen=True, slots=True)
class Stage:
    """What the server was asked for meanwhile, and how long each probe took."""

    name: str
    health_s: Sequence[float]
    answers_per_s: float | None = None
    statuses: Sequence[str] = ()  # of hostile requests

    def row(self) -> list[Cell]:
        """For a table."""
        percentiles = [percentile_ms(self.health_s, percent) for percent in (50, 99)]
        return [self.name, self.answers_per_s, len(self.health_s), *percentiles, 1000 * max(self.health_s)]

    def problems(self) -> list[str]:
        """Every limit that is broken, as a sentence."""
        found = []
        if (p99_ms := percentile_ms(self.health_s, 99)) >= MAX_P99_MS:
            found.append(f"{self.name}: /health p99 is {p99_ms:.0f} ms, the limit is {MAX_P99_MS:g} ms")
        if others := set(self.statuses) - HOSTILE_STATUSES:
            found.append(f"{self.name}: hostile requests were answered with {', '.join(sorted(others))}")
        return found


def measure(url: str, seconds: float) -> list[Stage]:
    """Idle, at full load, and at full load beside hostile requests."""
    bodies = [json.dumps({"q": text, **LANGUAGES}) for text in many_sentences(SENTENCES)]
    load = Flood(
        url=url, path="/translate", bodies=bodies, expected='"translatedText"', clients=CLIENTS, seconds=seconds
    )
    hostile = dataclasses.replace(load, bodies=all_bodies(), clients=HOSTILE_CLIENTS)
    with probing(url) as idle_s:
        time.sleep(seconds)
    with probing(url) as loaded_s:
        loaded = run_flood(load)
    with probing(url) as beside_s:
        beside, harm = _both(load, hostile)
    return [
        Stage("idle", idle_s),
        Stage(f"{CLIENTS} clients", loaded_s, loaded.num_in_time / seconds),
        Stage("and hostile ones", beside_s, beside.num_in_time / seconds, [*harm.statuses]),
    ]


def _both(load: Flood, hostile: Flood) -> tuple[FloodResult, FloodResult]:
    """Two floods at once."""
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(run_flood, (load, hostile))
    return first, second


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; the exit status."""
    options = _options(arguments)
    try:
        with running_server(options.bundles, *WITHOUT_CACHE) as server:
            stages = measure(server.url, options.seconds)
    except (ServerError, ProbeError) as error:
        print(error, file=sys.stderr)
        return 1
    print(table(HEADER, [stage.row() for stage in stages]))
    problems = [problem for stage in stages for problem in stage.problems()]
    print("\n".join(problems) or "all limits are kept")
    return 1 if problems else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.health", description=__doc__)
    parser.add_argument("--bundles", type=Path, nargs="+", default=[BUNDLES / "en-de"], help="what to serve: en to de")
    parser.add_argument("--seconds", type=float, default=10.0, help="for how long each time")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
