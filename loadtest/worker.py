"""A process that decodes tasks for the benchmark: told by lines of JSON on standard input, it answers in kind.

Every system runs in a process of its own, so that neither libraries nor thread pools of one get in another's way.
"""

import json
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

from loadtest.task import Ids, Task


class Decoder(Protocol):
    """One system, with its model loaded."""

    def prepare(self, task: Task) -> None:
        """Make ready for a task: everything that a server would have done before the first request."""

    def run(self) -> list[Ids]:
        """Decode the task that was prepared: one target for each source, without end tokens. This is timed."""


@dataclass(slots=True)
class Worker:
    """Obeys `prepare`, `run` and `outputs`."""

    decoder: Decoder
    outputs: list[Ids]

    def obey(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to one message."""
        match message["command"]:
            case "prepare":
                self.decoder.prepare(Task(**message["task"]))
                return {}
            case "run":
                return self._run()
            case "outputs":
                return {"outputs": self.outputs}
        raise ValueError(f"there is no command {message['command']!r}")

    def _run(self) -> dict[str, Any]:
        started = time.perf_counter()
        self.outputs = self.decoder.run()
        seconds = time.perf_counter() - started
        return {"seconds": seconds, "tokens": sum(map(len, self.outputs))}


def serve_tasks(decoder: Decoder, lines: Iterable[str] = sys.stdin, answers: TextIO = sys.stdout) -> None:
    """Obey until the input ends."""
    worker = Worker(decoder, [])
    for line in lines:
        print(json.dumps(worker.obey(json.loads(line))), file=answers, flush=True)
