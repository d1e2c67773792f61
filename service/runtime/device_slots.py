"""Slots in the memory of a device: allocated once, bound by pointer, copied by a graph that runs there.

L decoder layers, P = 2L parts (keys and values of each layer), H heads, D head size, M target capacity, S source
capacity, r slots.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from service.runtime.bundle import ENCODER_OUTPUT, BundleManifest
from service.runtime.cache_shape import cache_dtype, cache_sizes
from service.runtime.copying import CellCopier, Cells, Starts
from service.runtime.interpreter import outside
from service.runtime.memory import AnyArray, DeviceMirror, Mirror, Region, device_region, device_zeros, host_copy
from service.runtime.packing import pack_sources
from service.runtime.slots import Keys, Lengths, Rows, by_cache_name

Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DeviceSource:
    """One source among the packed tokens of an encoder run, which stays on the device until all are placed."""

    packed: Region  # [N, P * H * D]
    first_token: int
    length: int


class DeviceSlots:
    """Slots on a device. The caches lie there as those of `SlotCache` do on the host."""

    def __init__(self, manifest: BundleManifest, capacity: int, session: Any, device: str) -> None:
        """`session` runs the copy graph on `device`."""
        limits = manifest.limits
        self.last_source_positions = np.zeros(capacity, np.int32)
        self._device = device
        self._dtype = cache_dtype(manifest)
        self._copier = CellCopier(session)
        self._ends = DeviceMirror(self.last_source_positions, device)
        self._own = self._allocate(manifest, capacity, limits.max_target_tokens)
        self._cross = self._allocate(manifest, capacity, limits.max_source_tokens)
        self._single = self._allocate(manifest, 1, limits.max_source_tokens)  # of a source that the host looks at
        self._own_offsets = self._put(_slot_offsets(self._own))
        self._cross_offsets = self._put(_slot_offsets(self._cross))
        self._single_offsets = self._put(_slot_offsets(self._single))
        self._packed_offsets = self._put(_packed_offsets(self._cross))

    @property
    def capacity(self) -> int:
        """Number of slots."""
        return len(self.last_source_positions)

    @property
    def source_ends(self) -> Region:
        """Where graphs find `last_source_positions`."""
        return self._ends.region(self.last_source_positions)

    def caches(self, manifest: BundleManifest) -> dict[str, Region]:
        """Each of the decoder's cache inputs by name: [capacity, H, M, D] or [capacity, H, S, D]."""
        return by_cache_name(manifest, self._own.parts(), self._cross.parts())

    def mirror(self, array: AnyArray) -> Mirror:
        """A copy of a host array on the device."""
        return DeviceMirror(array, self._device)

    def encode(self, encoder: Any, sources: Sequence[Sequence[int]]) -> list[DeviceSource]:
        """One encoder run over all `sources`; nothing of its result comes to the host."""
        binding = encoder.io_binding()
        for name, array in pack_sources(sources).items():
            binding.bind_cpu_input(name, array)
        binding.synchronize_inputs()
        binding.bind_output(ENCODER_OUTPUT, self._device)
        outside(encoder.run_with_iobinding, binding)
        packed = device_region(binding.get_outputs()[0], self._dtype, self._device)
        lengths = [len(source) for source in sources]
        starts = np.cumsum(lengths) - lengths
        return [DeviceSource(packed, start, length) for start, length in zip(starts.tolist(), lengths, strict=True)]

    def place(self, encoded: DeviceSource, slots: Sequence[int]) -> None:
        """Put an encoded source into each of `slots`."""
        rows = np.asarray(slots)
        origin = self._packed_cells(encoded, len(rows))
        self._copier.copy(origin, self._cells(self._cross, self._cross_offsets, rows), encoded.length)
        self._set_ends(rows, encoded.length - 1)

    def fork(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy the target of slot sources[i], cached_lengths[i] tokens, over that of targets[i]."""
        self._copy(self._own, self._own_offsets, sources, targets, int(cached_lengths.max()))

    def move(self, sources: Rows, targets: Rows, cached_lengths: Lengths) -> None:
        """Copy source and target of slot sources[i], cached_lengths[i] tokens of target, over slot targets[i]."""
        ends = self.last_source_positions[sources]
        self._copy(self._cross, self._cross_offsets, sources, targets, int(ends.max()) + 1)
        self._copy(self._own, self._own_offsets, sources, targets, int(cached_lengths.max()))
        self._set_ends(targets, ends)

    def source_keys(self, slot: int) -> Keys:
        """[L, H, length, D]: the cross-attention keys of one slot, which come to the host for it."""
        length = int(self.last_source_positions[slot]) + 1
        single = self._cells(self._single, self._single_offsets, np.zeros(1, np.intp))
        self._copier.copy(self._cells(self._cross, self._cross_offsets, np.array([slot])), single, length)
        keys: Keys = host_copy(self._single)[::2, 0, :, :length].astype(np.float32)
        return keys

    def _copy(self, cache: Region, offsets: Region, sources: Rows, targets: Rows, length: int) -> None:
        """As long as the longest of them: what lies behind the end of a shorter one is never read."""
        self._copier.copy(self._cells(cache, offsets, sources), self._cells(cache, offsets, targets), length)

    def _set_ends(self, rows: Rows, ends: npt.NDArray[np.int32] | int) -> None:
        self.last_source_positions[rows] = ends
        self._ends.send()

    def _cells(self, cache: Region, offsets: Region, rows: Rows) -> Cells:
        _, _, heads, capacity, _ = cache.shape
        return Cells(self._words(cache), offsets, rows.astype(np.int64) * (heads * capacity))

    def _packed_cells(self, encoded: DeviceSource, count: int) -> Cells:
        parts, _, heads, _, _ = self._cross.shape
        starts: Starts = np.full(count, encoded.first_token * parts * heads)
        return Cells(self._words(encoded.packed), self._packed_offsets, starts)

    def _words(self, region: Region) -> Region:
        """A region as one row of 32-bit words for each cell."""
        size = self._own.shape[-1] * np.dtype(self._dtype).itemsize
        return region.seen_as(np.int32, size // np.dtype(np.int32).itemsize)

    def _allocate(self, manifest: BundleManifest, capacity: int, tokens: int) -> Region:
        parts, heads, size = cache_sizes(manifest)
        return device_zeros((parts, capacity, heads, tokens, size), self._dtype, self._device)

    def _put(self, offsets: Offsets) -> Region:
        return self.mirror(offsets).region(offsets)


def _slot_offsets(cache: Region) -> Offsets:
    """[P * H, C]: how far each cell of a slot is from the slot's first, in a cache [P, slots, H, C, D]."""
    parts, slots, heads, capacity, _ = cache.shape
    each_part = np.arange(parts)[:, None, None] * (slots * heads * capacity)
    cells = np.arange(heads * capacity).reshape(heads, capacity)
    return (each_part + cells).reshape(parts * heads, capacity)


def _packed_offsets(cache: Region) -> Offsets:
    """[P * H, C]: the same among packed tokens [N, P * H * D], in which all cells of a token lie together."""
    parts, _, heads, capacity, _ = cache.shape
    return np.arange(parts * heads)[:, None] + np.arange(capacity) * (parts * heads)
