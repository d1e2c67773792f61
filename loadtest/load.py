"""`python -m loadtest.load`: a load generator as a process of its own, which reads and writes JSON.

Standard input has a Load, standard output a LoadResult.

A closed loop has a number of clients, each of which sends its next request when its last one is answered. An open loop
sends requests at random moments (Poisson), whether or not earlier ones are answered, and counts latency from those
moments.
"""

import asyncio
import dataclasses
import itertools
import json
import random
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

import uvloop

from loadtest.http_client import Answer, BadAnswer, Connection, Refused, connect, encode_request

MAX_STRETCH: Final = 4  # how much longer than planned a slow server is watched
MIN_ROUNDS: Final = 2  # answers for each client that a closed loop waits for
MAX_IDLE_S: Final = 2.0  # of a connection that is used again: Uvicorn hangs up after five seconds
SEED: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Requests to one server. With `rate` (per second) the loop is open, without it has `clients`."""

    url: str
    path: str
    bodies: list[str]  # sent in turn
    expected: str  # every right answer has this in it
    clients: int = 1
    rate: float | None = None
    warm_up_s: float
    seconds: float


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What came of the requests that were due after the warm-up and before the end. Times in seconds.

    Those of parts are of answers that came in several. A request counts into the rate with that share of its time that
    lies between warm-up and end: servers that answer in waves would otherwise gain or lose a whole wave.
    """

    requests_per_s: float
    latencies: list[float]
    first_parts: list[float]
    gaps: list[float]
    cpu_share: float  # of one processor, by the generator itself
    num_refused: int = 0  # of an open loop; in a closed one a refusal is an error

    @property
    def num_answers(self) -> int:
        """How many requests the percentiles are of."""
        return len(self.latencies)


@dataclass(frozen=True, slots=True)
class Answered:
    """One request: the moment at which it was due, and its answer."""

    due: float
    answer: Answer

    @property
    def done(self) -> float:
        """The moment of its last part."""
        return self.answer.times[-1]

    def share_within(self, begin: float, end: float) -> float:
        """How much of its time lies between two moments."""
        return max(0.0, min(self.done, end) - max(self.due, begin)) / (self.done - self.due)


class Generator:
    """Runs one Load."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._requests = [encode_request(load.url, load.path, body.encode()) for body in load.bodies]
        self._num_sent = 0
        self._num_refused = 0
        self._answered: list[Answered] = []
        self._begin = 0.0
        self._end: float | None = None

    async def run(self) -> LoadResult:
        """Send until the time is over, and wait for the answers to what is on its way then."""
        load = self._load
        started, cpu = time.perf_counter(), time.process_time()
        self._begin = started + load.warm_up_s
        await (self._open_loop(load.rate) if load.rate else self._closed_loop())
        cpu_share = (time.process_time() - cpu) / (time.perf_counter() - started)
        result = summarise(self._answered, self._begin, self._end or self._begin + load.seconds, cpu_share)
        return dataclasses.replace(result, num_refused=self._num_refused)

    async def _closed_loop(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self._load.clients):
                group.create_task(self._client())

    async def _client(self) -> None:
        async with connect(self._load.url) as connection:
            while not self._is_over():
                await self._send(connection, time.perf_counter())

    def _is_over(self) -> bool:
        """Once every client had some answers, or a slow server its chance."""
        now = time.perf_counter()
        if self._end is None and now - self._begin > self._load.seconds:
            is_enough = len(self._answered) >= MIN_ROUNDS * self._load.clients
            if is_enough or now - self._begin > self._load.seconds * MAX_STRETCH:
                self._end = now
        return self._end is not None

    async def _open_loop(self, rate: float) -> None:
        dice = random.Random(SEED)
        idle: list[tuple[Connection, float]] = []
        due = time.perf_counter()
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            while (due := due + dice.expovariate(rate)) < self._begin + self._load.seconds:
                await asyncio.sleep(due - time.perf_counter())
                group.create_task(self._send_on_any(stack, idle, due))

    async def _send_on_any(self, stack: AsyncExitStack, idle: list[tuple[Connection, float]], due: float) -> None:
        """On the connection that was used last, or on a new one where even that one may have been hung up."""
        connection, since = idle.pop() if idle else (None, 0.0)
        if connection is None or time.perf_counter() - since > MAX_IDLE_S:
            connection = await stack.enter_async_context(connect(self._load.url))
        try:
            await self._send(connection, due)
        except Refused:
            self._num_refused += 1
        idle.append((connection, time.perf_counter()))

    async def _send(self, connection: Connection, due: float) -> None:
        """Send the next request, which was due at a moment of `time.perf_counter`."""
        request = self._requests[self._num_sent % len(self._requests)]
        self._num_sent += 1
        answer = await connection.send(request)
        if self._load.expected.encode() not in answer.body:
            raise BadAnswer(f"an answer without {self._load.expected!r}: {answer.body[:200]!r}")
        self._answered.append(Answered(due, answer))


def summarise(answered: Sequence[Answered], begin: float, end: float, cpu_share: float) -> LoadResult:
    """What happened between two moments."""
    counted = [entry for entry in answered if begin <= entry.due < end]
    streamed = [entry for entry in counted if len(entry.answer.times) > 1]
    return LoadResult(
        requests_per_s=sum(entry.share_within(begin, end) for entry in answered) / (end - begin),
        latencies=[entry.done - entry.due for entry in counted],
        first_parts=[entry.answer.times[0] - entry.due for entry in streamed],
        gaps=[later - earlier for entry in streamed for earlier, later in itertools.pairwise(entry.answer.times)],
        cpu_share=cpu_share,
    )


def main() -> None:
    """Run the load on standard input."""
    load = Load(**json.load(sys.stdin))
    json.dump(dataclasses.asdict(uvloop.run(Generator(load).run())), sys.stdout)


if __name__ == "__main__":
    main()
