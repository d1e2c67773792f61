"""`python -m loadtest.peers.dragoman BUNDLE --workers N --threads N`: Dragoman's engines, without HTTP, as a worker."""

import argparse
import dataclasses
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from loadtest.machine import pin_this_process
from loadtest.task import Ids, Task, without_end
from loadtest.worker import serve_tasks
from service.engine.engine import Engine, EngineConfig
from service.engine.events import Event, Failed, Finished
from service.engine.options import DecodingOptions
from service.engine.pool import EnginePool
from service.engine.request import GenerationRequest
from service.engine.stats import EngineObserver
from service.engine.thread import EngineThread
from service.runtime.bundle import Bundle, Limits, load_bundle
from service.runtime.runner import ModelRunner, load_runners

MAX_WAITING: Final = 10_000

OpenRunners = Callable[[Bundle, int], list[ModelRunner]]
"""Open a bundle with a number of rows, once for each engine."""


class Targets:
    """What comes back, from whichever thread: one target for each source."""

    def __init__(self, count: int) -> None:
        self.targets: list[Ids] = [[] for _ in range(count)]
        self.errors: list[Exception] = []
        self._ended: list[int] = []
        self._are_ended = threading.Event()

    def keep(self, index: int, events: Sequence[Event]) -> None:
        """The sink of source `index`."""
        ending = events[-1]
        if isinstance(ending, Failed):
            self.errors.append(ending.error)
        if isinstance(ending, Finished):
            self.targets[index] = list(ending.best.token_ids)
        self._ended.append(index)
        if len(self._ended) == len(self.targets):  # whoever waits is woken once: it would take the engines' time
            self._are_ended.set()

    def wait(self) -> None:
        """Until every source has its target. Raises the error of one that failed."""
        self._are_ended.wait()
        if self.errors:
            raise self.errors[0]


class EngineDecoder:
    """All sources are submitted at once. Each engine has as many rows as the task's cap and beams need.

    A single engine is stepped here, without its thread; several have theirs, in this process.
    """

    def __init__(self, bundle: Bundle, open_runners: OpenRunners, observer: EngineObserver | None = None) -> None:
        self._bundle = bundle
        self._open_runners = open_runners
        self._observer = observer
        self._task: Task | None = None
        self._engines: list[Engine] = []
        self._pool: EnginePool | None = None

    def prepare(self, task: Task) -> None:
        """Open the graphs with rows for this task, and decode its first sources as a warm-up."""
        self.close()
        special = self._bundle.manifest.special_ids
        config = EngineConfig(decoder_start=special.decoder_start, eos=special.eos)
        runners = self._open_runners(_with_room_for(task, self._bundle), task.cap * task.num_beams)
        self._engines = [Engine(runner, config, observer=self._observer) for runner in runners]
        if len(self._engines) > 1:
            self._pool = EnginePool([EngineThread(engine, max_waiting=MAX_WAITING) for engine in self._engines])
            self._pool.start()
        self._task = task
        self._decode(task.sources[: task.cap * len(self._engines)])

    def close(self) -> None:
        """Give back threads and rows before new ones are made."""
        if self._pool is not None:
            self._pool.stop()
        self._pool, self._engines = None, []

    def run(self) -> list[Ids]:
        """Until every source has its target."""
        if self._task is None:
            raise ValueError("prepare a task first")
        return self._decode(self._task.sources)

    def _decode(self, sources: Sequence[Ids]) -> list[Ids]:
        if self._task is None:
            raise ValueError("prepare a task first")
        options = decoding_options(self._task)
        # Longest first, as a static batcher sorts: less padding in the encoder, and no long target left at the end.
        order = sorted(range(len(sources)), key=lambda index: -len(sources[index]))
        requests = {index: GenerationRequest(str(index), tuple(sources[index]), options) for index in order}
        targets = Targets(len(requests))
        if self._pool is not None:
            for index, request in requests.items():
                self._pool.least_busy().submit(request, partial(targets.keep, index))
        else:
            _step_until_done(self._engines[0], requests, targets)
        targets.wait()
        return [without_end(target, self._bundle.manifest.special_ids.eos) for target in targets.targets]


def _step_until_done(engine: Engine, requests: Mapping[int, GenerationRequest], targets: Targets) -> None:
    for index, request in requests.items():
        engine.add(engine.new_sequence(request, partial(targets.keep, index)))
    while engine.has_work:
        engine.step()


def decoding_options(task: Task) -> DecodingOptions:
    """Beams end as CTranslate2's do. A random model, whose lengths are forced, goes round in loops and may."""
    return DecodingOptions(
        max_new_tokens=task.max_new_tokens,
        min_new_tokens=task.max_new_tokens if task.is_forced else 0,
        num_beams=task.num_beams,
        early_stopping=task.num_beams > 1,
        stop_on_loop=not task.is_forced,
    )


def open_runners(bundle: Bundle, num_slots: int, *, workers: int, threads: int) -> list[ModelRunner]:
    """As the server does, with so many rows for each worker."""
    return load_runners(bundle, workers, device="cpu", num_slots=num_slots, threads=threads)


def _with_room_for(task: Task, bundle: Bundle) -> Bundle:
    """The bundle with rows just long enough, as the peers allocate theirs. Raises ValueError beyond its own limits."""
    own = bundle.manifest.limits
    limits = Limits(max_source_tokens=task.max_source_tokens, max_target_tokens=task.max_new_tokens)
    if limits.max_source_tokens > own.max_source_tokens or limits.max_target_tokens > own.max_target_tokens:
        raise ValueError(f"the task needs {limits!r}, {bundle.manifest.name} has {own!r}")
    return dataclasses.replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve tasks until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.peers.dragoman", description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--workers", type=int, required=True, help="engines side by side")
    parser.add_argument("--threads", type=int, required=True, help="threads for each of them")
    options = parser.parse_args(arguments)
    pin_this_process(options.workers * options.threads)
    opener = partial(open_runners, workers=options.workers, threads=options.threads)
    serve_tasks(EngineDecoder(load_bundle(options.bundle), opener))


if __name__ == "__main__":
    main()
