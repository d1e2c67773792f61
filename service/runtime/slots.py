"""The slot cache: one row of preallocated arrays per running sequence.

H heads, D head size, M target capacity, S source capacity. The decoder graph reads and writes these arrays
through raw pointers, so the cache owns them for its whole life and never replaces one.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from service.runtime.bundle import BundleManifest

Cache = npt.NDArray[np.floating[Any]]


class SlotCache:
    """Self-attention and cross-attention keys and values of every slot, and the length of its source.

    Allocate with `allocate_slots`. Every array is [capacity, H, M, D] or [capacity, H, S, D].
    """

    def __init__(self, arrays: Mapping[str, Cache], source_lengths: npt.NDArray[np.int32]) -> None:
        self.arrays = arrays
        self.source_lengths = source_lengths

    @property
    def capacity(self) -> int:
        """Number of slots."""
        return len(self.source_lengths)

    @property
    def bytes_per_slot(self) -> int:
        """Memory that one more slot costs."""
        return sum(array[0].nbytes for array in self.arrays.values())

    def write_source(self, row: int, cross: Mapping[str, Cache], length: int) -> None:
        """Store one encoded source of `length` tokens; `cross` holds [H, S, D] for each cross array."""
        for name, values in cross.items():
            self.arrays[name][row, :, :length] = values[:, :length]
        self.source_lengths[row] = length

    def move(self, source: int, target: int, cached_length: int) -> None:
        """Copy what is valid in row `source` over row `target`."""
        source_length = int(self.source_lengths[source])
        for name, array in self.arrays.items():
            length = cached_length if name.startswith("self_") else source_length
            array[target, :, :length] = array[source, :, :length]
        self.source_lengths[target] = source_length


def allocate_slots(manifest: BundleManifest, capacity: int) -> SlotCache:
    """Arrays for `capacity` slots. Every page is touched here, so memory does not creep up while serving."""
    sizes, limits = manifest.sizes, manifest.limits
    dtype = np.float16 if manifest.precision == "fp16" else np.float32
    tokens = {"self": limits.max_target_tokens, "cross": limits.max_source_tokens}
    arrays = {
        name: np.full((capacity, sizes.num_heads, tokens[name.split("_")[0]], sizes.head_size), 0, dtype)
        for name in manifest.cache_names()
    }
    return SlotCache(arrays, np.ones(capacity, np.int32))
