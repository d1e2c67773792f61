"""What the engine needs of a model. `service.runtime.runner.ModelRunner` is the real one."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt


class Runner(Protocol):
    """Slots 0..num_slots-1, each holding one source and the target generated for it so far.

    `encode` and `step` raise RunnerError when one run failed and later ones may still work.
    """

    @property
    def num_slots(self) -> int: ...
    @property
    def max_source_tokens(self) -> int: ...
    @property
    def max_target_tokens(self) -> int: ...
    @property
    def vocab_size(self) -> int: ...

    def encode(self, sources: Sequence[Sequence[int]], rows: Sequence[int]) -> None:
        """Put source i into slot `rows[i]`."""

    def step(self, tokens: npt.NDArray[np.int64], cached_lengths: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """Logits [n, V] of slots 0..n-1, valid until the next step, from tokens [n] and lengths [n]."""

    def move(self, source: int, target: int, cached_length: int) -> None:
        """Copy slot `source` over slot `target`."""
