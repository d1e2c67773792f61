"""Where the time of Dragoman's decodes goes; `loadtest.decode_profile` measures it, in a process of its own."""

import dataclasses
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from loadtest.machine import thread_environment
from loadtest.offline import make_task
from loadtest.plan import Cell
from loadtest.server import ROOT
from loadtest.subjects import Subject
from loadtest.task import Ids

CELLS: Final = (Cell("int8", 1, 1, 32), Cell("int8", 1, 4, 32))
MAX_SENTENCES: Final = 128


@dataclass(frozen=True, slots=True)
class Profile:
    """Seconds of a decode, of copying caches, and of each kind of operator in each graph."""

    model: str
    cell: Cell
    seconds: float
    moves_s: float
    operators_s: Mapping[str, Mapping[str, float]]

    def shares(self) -> dict[str, float]:
        """Everything as a share of the whole, largest first; `outside` is what no operator took."""
        found = {
            f"{PurePath(graph).stem} {operator}": seconds / self.seconds
            for graph, operators in self.operators_s.items()
            for operator, seconds in operators.items()
        }
        found["outside"] = 1 - sum(found.values())
        return dict(sorted(found.items(), key=lambda entry: -entry[1]))


def measure_profile(subject: Subject, cell: Cell, sources: Sequence[Ids]) -> Profile:
    """Decode some sentences with every operator timed, which makes it a little slower."""
    task = make_task(subject, cell, sources[:MAX_SENTENCES])
    done = subprocess.run(
        [sys.executable, "-m", "loadtest.decode_profile", str(subject.bundle(cell.precision))],
        cwd=ROOT,
        env=thread_environment(cell.threads),
        input=json.dumps(dataclasses.asdict(task)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Profile(subject.name, cell, **json.loads(done.stdout))
