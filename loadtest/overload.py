"""`python -m loadtest.overload`: ten times what a server can answer, for half a minute. What becomes of it?

Starts a server, measures how much it answers when it is never asked for more, and then asks for a multiple of that in
an open loop. Exits with 1 when a limit is broken.
"""

import argparse
import dataclasses
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from loadtest.flood import PATIENCE_S, Flood, FloodResult
from loadtest.prober import MAX_P99_MS, ProbeError, probing
from loadtest.sentences import many_sentences
from loadtest.server import BUNDLES, ROOT, WITHOUT_CACHE, ServerError, running_server
from loadtest.serving import percentile_ms
from loadtest.tables import Cell, table

SENTENCES: Final = 10  # of one request, so that the generator, on the same machine, costs little beside the server
BODIES: Final = 50
CLIENTS: Final = 32  # that keep a server busy
CALM_S: Final = 2.0
PROBE_S: Final = 0.2
MAX_RECOVERY_S: Final = 30.0
REFUSALS: Final = frozenset({"429", "503"})


@dataclass(frozen=True, slots=True)
class Limits:
    """What is still good."""

    goodput: float = 0.8  # of the peak
    recovery_s: float = 5.0
    slower: float = 2.0  # than before the flood, when it is over
    health_ms: float = MAX_P99_MS  # 99th percentile during the flood


@dataclass(frozen=True, slots=True)
class Overload:
    """What was measured, in the order in which it happened."""

    calm: FloodResult
    peak: FloodResult
    flood: FloodResult
    peak_s: float
    flood_s: float
    rate: float
    recovery_s: float
    health_s: Sequence[float]  # during the flood

    @property
    def peak_rate(self) -> float:
        """Right answers a second, never asked for more."""
        return self.peak.num_in_time / self.peak_s

    @property
    def goodput(self) -> float:
        """Right answers a second, asked for far more."""
        return self.flood.num_in_time / self.flood_s

    def problems(self, limits: Limits) -> list[str]:
        """Every limit that is broken, as a sentence."""
        found = [f"wrong: {text}" for text in self.flood.wrong[:10]]
        others = set(self.flood.statuses) - REFUSALS - {"200"}
        if others:
            found.append(f"refusals are 429 or 503, and there were {', '.join(sorted(others))}")
        if self.goodput < limits.goodput * self.peak_rate:
            found.append(
                f"it answered {self.goodput / self.peak_rate:.0%} of its peak, the limit is {limits.goodput:.0%}"
            )
        if self.recovery_s > limits.recovery_s:
            found.append(f"it was slow for {self.recovery_s:.1f} s afterwards, the limit is {limits.recovery_s:g} s")
        if (p99_ms := percentile_ms(self.health_s, 99)) >= limits.health_ms:
            found.append(f"/health p99 was {p99_ms:.0f} ms, the limit is {limits.health_ms:g} ms")
        return found

    def rows(self) -> list[list[Cell]]:
        """For a table."""
        return [
            ["one client", None, len(self.calm.answer_s) / CALM_S, None, _p(self.calm.answer_s, 50), None, None],
            [f"{CLIENTS} clients", None, self.peak_rate, None, _p(self.peak.answer_s, 50), None, self.peak.cpu_share],
            [
                "overload",
                self.rate,
                self.goodput,
                len(self.flood.refusal_s),
                _p(self.flood.answer_s, 50),
                _p(self.flood.refusal_s, 99),
                self.flood.cpu_share,
            ],
        ]


HEADER: Final = ("load", "asked/s", "answered/s", "refused", "answer p50 ms", "refusal p99 ms", "generator's CPU")


def _p(seconds: Sequence[float], percent: int) -> float | None:
    return percentile_ms(seconds, percent) if seconds else None


def measure(url: str, *, factor: float, peak_s: float, flood_s: float, limits: Limits) -> Overload:
    """Calm, peak, flood, and how long it takes until it is calm again."""
    sentences = many_sentences(SENTENCES * BODIES)
    texts = [sentences[start : start + SENTENCES] for start in range(0, len(sentences), SENTENCES)]
    bodies = [json.dumps({"q": text, "source": "en", "target": "de"}) for text in texts]
    quiet = Flood(url=url, path="/translate", bodies=bodies, expected='"translatedText"', seconds=CALM_S)
    calm = run_flood(quiet)
    peak = run_flood(dataclasses.replace(quiet, clients=CLIENTS, seconds=peak_s))
    rate = factor * peak.num_in_time / peak_s
    with probing(url) as health_s:
        flood = run_flood(dataclasses.replace(quiet, rate=rate, seconds=flood_s))
    recovery_s = _recovery(dataclasses.replace(quiet, seconds=PROBE_S), limits.slower * max(calm.answer_s))
    return Overload(calm, peak, flood, peak_s, flood_s, rate, recovery_s, health_s)


def run_flood(flood: Flood) -> FloodResult:
    """In a process of its own."""
    command = [sys.executable, "-m", "loadtest.flood"]
    given = json.dumps(dataclasses.asdict(flood))
    timeout_s = flood.seconds + 2 * PATIENCE_S
    done = subprocess.run(
        command, cwd=ROOT, input=given, stdout=subprocess.PIPE, text=True, check=True, timeout=timeout_s
    )
    return FloodResult(**json.loads(done.stdout))


def _recovery(quiet: Flood, normal_s: float) -> float:
    """Seconds until a single client has its answers as fast as `normal_s`."""
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < MAX_RECOVERY_S:
        answers = run_flood(quiet).answer_s
        if answers and max(answers) <= normal_s:
            break
    return elapsed


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; the exit status."""
    options = _options(arguments)
    limits = Limits()
    try:
        with running_server(options.bundles, *WITHOUT_CACHE) as server:
            overload = measure(
                server.url, factor=options.factor, peak_s=options.peak_seconds, flood_s=options.seconds, limits=limits
            )
    except (ServerError, ProbeError) as error:
        print(error, file=sys.stderr)
        return 1
    print(table(HEADER, overload.rows()))
    print(f"statuses {overload.flood.statuses}, {overload.goodput / overload.peak_rate:.0%} of the peak answered, ")
    print(f"as fast as before {overload.recovery_s:.1f} s after the flood")
    p50_ms, p99_ms = (percentile_ms(overload.health_s, percent) for percent in (50, 99))
    print(f"/health meanwhile: p50 {p50_ms:.1f} ms, p99 {p99_ms:.1f} ms")
    problems = overload.problems(limits)
    print("\n".join(problems) or "all limits are kept")
    return 1 if problems else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.overload", description=__doc__)
    parser.add_argument("--bundles", type=Path, nargs="+", default=[BUNDLES / "en-de"], help="what to serve: en to de")
    parser.add_argument("--factor", type=float, default=10.0, help="how many times the peak to ask for")
    parser.add_argument("--seconds", type=float, default=30.0, help="for how long")
    parser.add_argument("--peak-seconds", type=float, default=10.0, help="for how long to measure the peak")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
