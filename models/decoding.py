"""Greedy and beam search over any model that gives next-token logits for a static batch; for measuring, not serving.

Numpy only, so that a PyTorch model and an exported bundle are searched by the very same code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from models.beams import Beams

Ids = Sequence[int]
Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class Decoding(Protocol):
    """A batch of B rows whose sources are encoded, and the cache of the target tokens so far."""

    def step(self, tokens: Integers) -> Floats:
        """The newest token of each row [B] -> logits of the next [B, V]."""
        ...

    def reorder(self, rows: Integers) -> None:
        """Row i goes on with the target of row rows[i] [B], which must have the same source."""
        ...


@dataclass(frozen=True, slots=True)
class TargetMarks:
    """The ids that a target starts and ends with."""

    start: int
    end: int


def max_target_tokens(source_length: int, max_positions: int) -> int:
    """Tokens that a translation may have: twice its source and twenty more, within the model's positions."""
    return min(2 * source_length + 20, max_positions)


def greedy_search(decoding: Decoding, limits: Sequence[int], marks: TargetMarks) -> list[list[int]]:
    """The most likely next token until the end or the row's limit: ids without marks, one list per limit.

    A row's result does not depend on its neighbours: each has a limit of its own.
    """
    results: list[list[int]] = [[] for _ in limits]
    tokens = np.full(len(limits), marks.start, np.int64)
    is_running = np.ones(len(limits), bool)
    for length in range(1, max(limits) + 1):
        tokens = decoding.step(tokens).argmax(axis=1)
        is_running &= tokens != marks.end
        for row in np.flatnonzero(is_running):
            results[row].append(int(tokens[row]))
        is_running &= np.asarray(limits) > length
        if not is_running.any():
            break
    return results


def beam_search(
    decoding: Decoding, limits: Sequence[int], marks: TargetMarks, *, num_beams: int, length_penalty: float = 1.0
) -> list[list[int]]:
    """The best hypothesis of each source, see `Beams`. Source i has the rows i * num_beams and following."""
    searches = [Beams(num_beams, limit, marks.end, length_penalty) for limit in limits]
    tokens = np.full(len(limits) * num_beams, marks.start, np.int64)
    while not all(search.is_done for search in searches):
        scores = np.split(log_softmax(decoding.step(tokens)), len(limits))
        steps = [search.advance(rows) for search, rows in zip(searches, scores, strict=True)]
        tokens = np.concatenate([step.tokens for step in steps])
        decoding.reorder(np.concatenate([step.parents + i * num_beams for i, step in enumerate(steps)]))
    return [search.best() for search in searches]


def log_softmax(logits: Floats) -> Floats:
    """[B, V] -> [B, V]"""
    shifted = logits - logits.max(axis=1, keepdims=True)
    normalised: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return normalised
