"""A well-behaved client beside a fault, as a process of its own: what a test does cannot hold it up.

`python -m tests.faults.neighbour URL` asks /health and /translate in turn until its standard input ends, and prints
what came of it as JSON.
"""

import http.client
import json
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

ROOT: Final = Path(__file__).parents[2]
BODY: Final = json.dumps({"q": "The child sees.\nfish", "source": "en", "target": "de"})
HEADERS: Final = {"Content-Type": "application/json"}
MAX_HEALTH_S: Final = 0.1
BUSY: Final = 5  # on a machine with other work, as many times slower than it was before the fault
TIMEOUT_S: Final = 60


@dataclass(slots=True)
class Watch:
    """What a neighbour saw."""

    num_right: int = 0
    wrong: list[str] = field(default_factory=list)
    health_s: list[float] = field(default_factory=list)

    @property
    def health_p99_s(self) -> float:
        """All but one of a hundred were faster."""
        return sorted(self.health_s)[int(len(self.health_s) * 0.99)]


@contextmanager
def neighbour(url: str) -> Iterator[Watch]:
    """A client that is served for as long as the block goes on. Filled at its end."""
    watch = Watch()
    command = [sys.executable, "-m", "tests.faults.neighbour", url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        pipe = process.stdout
        if pipe is None:
            raise ValueError("the process was started without a pipe for its report")
        calm = Watch(**json.loads(pipe.readline()))
        yield watch
        found, _ = process.communicate(timeout=TIMEOUT_S)
    seen = Watch(**json.loads(found))
    watch.num_right, watch.wrong, watch.health_s = seen.num_right, seen.wrong, seen.health_s
    check(watch, calm)


def check(watch: Watch, calm: Watch) -> None:
    """Right answers only, and a /health that stays quick."""
    print(f"{watch.num_right} right answers beside it, /health p99 {1000 * watch.health_p99_s:.1f} ms")
    assert watch.wrong == []
    assert watch.num_right > 0
    bound_s = max(MAX_HEALTH_S, BUSY * calm.health_p99_s)
    num_slow = sum(seconds > bound_s for seconds in watch.health_s)
    assert num_slow <= 1 + len(watch.health_s) // 100  # one more than p99 has: the machine may be held up, too


class Neighbour:
    """The process's own part: one connection at a time, made again when the server has closed it for idleness."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)
        self._connection = self._connect()
        self._expected = self._ask("POST", "/translate")

    def run(self, watch: Watch) -> None:
        """Ask both once."""
        started = time.perf_counter()
        status, _ = self._ask("GET", "/health")
        watch.health_s.append(time.perf_counter() - started)
        answer = self._ask("POST", "/translate")
        if status == 200 and answer == self._expected and answer[0] == 200:
            watch.num_right += 1
        else:
            watch.wrong.append(f"/health {status}, /translate {answer}")

    def _ask(self, method: str, path: str) -> tuple[int, str]:
        self._connection.request(method, path, BODY if method == "POST" else None, HEADERS)
        response = self._connection.getresponse()
        return response.status, response.read().decode("utf-8")

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(str(self._address.hostname), self._address.port, timeout=TIMEOUT_S)


def main() -> None:
    """First without the fault, then until the end of the input."""
    client = Neighbour(sys.argv[1])
    calm, watch = Watch(), Watch()
    for _ in range(50):
        client.run(calm)
    print(json.dumps(asdict(calm)), flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        client.run(watch)
    print(json.dumps(asdict(watch)))


if __name__ == "__main__":
    main()
