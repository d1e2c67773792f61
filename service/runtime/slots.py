"""The slot cache: one row of preallocated arrays per running sequence.

L decoder layers, H heads, D head size, M target capacity, S source capacity. The decoder graph reads and writes these
arrays through raw pointers, so the cache owns them for its whole life and never replaces one.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from service.runtime.bundle import BundleManifest

Cache = npt.NDArray[np.floating[Any]]
EncodedSource = Cache  # [length, 2L * H * D]: the rows of the encoder's output that belong to one source
Rows = npt.NDArray[np.intp]
Lengths = npt.NDArray[np.int32]

_KEY_AND_VALUE = 2


class SlotCache:
    """Self-attention and cross-attention keys and values of every slot, and where its source ends.

    `own` [2L, capacity, H, M, D] and `cross` [2L, capacity, H, S, D] hold keys and values of each layer in turn.
    Every page is touched here, so memory does not creep up while serving.
    """

    def __init__(self, manifest: BundleManifest, capacity: int) -> None:
        sizes, limits = manifest.sizes, manifest.limits
        dtype = np.float16 if manifest.precision == "fp16" else np.float32
        parts, heads, size = _KEY_AND_VALUE * sizes.decoder_layers, sizes.num_heads, sizes.head_size
        self.own: Cache = np.full((parts, capacity, heads, limits.max_target_tokens, size), 0, dtype)
        self.cross: Cache = np.full((parts, capacity, heads, limits.max_source_tokens, size), 0, dtype)
        self.last_source_positions = np.zeros(capacity, np.int32)

    @property
    def capacity(self) -> int:
        """Number of slots."""
        return len(self.last_source_positions)

    @property
    def bytes_per_slot(self) -> int:
        """Memory that one more slot costs."""
        return (self.own.nbytes + self.cross.nbytes) // self.capacity

    def arrays(self, manifest: BundleManifest) -> dict[str, Cache]:
        """Each of the decoder's cache inputs by name: [capacity, H, M, D] or [capacity, H, S, D]."""
        own, cross = iter(self.own), iter(self.cross)
        return {name: next(own if name.startswith("self_") else cross) for name in manifest.cache_names()}

    def write_source(self, slot: int, encoded: EncodedSource) -> None:
        """Store one source."""
        parts, _, heads, _, size = self.cross.shape
        length = len(encoded)
        by_head = encoded.reshape(length, parts, heads, size).transpose(1, 2, 0, 3)
        self.cross[:, slot, :, :length] = by_head
        self.last_source_positions[slot] = length - 1

    def copy_source(self, source: int, target: int) -> None:
        """Give slot `target` the source of slot `source`."""
        length = int(self.last_source_positions[source]) + 1
        self.cross[:, target, :, :length] = self.cross[:, source, :, :length]
        self.last_source_positions[target] = length - 1

    def copy_target(self, source: int, target: int, length: int) -> None:
        """Give slot `target` the first `length` target tokens of slot `source`."""
        self.own[:, target, :, :length] = self.own[:, source, :, :length]
