"""A probe beside a load: asks /health again and again, as fast as a pause between two requests allows."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

PAUSE_S: Final = 0.01
TIMEOUT_S: Final = 60
MAX_P99_MS: Final = 100.0
PATH: Final = "/health"
OK: Final = 200


class ProbeError(Exception):
    """A probe was answered with something else than 200; the message says with what."""


@contextmanager
def probing(url: str) -> Iterator[list[float]]:
    """For as long as the block goes on; the list has the seconds of each answer. Raises ProbeError at its end."""
    prober = Prober(url)
    thread = threading.Thread(target=prober.run, daemon=True)
    thread.start()
    try:
        yield prober.seconds
    finally:
        prober.stop()
        thread.join()
    if prober.wrong:
        raise ProbeError(f"{PATH} was answered with {prober.wrong[0]}")


class Prober:
    """One connection."""

    def __init__(self, url: str) -> None:
        self.seconds: list[float] = []
        self.wrong: list[str] = []
        self._address = urlsplit(url)
        self._is_over = threading.Event()

    def stop(self) -> None:
        """Ask no more."""
        self._is_over.set()

    def run(self) -> None:
        """Ask until stopped, or until an answer is wrong."""
        address = self._address
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=TIMEOUT_S)
        while not self._is_over.wait(PAUSE_S) and not self.wrong:
            started = time.perf_counter()
            self._ask(connection)
            self.seconds.append(time.perf_counter() - started)
        connection.close()

    def _ask(self, connection: http.client.HTTPConnection) -> None:
        try:
            connection.request("GET", PATH)
            response = connection.getresponse()
            response.read()
        except (OSError, http.client.HTTPException) as error:
            self.wrong.append(repr(error))
            return
        if response.status != OK:
            self.wrong.append(str(response.status))
