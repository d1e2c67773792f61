"""A server process of one's own: started on a free loopback port, ready when used, stopped with SIGTERM."""

import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

ROOT: Final = Path(__file__).parents[1]
BUNDLES: Final = ROOT / "models" / "bundles"
COMMAND: Final = (sys.executable, "-m", "service")
LISTENING: Final = re.compile(r"listening on (http://\S+)")
READY: Final = re.compile(r"\bready: ")
WITHOUT_CACHE: Final = ("--cache-bytes", "0")  # sentences are sent again and again
MAX_KEPT_LINES: Final = 200
STOP_S: Final = 60


class ServerError(Exception):
    """The server did not start; the message holds the end of its log."""


@dataclass(slots=True)
class ServerLog:
    """The end of what a server logged, and what it says. A thread reads it, so the pipe never fills up."""

    lines: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_KEPT_LINES))
    url: str | None = None
    ready_at: float | None = None
    settled: threading.Event = field(default_factory=threading.Event)

    def follow(self, stream: IO[str]) -> None:
        """Read until the process ends. `settled` is set once it is ready, or never will be."""
        for line in stream:
            self.lines.append(line.rstrip())
            if match := LISTENING.search(line):
                self.url = match[1]
            if READY.search(line):
                self.ready_at = time.perf_counter()
            if self.url and self.ready_at:
                self.settled.set()
        self.settled.set()


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that is ready."""

    url: str
    process: subprocess.Popen[str]
    ready_s: float  # from the start of the process until every bundle was loaded and warmed up

    def stop(self) -> int:
        """Ask it to leave, and wait until it has; its exit status."""
        self.process.terminate()
        return self.process.wait(STOP_S)


@contextmanager
def running_server(
    bundles: Sequence[Path], *flags: str, command: Sequence[str] = COMMAND, timeout_s: float = 60
) -> Iterator[RunningServer]:
    """Start a server for `bundles`; it is stopped at the end, if it still runs then. Raises ServerError."""
    folders = ",".join(str(path.resolve()) for path in bundles)
    arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--bundles", folders, *flags]
    with running_process([*command, *arguments], timeout_s=timeout_s) as server:
        yield server


@contextmanager
def running_process(command: Sequence[str], *, timeout_s: float = 60) -> Iterator[RunningServer]:
    """Start any server that logs as Dragoman does where it listens and when it is ready. Raises ServerError."""
    started = time.perf_counter()
    log = ServerLog()
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        reader = threading.Thread(target=log.follow, args=(process.stderr,), daemon=True)
        reader.start()
        try:
            log.settled.wait(timeout_s)
            if log.url is None or log.ready_at is None:
                raise ServerError("\n".join([f"the server is not ready after {timeout_s:g} s:", *log.lines]))
            yield RunningServer(log.url, process, log.ready_at - started)
        finally:
            _end(process)
            reader.join()


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    process.send_signal(signal.SIGCONT)  # one that was paused could not even leave
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
