"""Part 3: how near a whole decode comes to what this machine can multiply.

The floor of a decode is the time that its matrix products alone take with the fastest kernel there is, each measured
by itself on matrices of the same shape. Everything else (attention, norms, choosing tokens, Python) is the rest.
"""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from loadtest.goals import GOALS
from loadtest.machine import thread_environment
from loadtest.offline import CellResult
from loadtest.peers.weights import read_config
from loadtest.plan import Cell
from loadtest.server import ROOT
from loadtest.subjects import Subject
from loadtest.systems import DRAGOMAN
from loadtest.task import Ids
from models.config import ModelConfig

PACKED_TOKENS: Final = 256  # about what the sources of an encoder run have together
FASTEST: Final = "fastest for each shape"
CELLS: Final = (Cell("int8", 1, 1, 32), Cell("fp32", 1, 4, 32), Cell("fp32", 2, 1, 32), Cell("fp32", 2, 4, 32))

Matrix = tuple[int, int]  # inputs, outputs


@dataclass(frozen=True, slots=True)
class Limit:
    """A decode of one cell: seconds measured, seconds of its products by kernel, and how many multiplications.

    `goal_s` is how long it may take at most by what is required of it beside the peers that were measured with it.
    """

    model: str
    cell: Cell
    seconds: float
    goal_s: float
    floors: Mapping[str, float]
    operations: float

    def share(self, kernel: str) -> float:
        """How much of the decode the products would take with a kernel."""
        return self.floors[kernel] / self.seconds

    @property
    def achieved_gops(self) -> float:
        """Operations (two for each multiplication) of the whole decode in a second, in thousands of millions."""
        return self.operations / self.seconds / 1e9

    def rate_gops(self, kernel: str) -> float:
        """The same of a kernel alone."""
        return self.operations / self.floors[kernel] / 1e9


def decoder_products(config: ModelConfig) -> Counter[Matrix]:
    """The weight matrices that one row meets in one step."""
    d, inner, ffn = config.d_model, config.attention_size, config.ffn_size
    layer = Counter([(d, 3 * inner), (inner, d), (d, inner), (inner, d), (d, ffn), (ffn, d)])
    return Counter({matrix: count * config.decoder_layers for matrix, count in layer.items()}) + Counter(
        [(d, config.vocab_size)]
    )


def encoder_products(config: ModelConfig) -> Counter[Matrix]:
    """The weight matrices that one source token meets, those of all decoder layers' cross-attention as one."""
    d, inner, ffn = config.d_model, config.attention_size, config.ffn_size
    layer = Counter([(d, 3 * inner), (inner, d), (d, ffn), (ffn, d)])
    return Counter({matrix: count * config.encoder_layers for matrix, count in layer.items()}) + Counter(
        [(d, 2 * inner * config.decoder_layers)]
    )


def measure_limit(subject: Subject, result: CellResult, sources: Sequence[Ids]) -> Limit:
    """Compare a cell, which was measured, with its products alone.

    A beam counts as often as the search's best target has tokens: some searches go on for longer.
    """
    config, cell = read_config(subject.weights), result.cell
    runs = sorted(result.runs[result.best(DRAGOMAN)], key=lambda run: run.seconds)
    run = runs[len(runs) // 2]
    used = sources[: result.num_sentences]
    num_ends = 0 if subject.forced_tokens else len(used)  # an end token takes a step too
    work = {
        cell.cap * cell.num_beams: (decoder_products(config), (run.tokens + num_ends) * cell.num_beams),
        PACKED_TOKENS: (encoder_products(config), sum(map(len, used))),
    }
    seconds = _measure_kernels(cell, [(rows, *matrix) for rows, (products, _) in work.items() for matrix in products])
    floors: defaultdict[str, float] = defaultdict(float)
    operations = 0
    for rows, (products, num_rows) in work.items():
        for (inputs, outputs), count in products.items():
            operations += 2 * inputs * outputs * count * num_rows
            kernels = seconds[f"{rows}x{inputs}x{outputs}"]
            for kernel, value in (kernels | {FASTEST: min(kernels.values())}).items():
                floors[kernel] += value * count * num_rows / rows
    return Limit(subject.name, cell, run.seconds, goal_seconds(result, run.seconds), floors, operations)


def goal_seconds(result: CellResult, seconds: float) -> float:
    """How long a decode that took `seconds` may take by what is required beside each peer."""
    return min(seconds * result.ratio(peer) / goal for peer, goal in GOALS.items() if result.took_part(peer))


def _measure_kernels(cell: Cell, shapes: Sequence[tuple[int, int, int]]) -> dict[str, dict[str, float]]:
    """Seconds by shape and kernel, from a process of its own."""
    names = ["x".join(map(str, shape)) for shape in shapes]
    sizes = ["--threads", str(cell.threads), "--precision", cell.precision]
    command = [sys.executable, "-m", "loadtest.matmul", *sizes, *names]
    environment = thread_environment(cell.threads)
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, dict[str, float]] = json.loads(done.stdout)
    return result
