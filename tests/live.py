"""A real server for tests: `dragoman serve` as a subprocess on a free loopback port, stopped with the test."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

ROOT: Final = Path(__file__).parents[1]
START_TIMEOUT_S: Final = 180.0
STOP_TIMEOUT_S: Final = 60.0
LISTENING: Final = re.compile(r"listening on (http://[^\s\"]+)")


class LiveServer:
    """A started process. Its log lines are collected, so that it never blocks on a full pipe."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.url = ""
        self.log: list[str] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_listening(self, timeout_s: float = START_TIMEOUT_S) -> None:
        """Block until the server has said where it listens. Raises TimeoutError, with the log, if it has not."""
        while not self.url:
            line = self._next_line(timeout_s)
            if match := LISTENING.search(line):
                self.url = match[1]

    def _next_line(self, timeout_s: float) -> str:
        try:
            line = self._lines.get(timeout=timeout_s)
        except queue.Empty:
            line = ""
        if not line:  # the end of the log, or nothing for too long
            raise TimeoutError(f"the server does not listen:\n{self.text}")
        return line

    def wait_ready(self, timeout_s: float = START_TIMEOUT_S) -> None:
        """Block until /readyz answers 200."""
        deadline = time.monotonic() + timeout_s
        while self.status_of("/readyz") != 200:
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise TimeoutError(f"not ready after {timeout_s} s:\n{self.text}")
            time.sleep(0.02)

    def status_of(self, path: str) -> int:
        """Status of a GET."""
        try:
            with urlopen(self.url + path, timeout=10) as answer:
                return int(answer.status)
        except HTTPError as error:
            with error:
                return error.code

    def wait_ended(self, timeout_s: float = STOP_TIMEOUT_S) -> int:
        """The exit status of a server that is leaving by itself."""
        status = self.process.wait(timeout_s)
        self._reader.join(timeout_s)
        return status

    def stop(self, timeout_s: float = STOP_TIMEOUT_S) -> int:
        """Ask the server to leave and return its exit status; one that does not is killed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.wait_ended(timeout_s)
        finally:
            self.process.kill()
            self.process.wait()

    @property
    def text(self) -> str:
        """Everything logged so far."""
        return "".join(self.log)

    def _read(self) -> None:
        pipe = self.process.stderr
        if pipe is None:
            raise ValueError("the process was started without a pipe for its log")
        with pipe:
            for line in pipe:
                self.log.append(line)
                self._lines.put(line)
        self._lines.put("")


@contextmanager
def launched(bundles: Sequence[Path], *flags: str, environ: Mapping[str, str] | None = None) -> Iterator[LiveServer]:
    """A server process that has just been started. Only loopback, a port of its own, killed at the end."""
    command = [sys.executable, "-m", "service", "serve", "--host", "127.0.0.1", "--port", "0", "--threads", "1"]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DRAGOMAN_")}
    process = subprocess.Popen(
        [*command, "--bundles", ",".join(map(str, bundles)), *flags],
        cwd=ROOT,
        env=inherited | dict(environ or {}),
        stderr=subprocess.PIPE,
        text=True,
    )
    server = LiveServer(process)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def serving(bundles: Sequence[Path], *flags: str, environ: Mapping[str, str] | None = None) -> Iterator[LiveServer]:
    """A server that is ready for requests."""
    with launched(bundles, *flags, environ=environ) as server:
        server.wait_listening()
        server.wait_ready()
        yield server
