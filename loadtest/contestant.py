"""The benchmark's side of a worker process. Between its turns a worker is stopped, so that it cannot spin."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from loadtest.machine import thread_environment
from loadtest.server import ROOT
from loadtest.task import Ids, Task


class ContestantError(Exception):
    """A worker process ended before its work did; its own messages are above."""


@dataclass(frozen=True, slots=True)
class Run:
    """A task decoded once."""

    seconds: float
    tokens: int

    @property
    def rate(self) -> float:
        """Target tokens per second."""
        return self.tokens / self.seconds


@dataclass(frozen=True, slots=True)
class Contestant:
    """One system with a number of threads, in a process of its own."""

    name: str
    process: "subprocess.Popen[str]"

    def prepare(self, task: Task) -> None:
        """Make ready for a task, and decode it once if it is short: caches and thread pools are warm then."""
        self._ask({"command": "prepare", "task": asdict(task)})

    def run(self) -> Run:
        """Decode the task that was prepared."""
        return Run(**self._ask({"command": "run"}))

    def outputs(self) -> list[Ids]:
        """The targets of the last run."""
        outputs: list[Ids] = self._ask({"command": "outputs"})["outputs"]
        return outputs

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        questions, answers = self.process.stdin, self.process.stdout
        if questions is None or answers is None:
            raise ValueError("the process was started without pipes")
        self.process.send_signal(signal.SIGCONT)
        try:
            questions.write(json.dumps(message) + "\n")
            questions.flush()
            answer = answers.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise ContestantError(f"{self.name} ended during {message['command']!r}; its message is above")
        self.process.send_signal(signal.SIGSTOP)
        result: dict[str, Any] = json.loads(answer)
        return result


@contextmanager
def contestant(name: str, arguments: Sequence[str], threads: int) -> Iterator[Contestant]:
    """`python -m` with `arguments`, which pins itself to as many processors; gone at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=thread_environment(threads),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Contestant(name, process)
        finally:
            process.kill()
