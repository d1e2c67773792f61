"""A well-behaved client beside a fault, as a process of its own: what a test does cannot hold it up.

`python -m tests.faults.neighbour URL` asks /health and /translate in turn until its standard input ends, and prints
what came of it as JSON.
"""

import hashlib
import http.client
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

ROOT: Final = Path(__file__).parents[2]
BODY: Final = json.dumps({"q": "The child sees.\nfish", "source": "en", "target": "de"})
HEADERS: Final = {"Content-Type": "application/json"}
REPORT: Final = "beside it"
MAX_HEALTH_S: Final = 0.1
PROBES: Final = 4  # of /health for each translation
MIN_PROBES: Final = 200  # a percentile of fewer would be the slowest: it goes on until there are as many
WARM_UP: Final = 20
WORK: Final = 500_000  # rounds of a hash, a tenth of a second or a little more
TIMEOUT_S: Final = 60
# A process that answers a line with a line, after about as much work as /health takes.
ECHO: Final = """
import hashlib, sys
for line in sys.stdin:
    hashlib.pbkdf2_hmac("sha256", b"", b"", 5_000)
    print(flush=True)
"""


@dataclass(slots=True)
class Watch:
    """What a neighbour saw."""

    num_right: int = 0
    wrong: list[str] = field(default_factory=list)
    health_s: list[float] = field(default_factory=list)
    echo_s: list[float] = field(default_factory=list)  # of a process that does nothing else, asked after each of these
    shared: int = 1  # how many times longer than alone work took on this machine before the fault, or after it

    @property
    def health_p99_s(self) -> float:
        """All but one of a hundred were faster."""
        return _p99(self.health_s)

    @property
    def bound_s(self) -> float:
        """100 ms on a machine of its own: as many times more as others take of it, and what it holds up anybody."""
        return MAX_HEALTH_S * self.shared + _p99(self.echo_s)


def _p99(times_s: list[float]) -> float:
    return sorted(times_s)[int(len(times_s) * 0.99)]


@contextmanager
def neighbour(url: str) -> Iterator[Watch]:
    """A client that is served for as long as the block goes on. Filled at its end."""
    watch = Watch()
    command = [sys.executable, "-m", "tests.faults.neighbour", url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        pipe = process.stdout
        if pipe is None:
            raise ValueError("the process was started without a pipe for its report")
        pipe.readline()  # it has begun
        yield watch
        found, _ = process.communicate(timeout=TIMEOUT_S)
    for name, value in json.loads(found).items():
        setattr(watch, name, value)
    check(watch)


def check(watch: Watch) -> None:
    """Right answers only, and a /health that stays quick."""
    milliseconds = f"p99 {1000 * watch.health_p99_s:.1f} ms of {1000 * watch.bound_s:.0f} allowed"
    print(f"{REPORT} {watch.num_right} right answers, {len(watch.health_s)} of /health: {milliseconds}")
    assert watch.wrong == []
    assert watch.num_right > 0
    assert watch.health_p99_s < watch.bound_s


class Neighbour:
    """The process's own part: one connection at a time, made again when the server has closed it for idleness."""

    def __init__(self, url: str, echo: "subprocess.Popen[str]") -> None:
        self._address = urlsplit(url)
        self._echo = echo
        self._connection = self._connect()
        self._expected = self._ask("POST", "/translate")

    def run(self, watch: Watch) -> None:
        """Ask for a translation once, and for its health a few times."""
        statuses = {self._probe(watch) for _ in range(PROBES)}
        answer = self._ask("POST", "/translate")
        if statuses == {200} and answer == self._expected and answer[0] == 200:
            watch.num_right += 1
        else:
            watch.wrong.append(f"/health {statuses}, /translate {answer}")

    def _probe(self, watch: Watch) -> int:
        started = time.perf_counter()
        status, _ = self._ask("GET", "/health")
        watch.health_s.append(time.perf_counter() - started)
        watch.echo_s.append(self._ask_echo())
        return status

    def _ask_echo(self) -> float:
        """How long the process that does nothing else takes now, in seconds."""
        if self._echo.stdin is None or self._echo.stdout is None:
            raise ValueError("the process was started without pipes")
        started = time.perf_counter()
        print(file=self._echo.stdin, flush=True)
        self._echo.stdout.readline()
        return time.perf_counter() - started

    def _ask(self, method: str, path: str) -> tuple[int, str]:
        self._connection.request(method, path, BODY if method == "POST" else None, HEADERS)
        response = self._connection.getresponse()
        return response.status, response.read().decode("utf-8")

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(str(self._address.hostname), self._address.port, timeout=TIMEOUT_S)


def others_share() -> int:
    """1 where all CPUs are free, otherwise how many times longer work on all of them takes, in whole numbers."""
    number = len(os.sched_getaffinity(0))
    started, cpu = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(number) as pool:
        list(pool.map(lambda _: hashlib.pbkdf2_hmac("sha256", b"", b"", WORK), range(number)))
    return max(1, int(number * (time.perf_counter() - started) / (time.process_time() - cpu)))


def main() -> None:
    """First without the fault, then until the end of the input."""
    shared = others_share()
    watch = Watch()
    with subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as echo:
        client = Neighbour(sys.argv[1], echo)
        for _ in range(WARM_UP):
            client.run(Watch())
        print(flush=True)
        while len(watch.health_s) < MIN_PROBES or not select.select([sys.stdin], [], [], 0)[0]:
            client.run(watch)
    watch.shared = max(shared, others_share())
    print(json.dumps(asdict(watch)))


if __name__ == "__main__":
    main()
