"""Messages on a stream socket: each behind its length, four bytes in network order."""

import socket
import struct
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

_LENGTH: Final = struct.Struct("!I")


def frames_from(connection: socket.socket) -> Iterator[bytes]:
    """One message after the other, until the other end is gone."""
    with connection.makefile("rb") as stream, suppress(ConnectionError):
        while len(head := stream.read(_LENGTH.size)) == _LENGTH.size:
            [length] = _LENGTH.unpack(head)
            if len(message := stream.read(length)) < length:
                return
            yield message


class Sender:
    """Sends messages, from any thread. One that the socket has no room for is sent later, by a thread: nobody waits.

    What is sent to an end that is gone is lost; whoever reads from it gets to know.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._backlog: deque[bytes] = deque()
        self._changed = threading.Condition()
        self._flusher: threading.Thread | None = None
        self._is_lost = False  # the other end is gone

    def send(self, message: bytes) -> None:
        """Send a message behind all earlier ones. Returns at once."""
        frame = _LENGTH.pack(len(message)) + message
        with self._changed:
            rest = frame if self._backlog else frame[self._send_now(frame) :]
            if rest and not self._is_lost:
                self._backlog.append(rest)
                self._wake_flusher()

    def _send_now(self, frame: bytes) -> int:
        """How many bytes of it there was room for."""
        try:
            return self._connection.send(frame, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return 0
        except OSError:
            return len(frame)

    def _wake_flusher(self) -> None:
        if self._flusher is None:
            self._flusher = threading.Thread(target=self._flush, name="sender", daemon=True)
            self._flusher.start()
        self._changed.notify()

    def _flush(self) -> None:
        """Send what was left, the oldest first; it stays in the backlog meanwhile, so that nothing overtakes it."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._backlog)
                frame = self._backlog[0]
            try:
                self._connection.sendall(frame)
            except OSError:
                self._give_up()
                return
            with self._changed:
                self._backlog.popleft()

    def _give_up(self) -> None:
        with self._changed:
            self._is_lost = True
            self._backlog.clear()
