"""A container of the image under the rules of a strict cluster, and how it is talked to."""

import http.client
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from tests.image.engines import Engine

MEMORY_BYTES: Final = 1 << 30
STRICT: Final = (
    "--read-only",
    "--tmpfs=/tmp",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    f"--memory={MEMORY_BYTES}",
    "--pids-limit=256",
)
READY_TIMEOUT_S: Final = 120.0
ANSWER_TIMEOUT_S: Final = 120.0
Event = dict[str, Any]


@dataclass(frozen=True)
class Container:
    """A started server; it listens on a loopback port of this machine, whose network it shares."""

    engine: Engine
    id: str
    port: int

    def wait_ready(self) -> float:
        """Seconds until /readyz answers 200. Raises TimeoutError with the log when that takes too long or it ended."""
        started = time.monotonic()
        while not self._is_ready():
            waited_s = time.monotonic() - started
            if waited_s > READY_TIMEOUT_S or not self._state()["Running"]:
                raise TimeoutError(f"not ready after {waited_s:.0f} s:\n{self.logs()}")
            time.sleep(0.1)
        return time.monotonic() - started

    def _is_ready(self) -> bool:
        with closing(self._connect()) as connection:
            try:
                connection.request("GET", "/readyz")
                return connection.getresponse().status == 200
            except OSError:
                return False

    def translate(self, **fields: object) -> dict[str, Any]:
        """The answer of POST /translate."""
        with closing(self._connect()) as connection:
            answer: dict[str, Any] = json.loads(_post(connection, fields).read())
            return answer

    @contextmanager
    def stream(self, **fields: object) -> Iterator[Iterator[Event]]:
        """The events of a streamed translation, as they come."""
        with closing(self._connect()) as connection:
            response = _post(connection, fields | {"stream": True})
            yield (json.loads(line.removeprefix(b"data:")) for line in response if line.startswith(b"data:"))

    def run(self, *command: str) -> str:
        """What a command inside prints. Raises CalledProcessError."""
        return self.engine.call("exec", self.id, *command)

    def stop(self, grace_s: int) -> int:
        """Ask the server to leave; its exit code. After `grace_s` it is killed, which gives 137."""
        self.engine.call("stop", f"--time={grace_s}", self.id)
        return int(self._state()["ExitCode"])

    def config(self) -> dict[str, Any]:
        """What the image said, and what it was started with."""
        return self._inspect("Config")

    def _state(self) -> dict[str, Any]:
        return self._inspect("State")

    def _inspect(self, section: str) -> dict[str, Any]:
        [description] = json.loads(self.engine.call("container", "inspect", self.id))
        found: dict[str, Any] = description[section]
        return found

    def logs(self) -> str:
        """Everything that the server wrote."""
        return self.engine.call("logs", self.id)

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_TIMEOUT_S)


@contextmanager
def started(engine: Engine, image: str, *options: str) -> Iterator[Container]:
    """A container that is removed at the end, whatever happens."""
    port = _free_port()
    address = ("--network=host", "--env=DRAGOMAN_HOST=127.0.0.1", f"--env=DRAGOMAN_PORT={port}")
    name = f"dragoman-{os.getpid()}-{port}"
    engine.call("run", "--detach", f"--name={name}", *address, *STRICT, *options, image)
    try:
        yield Container(engine, name, port)
    finally:
        engine.call("rm", "--force", name)


def _free_port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _post(connection: http.client.HTTPConnection, fields: dict[str, object]) -> http.client.HTTPResponse:
    connection.request("POST", "/translate", json.dumps(fields), {"Content-Type": "application/json"})
    return _checked(connection.getresponse())


def _checked(response: http.client.HTTPResponse) -> http.client.HTTPResponse:
    if response.status != 200:
        raise ValueError(f"{response.status}: {response.read().decode()}")
    return response
