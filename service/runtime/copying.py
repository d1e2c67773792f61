"""Copies parts of caches on the device that holds them, by a graph of its own; see `export.copy_graph`.

r slots, P parts (keys and values of each layer), H heads, C capacity of a slot, D head size, W words of 32 bits that D
numbers take. A cell is what one head keeps of one token: D numbers in a row.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from service.runtime.bundle import COPY_OUTPUT
from service.runtime.memory import Region

Starts = npt.NDArray[np.int64]

_CHUNK_BYTES = 2**26  # what one run copies at most passes through as much memory again


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of r slots in one array: of slot i at `starts[i]` + `offsets` [P * H, C], the token last."""

    words: Region  # [cells, W]
    offsets: Region
    starts: Starts  # [r]

    def chunk(self, first: int, count: int) -> "Cells":
        """Those of `count` slots from `first` on."""
        return Cells(self.words, self.offsets, self.starts[first : first + count])


class CellCopier:
    """Copies the first tokens of slots to others. The words are moved as integers: no bit of them changes."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def copy(self, origin: Cells, target: Cells, length: int) -> None:
        """The first `length` tokens of each slot of `origin` go to the same one of `target`.

        Both may lie in one array, as long as no slot is written that is read.
        """
        if not length:
            return
        cells, words = origin.offsets.shape[0] * length, origin.words.shape[1]
        slots = max(1, _CHUNK_BYTES // (cells * words * np.dtype(np.int32).itemsize))
        for first in range(0, len(origin.starts), slots):
            self._run(origin.chunk(first, slots), target.chunk(first, slots), length)

    def _run(self, origin: Cells, target: Cells, length: int) -> None:
        binding = self._session.io_binding()
        for name, cells in (("origin", origin), ("target", target)):
            binding.bind_input(name, *cells.words.address())
            binding.bind_input(f"{name}_offsets", *cells.offsets.address())
            binding.bind_cpu_input(f"{name}_starts", cells.starts[:, None, None])
        binding.bind_cpu_input("length", np.array([length]))
        binding.synchronize_inputs()
        # Bound where the input lies: only what is copied is written.
        binding.bind_output(COPY_OUTPUT, *target.words.address())
        self._session.run_with_iobinding(binding)
