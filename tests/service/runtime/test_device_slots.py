"""Slots on a device do what those on the host do."""

import ctypes
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from service.runtime.bundle import Bundle
from service.runtime.device_slots import DeviceSlots
from service.runtime.memory import Region, host_copy
from service.runtime.sessions import Sessions
from service.runtime.slots import SlotCache, Slots

CAPACITY = 5
SOURCES = [[5, 6, 7, 2], [2], [*range(20, 60), 2], [8, 2]]
Array = npt.NDArray[np.float16]


class Both:
    """The same sources in slots of both kinds."""

    def __init__(self, bundle: Bundle, sessions: Sessions) -> None:
        self.manifest = bundle.manifest
        self.host = SlotCache(bundle.manifest, CAPACITY)
        self.device = DeviceSlots(bundle.manifest, CAPACITY, sessions.copier, "cpu")
        kinds: tuple[Slots, ...] = (self.host, self.device)
        for slots in kinds:
            for encoded, place in zip(slots.encode(sessions.encoder, SOURCES), ([0], [1], [2, 4], [3]), strict=True):
                slots.place(encoded, place)

    def fill_targets(self) -> None:
        """Every slot gets a target of its own, as if steps had written it."""
        values = np.random.default_rng(1).standard_normal(self.host.own.shape).astype(np.float16)
        self.host.own[:] = values
        for region, part in zip(self.regions("self_"), values, strict=True):
            in_memory(region)[:] = part

    def regions(self, prefix: str) -> list[Region]:
        return [region for name, region in self.device.caches(self.manifest).items() if name.startswith(prefix)]

    def differences(self, lengths: list[int]) -> Iterator[bool]:
        """For each cache whether the first tokens of each slot differ."""
        ends = (self.host.last_source_positions + 1).tolist()
        for cache, prefix, tokens in ((self.host.own, "self_", lengths), (self.host.cross, "cross_", ends)):
            for part, region in zip(cache, self.regions(prefix), strict=True):
                found = in_memory(region)
                yield any(part[slot, :, :n].tobytes() != found[slot, :, :n].tobytes() for slot, n in enumerate(tokens))


def in_memory(region: Region) -> Array:
    """The region itself, which here lies in host memory after all."""
    halves = ctypes.cast(region.pointer, ctypes.POINTER(ctypes.c_uint16))
    array: Array = np.ctypeslib.as_array(halves, region.shape).view(np.float16)
    return array


@pytest.fixture
def both(float16_bundle: Bundle, device_sessions: Sessions) -> Both:
    both = Both(float16_bundle, device_sessions)
    both.fill_targets()
    return both


def test_sources_are_encoded_and_placed_as_on_the_host(both: Both) -> None:
    assert both.device.last_source_positions.tolist() == both.host.last_source_positions.tolist() == [3, 0, 40, 1, 40]
    assert not any(both.differences([0] * CAPACITY))
    assert any(in_memory(region).any() for region in both.regions("cross_"))


def test_the_ends_of_sources_are_known_on_the_device(both: Both) -> None:
    both.device.move(np.array([2]), np.array([0]), np.array([0], np.int32))
    assert host_copy(both.device.source_ends).tolist() == [40, 0, 40, 1, 40]


def test_forks_copy_targets_and_leave_sources(both: Both) -> None:
    for slots in (both.host, both.device):
        slots.fork(np.array([0, 0, 4]), np.array([1, 2, 3]), np.array([7, 7, 3], np.int32))
    assert not any(both.differences([64, 7, 7, 3, 64]))
    assert both.device.last_source_positions.tolist() == [3, 0, 40, 1, 40]


def test_moves_copy_both(both: Both) -> None:
    for slots in (both.host, both.device):
        slots.move(np.array([4, 3]), np.array([0, 2]), np.array([9, 0], np.int32))
    assert not any(both.differences([9, 64, 0, 64, 64]))
    assert both.device.last_source_positions.tolist() == both.host.last_source_positions.tolist() == [40, 0, 1, 1, 40]


@pytest.mark.parametrize("slot", range(CAPACITY))
def test_keys_of_a_source_come_to_the_host_when_they_are_asked_for(both: Both, slot: int) -> None:
    expected = both.host.source_keys(slot)
    found = both.device.source_keys(slot)
    assert (found.shape, found.dtype) == (expected.shape, np.float32)
    assert found.tobytes() == expected.tobytes()


def test_there_are_as_many_slots_as_on_the_host(both: Both) -> None:
    assert both.device.capacity == both.host.capacity
