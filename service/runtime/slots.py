"""The slot cache: one row of preallocated arrays per running sequence, in host memory.

L decoder layers, H heads, D head size, M target capacity, S source capacity. The decoder graph reads and writes these
arrays through raw pointers, so the cache owns them for its whole life and never replaces one. `device_slots` is its
counterpart in the memory of a device.
"""

import itertools
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from numba import njit

from service.runtime.bundle import ENCODER_OUTPUT, BundleManifest
from service.runtime.cache_shape import KEY_AND_VALUE, cache_dtype, cache_sizes
from service.runtime.compiling import compiled
from service.runtime.interpreter import outside
from service.runtime.memory import AnyArray, HostMirror, Mirror, Region, host_region
from service.runtime.packing import pack_sources

Cache = npt.NDArray[np.floating[Any]]
CacheBytes = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.float32]
Encoded = Any  # one source as `Slots.encode` left it; only the slots know its form
EncodedSource = Cache  # [length, 2L * H * D]: the rows of the encoder's output that belong to one source
Rows = npt.NDArray[np.intp]
Lengths = npt.NDArray[np.int32]
Part = TypeVar("Part")

_MANY: Final = 8  # slots, whose copies take so long that others may have the interpreter meanwhile


class Slots(Protocol):
    """Self-attention and cross-attention keys and values of every slot, and where its source ends.

    `last_source_positions` [capacity] is the host's view of the latter.
    """

    last_source_positions: npt.NDArray[np.int32]

    @property
    def capacity(self) -> int: ...
    @property
    def source_ends(self) -> Region:
        """Where graphs find `last_source_positions`."""

    def caches(self, manifest: BundleManifest) -> dict[str, Region]:
        """Each of the decoder's cache inputs by name: [capacity, H, M, D] or [capacity, H, S, D]."""

    def mirror(self, array: AnyArray) -> Mirror:
        """Make a host array readable where the decoder runs."""

    def encode(self, encoder: Any, sources: Sequence[Sequence[int]]) -> list[Encoded]:
        """Run the encoder graph once; what comes out stays where these slots are."""

    def place(self, encoded: Encoded, slots: Sequence[int]) -> None:
        """Put an encoded source into each of `slots`."""

    def fork(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy the target of slot sources[i], cached_lengths[i] tokens, over that of targets[i]."""

    def move(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy source and target of slot sources[i], cached_lengths[i] tokens of target, over slot targets[i]."""

    def source_keys(self, slot: int) -> Keys:
        """[L, H, length, D]: the cross-attention keys of one slot."""


class SlotCache:
    """Slots in host memory.

    `own` [2L, capacity, H, M, D] and `cross` [2L, capacity, H, S, D] hold keys and values of each layer in turn.
    Every page is touched here, so memory does not creep up while serving.
    """

    def __init__(self, manifest: BundleManifest, capacity: int) -> None:
        limits, dtype = manifest.limits, cache_dtype(manifest)
        parts, heads, size = cache_sizes(manifest)
        self.own: Cache = np.full((parts, capacity, heads, limits.max_target_tokens, size), 0, dtype)
        self.cross: Cache = np.full((parts, capacity, heads, limits.max_source_tokens, size), 0, dtype)
        self._token_bytes = size * self.own.itemsize
        self._own_bytes, self._cross_bytes = _bytes(self.own), _bytes(self.cross)
        self.last_source_positions = np.zeros(capacity, np.int32)

    @property
    def capacity(self) -> int:
        """Number of slots."""
        return len(self.last_source_positions)

    @property
    def source_ends(self) -> Region:
        """`last_source_positions` itself."""
        return host_region(self.last_source_positions)

    def arrays(self, manifest: BundleManifest) -> dict[str, Cache]:
        """Each of the decoder's cache inputs by name: [capacity, H, M, D] or [capacity, H, S, D]."""
        return by_cache_name(manifest, self.own, self.cross)

    def caches(self, manifest: BundleManifest) -> dict[str, Region]:
        """The same, as graphs are told of them."""
        return {name: host_region(array) for name, array in self.arrays(manifest).items()}

    def mirror(self, array: AnyArray) -> Mirror:
        """The array itself."""
        return HostMirror(array)

    def encode(self, encoder: Any, sources: Sequence[Sequence[int]]) -> list[EncodedSource]:
        """One encoder run over all `sources`."""
        (encoded,) = outside(encoder.run, [ENCODER_OUTPUT], pack_sources(sources))
        ends = itertools.accumulate(map(len, sources))
        return [encoded[end - len(source) : end] for source, end in zip(sources, ends, strict=True)]

    def place(self, encoded: EncodedSource, slots: Sequence[int]) -> None:
        """Put an encoded source into each of `slots`."""
        first, *others = slots
        self.write_source(first, encoded)
        if others:
            self.copy_sources(np.full(len(others), first), np.array(others))

    def fork(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy the target of slot sources[i], cached_lengths[i] tokens, over that of targets[i]."""
        _copy(self._own_bytes, sources, targets, cached_lengths * self._token_bytes)

    def move(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy source and target of slot sources[i], cached_lengths[i] tokens of target, over slot targets[i]."""
        self.copy_sources(sources, targets)
        self.fork(sources, targets, cached_lengths)

    def source_keys(self, slot: int) -> Keys:
        """[L, H, length, D]: the cross-attention keys of one slot."""
        length = int(self.last_source_positions[slot]) + 1
        return self.cross[::KEY_AND_VALUE, slot, :, :length].astype(np.float32)

    def write_source(self, slot: int, encoded: EncodedSource) -> None:
        """Store one source."""
        _lay_out(self._cross_bytes, slot, encoded.view(np.uint8), self._token_bytes)
        self.last_source_positions[slot] = len(encoded) - 1

    def copy_sources(self, sources: Rows, targets: Rows) -> None:
        """Give slot targets[i] the source of slot sources[i]."""
        last = self.last_source_positions[sources]
        _copy(self._cross_bytes, sources, targets, (last + 1) * self._token_bytes)
        self.last_source_positions[targets] = last


def _bytes(cache: Cache) -> CacheBytes:
    """The same memory, [2L, capacity, H, M * D] of any precision."""
    return cache.reshape(*cache.shape[:3], -1).view(np.uint8)


@compiled("void(uint8[:, :, :, ::1], int64, uint8[:, ::1], int64)")
def _lay_out(cache: CacheBytes, slot: int, tokens: CacheBytes, size: int) -> None:
    """The parts' heads, of so many bytes each, that stand side by side in `tokens` [length, 2L * H * size], to slot
    `slot`, where tokens of a head do."""
    for part in range(cache.shape[0]):
        for head in range(cache.shape[2]):
            start = (part * cache.shape[2] + head) * size
            for token in range(len(tokens)):
                for byte in range(size):
                    cache[part, slot, head, token * size + byte] = tokens[token, start + byte]


@njit
def _copied(cache: CacheBytes, sources: Rows, targets: Rows, sizes: Lengths) -> None:
    """The first sizes[i] bytes of each head of slot sources[i] over those of slot targets[i]."""
    for part in range(cache.shape[0]):
        for place in range(len(sources)):
            for head in range(cache.shape[2]):
                source, target = cache[part, sources[place], head], cache[part, targets[place], head]
                for byte in range(sizes[place]):
                    target[byte] = source[byte]


_SIGNATURE: Final = "void(uint8[:, :, :, ::1], int64[::1], int64[::1], int32[::1])"


@compiled(_SIGNATURE)
def _copy_few(cache: CacheBytes, sources: Rows, targets: Rows, sizes: Lengths) -> None:
    _copied(cache, sources, targets, sizes)


@compiled(_SIGNATURE, needs_interpreter=False)
def _copy_many(cache: CacheBytes, sources: Rows, targets: Rows, sizes: Lengths) -> None:
    _copied(cache, sources, targets, sizes)


def _copy(cache: CacheBytes, sources: Rows, targets: Rows, sizes: Lengths) -> None:
    if len(sources) < _MANY:
        _copy_few(cache, sources, targets, sizes)
    else:
        outside(_copy_many, cache, sources, targets, sizes)


def by_cache_name(manifest: BundleManifest, own: Iterable[Part], cross: Iterable[Part]) -> dict[str, Part]:
    """The parts of both caches, keys and values of each layer in turn, by the decoder's names for them."""
    own_parts, cross_parts = iter(own), iter(cross)
    return {name: next(own_parts if name.startswith("self_") else cross_parts) for name in manifest.cache_names()}
