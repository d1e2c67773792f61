"""`python -m loadtest.flood`: more requests than a server can answer, as a process of its own, in JSON.

Standard input has a Flood, standard output a FloodResult. A refusal is an answer like any other here. With a rate the
loop is open: requests are sent at random moments (Poisson), whatever became of those before; without, it has a number
of clients, each of which sends its next request when its last one is answered.
"""

import asyncio
import dataclasses
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import uvloop

from loadtest.http_client import END_OF_HEAD, encode_request

SEED: Final = 1
PATIENCE_S: Final = 60.0  # who has no answer by then was forgotten
OK: Final = 200
MAX_HEAD: Final = 1 << 20

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flood:
    """Requests to one server for some seconds. With `rate` (per second) the loop is open, without it has `clients`."""

    url: str
    path: str
    bodies: list[str]  # sent in turn
    expected: str  # every right answer has this in it
    clients: int = 1
    rate: float | None = None
    seconds: float


@dataclass(slots=True)
class FloodResult:
    """What came of it. Times in seconds; `statuses` are texts, since JSON has no other names."""

    num_sent: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    num_in_time: int = 0  # right answers that came before the time was over
    answer_s: list[float] = field(default_factory=list)
    refusal_s: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # a refusal that does not say when to come back, and worse
    cpu_share: float = 0.0  # of one processor, by the generator itself


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes


class FloodGenerator:
    """Runs one Flood."""

    def __init__(self, flood: Flood) -> None:
        self._flood = flood
        self._requests = [encode_request(flood.url, flood.path, body.encode()) for body in flood.bodies]
        self._result = FloodResult()
        self._idle: list[Stream] = []
        self._end = 0.0

    async def run(self) -> FloodResult:
        """Send until the time is over, and wait for what is on its way then."""
        started, cpu = time.perf_counter(), time.process_time()
        self._end = started + self._flood.seconds
        await (self._open_loop(self._flood.rate) if self._flood.rate else self._closed_loop())
        self._result.cpu_share = (time.process_time() - cpu) / (time.perf_counter() - started)
        for _, writer in self._idle:
            writer.close()
        return self._result

    async def _closed_loop(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self._flood.clients):
                group.create_task(self._client())

    async def _client(self) -> None:
        while (now := time.perf_counter()) < self._end:
            await self._send(now)

    async def _open_loop(self, rate: float) -> None:
        dice = random.Random(SEED)
        due = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            while (due := due + dice.expovariate(rate)) < self._end:
                await asyncio.sleep(due - time.perf_counter())
                group.create_task(self._send(due))

    async def _send(self, due: float) -> None:
        request = self._requests[self._result.num_sent % len(self._requests)]
        self._result.num_sent += 1
        try:
            async with asyncio.timeout(PATIENCE_S):
                reply = await self._ask(request)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            self._result.wrong.append(f"no answer: {error!r}")
            return
        self._judge(reply, time.perf_counter() - due)

    async def _ask(self, request: bytes) -> Reply:
        """On a connection that is free, or on a new one if there is none, or if it was closed for idleness."""
        while self._idle:
            stream = self._idle.pop()
            try:
                return await self._exchange(stream, request)
            except (ConnectionResetError, BrokenPipeError):
                continue
            except asyncio.IncompleteReadError as error:
                if error.partial:
                    raise
        return await self._exchange(await self._connect(), request)

    async def _exchange(self, stream: Stream, request: bytes) -> Reply:
        reader, writer = stream
        writer.write(request)
        line, *lines = (await reader.readuntil(END_OF_HEAD)).lower().removesuffix(END_OF_HEAD).split(b"\r\n")
        headers = dict(each.split(b": ", 1) for each in lines)
        body = await reader.readexactly(int(headers[b"content-length"]))
        self._idle.append(stream)
        return Reply(int(line.split()[1]), headers, body)

    async def _connect(self) -> Stream:
        address = urlsplit(self._flood.url)
        return await asyncio.open_connection(address.hostname, address.port, limit=MAX_HEAD)

    def _judge(self, reply: Reply, seconds: float) -> None:
        result, status = self._result, str(reply.status)
        result.statuses[status] = result.statuses.get(status, 0) + 1
        is_ok = reply.status == OK
        if not (self._flood.expected.encode() in reply.body if is_ok else b"retry-after" in reply.headers):
            result.wrong.append(f"{status}: {reply.body[:200]!r}")
        elif is_ok:
            result.num_in_time += time.perf_counter() <= self._end
            result.answer_s.append(seconds)
        else:
            result.refusal_s.append(seconds)


def main() -> None:
    """Run the flood on standard input."""
    flood = Flood(**json.load(sys.stdin))
    json.dump(dataclasses.asdict(uvloop.run(FloodGenerator(flood).run())), sys.stdout)


if __name__ == "__main__":
    main()
