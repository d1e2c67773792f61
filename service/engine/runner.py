"""What the engine needs of a model. `service.runtime.runner.ModelRunner` is the real one."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from service.engine.arrays import Encoded, Positions


class Runner(Protocol):
    """Slots 0..num_slots-1, each holding one source and the target generated for it so far.

    Everything but the properties raises RunnerError when it failed this time and may still work later.
    n active rows, V vocabulary.
    """

    @property
    def num_slots(self) -> int: ...
    @property
    def max_source_tokens(self) -> int: ...
    @property
    def max_target_tokens(self) -> int: ...
    @property
    def vocab_size(self) -> int: ...

    def encode(self, sources: Sequence[Sequence[int]]) -> list[Encoded]:
        """One encoder run over all sources. No slot is needed yet."""

    def place(self, encoded: Encoded, slots: Sequence[int]) -> None:
        """Put an encoded source into each of `slots`: one for every row that works on it."""

    def step(
        self, tokens: npt.NDArray[np.int64], cached_lengths: Positions, *, with_alignment: bool = False
    ) -> npt.NDArray[np.float32]:
        """Logits [n, V] of slots 0..n-1 from their last tokens [n] and lengths [n].

        The array is the caller's to change until the next step overwrites it.
        """

    def step_best(
        self, tokens: npt.NDArray[np.int64], cached_lengths: Positions, *, with_alignment: bool = False
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """As `step`, but only the likeliest token of each row [n] and its logit [n], which a device gives back sooner.

        The logit is no finite number where any of the row's is none.
        """

    def alignment(self, slot: int) -> npt.NDArray[np.float32]:
        """[S]: the cross-attention of `slot` in the last step, which ran `with_alignment`; sums to 1."""

    def fork(
        self, sources: npt.NDArray[np.intp], targets: npt.NDArray[np.intp], cached_lengths: npt.NDArray[np.int32]
    ) -> None:
        """Copy the target of slot sources[i], cached_lengths[i] tokens, over that of targets[i], which has its source.

        No slot is among both.
        """

    def move(
        self, sources: npt.NDArray[np.intp], targets: npt.NDArray[np.intp], cached_lengths: npt.NDArray[np.int32]
    ) -> None:
        """Copy all of slot sources[i], cached_lengths[i] tokens of target, over slot targets[i]. None is among both."""
