"""Copies of what rows have in the runner's caches, and how long they take.

n rows of the batch.
"""

from collections.abc import Callable, Sequence

import numpy as np

from service.engine.arrays import Counts
from service.engine.rows import Moves
from service.engine.runner import Runner
from service.engine.stats import EngineObserver


class CacheCopier:
    """Has the runner copy; the observer is told of every call. Methods raise RunnerError."""

    def __init__(self, runner: Runner, clock: Callable[[], float], observer: EngineObserver | None) -> None:
        self._runner = runner
        self._clock = clock
        self._observer = observer

    def move(self, moves: Moves, lengths: Counts) -> None:
        """Let rows that have so many tokens of a target [n] move to others, with their sources."""
        started = self._clock()
        self._runner.move(moves.sources, moves.targets, lengths[moves.sources].astype(np.int32))
        self._record(moves, started)

    def fork(self, forks: Sequence[Moves], lengths: Counts) -> None:
        """Let rows go on with the targets of others, of so many tokens [n]: for all searches in one call."""
        started = self._clock()
        moves = forks[0]
        if len(forks) > 1:
            moves = Moves(
                np.concatenate([fork.sources for fork in forks]), np.concatenate([fork.targets for fork in forks])
            )
        self._runner.fork(moves.sources, moves.targets, lengths[moves.sources].astype(np.int32))
        self._record(moves, started)

    def _record(self, moves: Moves, started: float) -> None:
        if self._observer:
            self._observer.moved(num_rows=len(moves.sources), duration_s=self._clock() - started)
