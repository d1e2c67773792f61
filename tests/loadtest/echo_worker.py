"""`python -m tests.loadtest.echo_worker`: targets are sources; one with a 9 ends the process."""

import sys

from loadtest.task import Ids, Task
from loadtest.worker import serve_tasks


class EchoDecoder:
    """Needs no model."""

    def __init__(self) -> None:
        self.sources: list[Ids] = []

    def prepare(self, task: Task) -> None:
        """Keep the sources."""
        self.sources = task.sources

    def run(self) -> list[Ids]:
        """Give them back."""
        if any(9 in source for source in self.sources):
            sys.exit("a source with a 9")
        return self.sources


if __name__ == "__main__":
    serve_tasks(EchoDecoder())
