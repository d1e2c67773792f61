"""Connections that do what no HTTP client does, and what a process holds."""

import json
import resource
import select
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tests.live import LiveServer

JSON_POST: Final = (
    "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
)


def connect(server: LiveServer, *, receive_buffer: int | None = None) -> socket.socket:
    """A plain connection."""
    address = urlsplit(server.url)
    connection = socket.socket()
    connection.settimeout(30)
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.connect((address.hostname, address.port))
    return connection


@contextmanager
def connections(server: LiveServer, number: int) -> Iterator[list[socket.socket]]:
    """Several, hung up at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(connect(server)) for _ in range(number)]


def post(path: str, body: object) -> bytes:
    """A request with a body of JSON."""
    content = json.dumps(body).encode()
    return JSON_POST.format(path=path, length=len(content)).encode() + content


def read_all(connection: socket.socket) -> bytes:
    """What comes until the server hangs up, however it does."""
    received = b""
    try:
        while piece := connection.recv(65_536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def send_all(connection: socket.socket, pieces: Iterable[bytes]) -> bytes:
    """Send until the server has had enough; what it said, if that could still be read."""
    try:
        for piece in pieces:
            connection.sendall(piece)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return read_all(connection)


def drip(connections: Sequence[socket.socket], seconds: float, *, byte: bytes = b"x", pause_s: float = 0.25) -> int:
    """Send a byte now and then on all of them; how many the server has closed when the time is over."""
    closed: set[socket.socket] = set()
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(closed) < len(connections):
        for connection in set(connections) - closed:
            if has_been_closed(connection, byte):
                closed.add(connection)
        time.sleep(pause_s)
    return len(closed)


def has_been_closed(connection: socket.socket, byte: bytes) -> bool:
    """Send one byte, if there is still somebody to send it to."""
    try:
        if select.select([connection], [], [], 0)[0]:
            return not connection.recv(65_536)
        connection.sendall(byte)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


@contextmanager
def many_files(number: int) -> Iterator[int]:
    """Room for `number` open files in this process; how many there are room for where the system allows fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = number if hard == resource.RLIM_INFINITY else min(number, hard)
    with file_limit(max(soft, allowed)):
        yield allowed


@contextmanager
def file_limit(number: int) -> Iterator[None]:
    """So many files may this process, and what it starts, open unless they ask for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def num_open_files(server: LiveServer) -> int:
    """Descriptors of the server's process."""
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def resident_mb(server: LiveServer) -> float:
    """Memory of the server's process."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text("ascii").split()[1]
    return int(pages) * resource.getpagesize() / 1e6
