"""Part 2: the same requests to everybody's server over HTTP, from a load generator in a process of its own.

All servers are started first and paused between their turns. A closed loop shows how much a server does, an open loop
how long a client waits when it is busy to a share of that.
"""

import dataclasses
import json
import signal
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from loadtest.load import Load, LoadResult
from loadtest.machine import client_cpus, first_cpus, pinned
from loadtest.server import ROOT, WITHOUT_CACHE, RunningServer, running_process, running_server
from loadtest.subjects import Subject
from loadtest.systems import DRAGOMAN

THREADS: Final = 2
WINDOW_MS: Final = 5
WARM_UP_S: Final = 0.5
LOAD_TIMEOUT_S: Final = 120
STREAMING: Final = "dragoman, streaming"
CALL: Final = "ctranslate2, a call per request"
WINDOW: Final = "ctranslate2, 5 ms window"
TRANSFORMERS_SERVER: Final = "transformers, a call per request"


@dataclass(frozen=True, slots=True)
class Requests:
    """What is sent: where to, the bodies, and what is in every right answer."""

    path: str
    bodies: list[str]
    expected: str


@dataclass(frozen=True, slots=True)
class ServingResult:
    """One server under one load, as often as it was repeated. `rate` is that of an open loop, `clients` of a closed."""

    model: str
    server: str
    clients: int | None
    rate: float | None
    loads: Sequence[LoadResult]

    @property
    def requests_per_s(self) -> float:
        """Median over the repetitions."""
        return statistics.median(load.requests_per_s for load in self.loads)

    @property
    def spread(self) -> float:
        """Fastest repetition over slowest, minus 1."""
        rates = [load.requests_per_s for load in self.loads]
        return max(rates) / min(rates) - 1

    @property
    def num_refused(self) -> int:
        """Requests that were told to come back later, over all repetitions."""
        return sum(load.num_refused for load in self.loads)

    def latency_ms(self, percent: int) -> float:
        """Percentile of the time until the whole answer, over all repetitions."""
        return percentile_ms([value for load in self.loads for value in load.latencies], percent)

    def first_part_ms(self, percent: int) -> float | None:
        """Percentile of the time until the first piece of a stream."""
        values = [value for load in self.loads for value in load.first_parts]
        return percentile_ms(values, percent) if values else None

    def gap_ms(self, percent: int) -> float | None:
        """Percentile of the time between two pieces of a stream."""
        values = [value for load in self.loads for value in load.gaps]
        return percentile_ms(values, percent) if values else None


def percentile_ms(seconds: Sequence[float], percent: int) -> float:
    """The value that `percent` of all do not exceed, in milliseconds."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


@contextmanager
def start_servers(subject: Subject, *, with_transformers: bool) -> Iterator[dict[str, RunningServer]]:
    """Everybody's server, paused. Dragoman's has the settings that it has by default; its streams come from it too."""
    peer = [sys.executable, "-m", "loadtest.peers.ctranslate2_server", str(subject.ctranslate2("int8"))]
    peer += [str(subject.weights), "--threads", str(THREADS)]
    commands = {CALL: peer, WINDOW: [*peer, "--window-ms", str(WINDOW_MS)]}
    if with_transformers:
        arguments = [str(subject.weights), "--threads", str(THREADS)]
        commands[TRANSFORMERS_SERVER] = [sys.executable, "-m", "loadtest.peers.hf_server", *arguments]
    with ExitStack() as stack:
        with pinned(first_cpus(THREADS)):
            own = stack.enter_context(running_server([subject.bundle("int8")], *WITHOUT_CACHE))
            servers = {DRAGOMAN: own, STREAMING: own}
            for name, command in commands.items():
                servers[name] = stack.enter_context(running_process(command))
        for server in servers.values():
            server.process.send_signal(signal.SIGSTOP)
        yield servers


def make_requests(subject: Subject, sentences: Sequence[str], *, is_stream: bool) -> Requests:
    """A sentence in each request; a random model is asked for the length that it is forced to."""
    if subject.forced_tokens is None:
        source, target = subject.languages
        fields = {"source": source, "target": target} | ({"stream": True} if is_stream else {})
        return Requests("/translate", [json.dumps({"q": text} | fields) for text in sentences], '"translatedText"')
    count = subject.forced_tokens
    parameters = {"min_new_tokens": count, "max_new_tokens": count, "stop_on_loop": False}
    bodies = [json.dumps({"inputs": text, "parameters": parameters}) for text in sentences]
    return Requests("/generate_stream" if is_stream else "/generate", bodies, '"generated_text"')


@dataclass(frozen=True, slots=True)
class ServingBench:
    """Everybody's servers and what is sent to them. Loads of all take turns, `repetitions` times."""

    subject: Subject
    servers: Mapping[str, RunningServer]
    sentences: Sequence[str]
    seconds: float
    repetitions: int

    def closed_loop(self, clients: int) -> list[ServingResult]:
        """Every server with so many clients."""
        loads = {name: self._make_load(name, clients=clients) for name in self.servers}
        results = self._in_turn(loads)
        return [ServingResult(self.subject.name, name, clients, None, results[name]) for name in loads]

    def open_loop(self, rates: Mapping[str, float]) -> list[ServingResult]:
        """The servers in `rates`, each at its own number of requests per second."""
        loads = {name: self._make_load(name, rate=rate) for name, rate in rates.items()}
        results = self._in_turn(loads)
        return [ServingResult(self.subject.name, name, None, rate, results[name]) for name, rate in rates.items()]

    def _make_load(self, name: str, *, clients: int = 1, rate: float | None = None) -> Load:
        requests = make_requests(self.subject, self.sentences, is_stream=name == STREAMING)
        return Load(
            url=self.servers[name].url,
            path=requests.path,
            bodies=requests.bodies,
            expected=requests.expected,
            clients=clients,
            rate=rate,
            warm_up_s=WARM_UP_S,
            seconds=self.seconds,
        )

    def _in_turn(self, loads: Mapping[str, Load]) -> dict[str, list[LoadResult]]:
        results: dict[str, list[LoadResult]] = {name: [] for name in loads}
        for _ in range(self.repetitions):
            for name, load in loads.items():
                results[name].append(run_load(load, self.servers[name]))
        return results


def run_load(load: Load, server: RunningServer) -> LoadResult:
    """One load while the server runs; it is paused again afterwards."""
    server.process.send_signal(signal.SIGCONT)
    with pinned(client_cpus(THREADS)):
        done = subprocess.run(
            [sys.executable, "-m", "loadtest.load"],
            cwd=ROOT,
            input=json.dumps(dataclasses.asdict(load)),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=LOAD_TIMEOUT_S,
        )
    server.process.send_signal(signal.SIGSTOP)
    return LoadResult(**json.loads(done.stdout))
