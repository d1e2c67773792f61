"""`python -m loadtest.decode_profile BUNDLE`: where the time of a decode goes, on one thread.

A task as JSON on standard input, a JSON object as the last line of standard output: the seconds of the whole decode, of
each kind of operator in the encoder and in the decoder, and of copies of caches. What is missing from the whole is
spent elsewhere: choosing tokens, the engine's own work, Python.
"""

import argparse
import dataclasses
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import onnxruntime

from loadtest.machine import pin_this_process
from loadtest.peers.dragoman import EngineDecoder
from loadtest.task import Task
from service.engine.events import TerminalEvent
from service.runtime.bundle import DECODER_NAME, ENCODER_NAME, Bundle, load_bundle
from service.runtime.runner import ModelRunner
from service.runtime.sessions import open_sessions
from service.runtime.slots import SlotCache

THREADS: Final = 1
KERNEL: Final = "_kernel_time"


@dataclass(slots=True)
class MoveTimer:
    """An observer of the engine that adds up how long caches were copied."""

    seconds: float = 0.0

    def encoded(self, *, num_sources: int, num_tokens: int, duration_s: float) -> None:
        """The operators are timed themselves."""

    def stepped(self, *, num_rows: int, duration_s: float) -> None:
        """The operators are timed themselves."""

    def moved(self, *, num_rows: int, duration_s: float) -> None:
        """Rows into gaps, and beams with several heirs."""
        self.seconds += duration_s

    def ended(self, event: TerminalEvent) -> None:
        """Not of interest."""


class ProfiledRunners:
    """Opens runners whose sessions note how long each operator takes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sessions: dict[str, Any] = {}

    def open(self, bundle: Bundle, num_slots: int) -> list[ModelRunner]:
        """One runner, as the server opens it but for the sessions."""
        self._sessions = {name: self._open_session(bundle, name) for name in (ENCODER_NAME, DECODER_NAME)}
        sessions = dataclasses.replace(
            open_sessions(bundle, device="cpu", threads=THREADS),
            encoder=self._sessions[ENCODER_NAME],
            decoder=self._sessions[DECODER_NAME],
        )
        return [ModelRunner(bundle.manifest, sessions, SlotCache(bundle.manifest, num_slots), THREADS)]

    def _open_session(self, bundle: Bundle, name: str) -> Any:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.enable_mem_pattern = False
        options.enable_profiling = True
        options.profile_file_prefix = str(self._folder / name)
        return onnxruntime.InferenceSession(bundle.file(name), options, providers=["CPUExecutionProvider"])

    def end(self, since_ns: int) -> dict[str, dict[str, float]]:
        """Seconds by graph and operator of what was run since a moment of `time.time_ns`."""
        return {name: _operators(session, since_ns) for name, session in self._sessions.items()}


def _operators(session: Any, since_ns: int) -> dict[str, float]:
    started_ns = session.get_profiling_start_time_ns()
    events = json.loads(Path(session.end_profiling()).read_text("utf-8"))
    seconds: defaultdict[str, float] = defaultdict(float)
    for event in events:
        if event["name"].endswith(KERNEL) and started_ns + 1000 * event["ts"] >= since_ns:
            seconds[event["args"]["op_name"]] += event["dur"] / 1e6
    return dict(seconds)


def profile(bundle: Bundle, task: Task) -> dict[str, Any]:
    """Decode a task once with every operator timed."""
    moves = MoveTimer()
    with tempfile.TemporaryDirectory() as folder:
        runners = ProfiledRunners(Path(folder))
        decoder = EngineDecoder(bundle, runners.open, moves)
        decoder.prepare(task)
        moves.seconds = 0.0
        since_ns, started = time.time_ns(), time.perf_counter()
        decoder.run()
        seconds = time.perf_counter() - started
        return {"seconds": seconds, "moves_s": moves.seconds, "operators_s": runners.end(since_ns)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Profile and print."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.decode_profile", description=__doc__)
    parser.add_argument("bundle", type=Path)
    options = parser.parse_args(arguments)
    pin_this_process(THREADS)
    print(json.dumps(profile(load_bundle(options.bundle), Task(**json.load(sys.stdin)))))


if __name__ == "__main__":
    main()
