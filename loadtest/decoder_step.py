"""`python -m loadtest.decoder_step BUNDLE`: where the time of a decoder step goes, operator by operator.

ONNX Runtime's own profile of many equal steps; for each node a low percentile over the steps, because whatever else
the machine does only adds. `nodes` is what an operator's nodes take together, `step` what the whole step takes without
profiling; the difference is the runtime's own work between nodes.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime

from service.runtime.bindings import StepBindings
from service.runtime.bundle import DECODER_NAME, Bundle, BundleError, load_bundle
from service.runtime.slots import SlotCache

PERCENTILE: Final = 15
WARM_UP: Final = 5


@dataclass(frozen=True, slots=True)
class OperatorCost:
    """All nodes of one operator in one step."""

    operator: str
    num_nodes: int
    microseconds: float


@dataclass(frozen=True, slots=True)
class StepProfile:
    """Operators, the most expensive first, and microseconds of the whole step."""

    operators: Sequence[OperatorCost]
    step_us: float

    @property
    def nodes_us(self) -> float:
        """What all nodes take together."""
        return sum(cost.microseconds for cost in self.operators)


def profile_step(bundle: Bundle, *, rows: int, length: int, threads: int, steps: int) -> StepProfile:
    """Profile steps of `rows` rows, each with a source and a target of `length` tokens behind it."""
    step_us = _time_steps(_session(bundle, threads, None), bundle, rows, length, steps)
    with tempfile.TemporaryDirectory() as folder:
        session = _session(bundle, threads, Path(folder) / "profile")
        _time_steps(session, bundle, rows, length, steps)
        events = json.loads(Path(session.end_profiling()).read_text("utf-8"))
    return StepProfile(_costs(events), step_us)


def _session(bundle: Bundle, threads: int, profile: Path | None) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.enable_mem_pattern = False
    if profile is not None:
        options.enable_profiling = True
        options.profile_file_prefix = str(profile)
    return onnxruntime.InferenceSession(bundle.file(DECODER_NAME), options, providers=["CPUExecutionProvider"])


def _time_steps(session: onnxruntime.InferenceSession, bundle: Bundle, rows: int, length: int, steps: int) -> float:
    """Microseconds of a step, the percentile over all of them."""
    slots = SlotCache(bundle.manifest, rows)
    slots.own[:], slots.cross[:] = 0.1, 0.1
    slots.last_source_positions[:] = length - 1
    bindings = StepBindings(session, slots, bundle.manifest)
    tokens, lengths = np.full(rows, bundle.manifest.special_ids.eos), np.full(rows, length, np.int32)
    seconds = []
    for _ in range(WARM_UP + steps):
        started = time.perf_counter()
        bindings.run(tokens, lengths)
        seconds.append(time.perf_counter() - started)
    return float(np.percentile(seconds[WARM_UP:], PERCENTILE)) * 1e6


def _costs(events: Sequence[dict[str, object]]) -> list[OperatorCost]:
    durations: dict[tuple[str, str], list[float]] = defaultdict(list)
    for event in events:
        name, arguments = str(event["name"]), event.get("args")
        if name.endswith("_kernel_time") and isinstance(arguments, dict):
            durations[arguments["op_name"], name].append(float(str(event["dur"])))
    by_operator: dict[str, list[float]] = defaultdict(list)
    for (operator, _), values in durations.items():
        by_operator[operator].append(float(np.percentile(values, PERCENTILE)))
    costs = [OperatorCost(operator, len(values), sum(values)) for operator, values in by_operator.items()]
    return sorted(costs, key=lambda cost: -cost.microseconds)


def describe(profile: StepProfile) -> str:
    """The profile as a table."""
    lines = [f"{'operator':28s} {'nodes':>5s} {'us':>8s} {'share':>6s}"]
    for cost in profile.operators:
        share = cost.microseconds / profile.nodes_us
        lines.append(f"{cost.operator:28s} {cost.num_nodes:5d} {cost.microseconds:8.1f} {share:6.1%}")
    num_nodes = sum(cost.num_nodes for cost in profile.operators)
    lines.append(f"{'all nodes':28s} {num_nodes:5d} {profile.nodes_us:8.1f}")
    lines.append(f"{'the step':28s} {'':5s} {profile.step_us:8.1f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; 2 for a folder that is no bundle."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.decoder_step", description=__doc__)
    parser.add_argument("bundle", type=Path, help="folder of a bundle")
    parser.add_argument("--rows", type=int, default=32, help="rows of the step (%(default)s)")
    parser.add_argument("--length", type=int, default=20, help="source and target tokens of each row (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="threads of the step (%(default)s)")
    parser.add_argument("--steps", type=int, default=100, help="steps to measure (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        bundle = load_bundle(options.bundle)
    except BundleError as error:
        print(error, file=sys.stderr)
        return 2
    sizes = {"rows": options.rows, "length": options.length, "threads": options.threads, "steps": options.steps}
    longest = min(bundle.manifest.limits.max_source_tokens, bundle.manifest.limits.max_target_tokens - 1)
    if min(sizes.values()) < 1 or options.length > longest:
        parser.error(f"all numbers must be at least 1, --length at most {longest}")
    print(describe(profile_step(bundle, **sizes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
