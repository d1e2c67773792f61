"""`python -m loadtest.bench`: what batching across clients is worth, on one server and in one run.

The same sentences are translated one at a time, then by many clients at once, several times in turn. Server and
clients share the machine. The last line is one JSON object; `ratio` above 1 means that together is faster.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from loadtest.answers import WrongAnswer, check_translation
from loadtest.sentences import CHINESE, ENGLISH
from loadtest.server import BUNDLES, ServerError, running_server

TIMEOUT_S: Final = 120


@dataclass(frozen=True, slots=True)
class Request:
    """One sentence to translate."""

    text: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Round:
    """All requests once: how long it took as a whole and for each, and what came back."""

    seconds: float
    latencies_s: list[float]
    translations: list[str]


def make_requests(count: int) -> list[Request]:
    """`count` sentences of both languages and all lengths, in turn."""
    sentences = [
        request
        for chinese, english in zip(CHINESE, ENGLISH, strict=True)
        for request in (Request(chinese, "zh", "en"), Request(english, "en", "de"))
    ]
    return [sentences[index % len(sentences)] for index in range(count)]


async def run_round(client: httpx.AsyncClient, requests: Sequence[Request], num_clients: int) -> Round:
    """Every client takes the next request as soon as its last one is answered. Raises WrongAnswer."""
    remaining = iter(range(len(requests)))
    latencies = [0.0] * len(requests)
    translations = [""] * len(requests)

    async def one_after_another() -> None:
        for index in remaining:
            started = time.perf_counter()
            translations[index] = await _translate(client, requests[index])
            latencies[index] = time.perf_counter() - started

    started = time.perf_counter()
    await asyncio.gather(*(one_after_another() for _ in range(num_clients)))
    return Round(time.perf_counter() - started, latencies, translations)


async def _translate(client: httpx.AsyncClient, request: Request) -> str:
    body = {"q": request.text, "source": request.source, "target": request.target}
    response = await client.post("/translate", json=body)
    if response.status_code != 200:
        raise WrongAnswer(f"{response.status_code}: {response.text:.200}")
    [translation] = check_translation(response.json(), request.text)
    return translation


async def compare(
    client: httpx.AsyncClient, *, num_requests: int, num_clients: int, num_rounds: int
) -> dict[str, object]:
    """Alternate both ways, so that whatever else the machine does hits both. Raises WrongAnswer."""
    requests = make_requests(num_requests)
    alone: list[Round] = []
    together: list[Round] = []
    await run_round(client, requests[:num_clients], num_clients)  # opens the connections
    for _ in range(num_rounds):
        alone.append(await run_round(client, requests, 1))
        together.append(await run_round(client, requests, num_clients))
        print(f"one at a time {alone[-1].seconds:7.2f} s, together {together[-1].seconds:7.2f} s", flush=True)
    if any(entry.translations != alone[0].translations for entry in (*alone, *together)):
        raise WrongAnswer("a sentence was translated differently together with others than alone")
    return summarise(alone, together) | {"requests": num_requests, "clients": num_clients, "rounds": num_rounds}


def summarise(alone: Sequence[Round], together: Sequence[Round]) -> dict[str, object]:
    """Medians over the rounds; the ratio is of these."""
    slow, fast = (statistics.median(entry.seconds for entry in rounds) for rounds in (alone, together))
    count = len(alone[0].latencies_s)
    return {
        "ratio": round(slow / fast, 3),
        "one_at_a_time": {"requests_per_s": round(count / slow, 2), **_latencies_ms(alone)},
        "together": {"requests_per_s": round(count / fast, 2), **_latencies_ms(together)},
    }


def _latencies_ms(rounds: Sequence[Round]) -> dict[str, float]:
    percentiles = statistics.quantiles([1000 * s for entry in rounds for s in entry.latencies_s], n=100)
    return {"p50_ms": round(percentiles[49], 1), "p95_ms": round(percentiles[94], 1)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; the exit status."""
    options = _options(arguments)
    try:
        with ExitStack() as stack:
            url = options.url or stack.enter_context(running_server(options.bundles)).url
            result = asyncio.run(_compare_at(url, options))
    except (ServerError, WrongAnswer) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(result))
    return 0


async def _compare_at(url: str, options: argparse.Namespace) -> dict[str, object]:
    limits = httpx.Limits(max_connections=options.clients)
    async with httpx.AsyncClient(base_url=url, timeout=TIMEOUT_S, trust_env=False, limits=limits) as client:
        return await compare(
            client, num_requests=options.requests, num_clients=options.clients, num_rounds=options.rounds
        )


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.bench", description=__doc__)
    parser.add_argument("--bundles", type=Path, nargs="+", default=[BUNDLES], help="what to serve")
    parser.add_argument("--url", help="a server that runs already, instead of one of its own")
    parser.add_argument("--requests", type=int, default=160, help="requests in a round, at least 2")
    parser.add_argument("--clients", type=int, default=16, help="clients at the same time")
    parser.add_argument("--rounds", type=int, default=3, help="how often both ways are measured, in turn")
    options = parser.parse_args(arguments)
    if options.requests < 2 or options.clients < 1 or options.rounds < 1:
        parser.error("--requests must be at least 2, --clients and --rounds at least 1")
    return options


if __name__ == "__main__":
    sys.exit(main())
