"""A process with engines, as the server sees it."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import service
from service.hosting.codec import dump, load
from service.hosting.frames import Sender, frames_from
from service.hosting.messages import Order, Ready, Refused, Report
from service.runtime.errors import RuntimeLayerError

_ROOT: Final = Path(service.__file__).parents[1]
_LEAVE_S: Final = 10.0  # a process without its socket ends at once


class Listener(Protocol):
    """Who gets what a worker reports, on the thread that reads from its process."""

    def take(self, report: Report) -> None:
        """One report."""

    def lost(self, reason: str) -> None:
        """The process is gone: no more reports."""


class EngineProcess:
    """Started and ready; what its workers report goes to their listeners. All methods may be called from any thread.

    Raises BundleError or RuntimeLayerError if it cannot load what it was ordered to.
    """

    def __init__(self, order: Order) -> None:
        self._connection, theirs = socket.socketpair()
        with theirs:
            self._process = _start(theirs.fileno())
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None
        self._sender = Sender(self._connection)
        self._messages = _messages_from(frames_from(self._connection))
        self._sender.send(dump(order))
        self.ready = self._first_answer()
        self._num_open = len(self.ready.limits)  # workers that have not been let go

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def listen(self, listeners: Sequence[Listener]) -> None:
        """Hand out reports from now on, to one listener for each worker."""
        self._reader = threading.Thread(target=self._read, args=(listeners,), name=f"reports-{self.pid}", daemon=True)
        self._reader.start()

    def send(self, message: bytes) -> None:
        """Send a message behind all earlier ones. Returns at once, even if the process hangs or is gone."""
        self._sender.send(message)

    def let_go(self) -> None:
        """One worker is not needed any more; with the last one the process ends."""
        with self._lock:
            self._num_open -= 1
            is_last = self._num_open == 0
        if is_last:
            self._hang_up()

    def kill(self) -> None:
        """End it at once, in whatever it is."""
        self._process.kill()

    def _first_answer(self) -> Ready:
        answer = next(self._messages, None)
        if isinstance(answer, Ready):
            return answer
        self._hang_up()
        if isinstance(answer, Refused):
            raise answer.error
        raise RuntimeLayerError(f"the process of its engines {self._ending()} while it was loading; see what it wrote")

    def _read(self, listeners: Sequence[Listener]) -> None:
        for message in self._messages:
            if isinstance(message, Report):
                listeners[message.worker].take(message)
        reason = f"its process {self._ending()}; the server has to be restarted"
        for listener in listeners:
            listener.lost(reason)
        self._connection.close()

    def _hang_up(self) -> None:
        with suppress(OSError):  # the other end is gone already
            self._connection.shutdown(socket.SHUT_RDWR)
        if self._reader is None:
            self._messages.close()
            self._connection.close()
            self._ending()
        else:
            self._reader.join()

    def _ending(self) -> str:
        """How it ended. One that does not, although its socket is closed, is killed."""
        try:
            status = self._process.wait(_LEAVE_S)
        except subprocess.TimeoutExpired:
            self.kill()
            status = self._process.wait()
        return f"was ended by {signal.Signals(-status).name}" if status < 0 else f"has ended with status {status}"


def _start(descriptor: int) -> "subprocess.Popen[bytes]":
    """With this program's own sources, wherever they were found."""
    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", "service.hosting.child", str(descriptor)],
        pass_fds=[descriptor],
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    )


def _messages_from(frames: Iterable[bytes]) -> Generator[object, None, None]:
    """All but log records, which are written as the server's own."""
    for frame in frames:
        message = load(frame)
        if isinstance(message, logging.LogRecord):
            if logging.getLogger(message.name).isEnabledFor(message.levelno):
                logging.getLogger(message.name).handle(message)
        else:
            yield message
