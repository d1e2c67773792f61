import numpy as np
import pytest

from service.runtime.slots import SlotCache, allocate_slots
from tests.service.runtime.manifests import make_manifest


@pytest.fixture
def slots() -> SlotCache:
    """Three slots of 2 layers, H = 2, M = 5, S = 6, D = 4, every cell different."""
    slots = allocate_slots(make_manifest(), 3)
    for number, array in enumerate(slots.arrays.values()):
        array[:] = 1000 * number + np.arange(array.size).reshape(array.shape)
    return slots


def test_shapes_and_memory_follow_the_manifest(slots: SlotCache) -> None:
    assert slots.capacity == 3
    assert len(slots.arrays) == 8
    assert slots.arrays["self_key_1"].shape == (3, 2, 5, 4)
    assert slots.arrays["cross_value_0"].shape == (3, 2, 6, 4)
    assert slots.bytes_per_slot == 4 * 2 * (2 * 2 * 5 * 4 + 2 * 2 * 6 * 4)  # float32, layers, self and cross
    assert sum(array.nbytes for array in slots.arrays.values()) == 3 * slots.bytes_per_slot


def test_a_float16_bundle_has_float16_slots() -> None:
    slots = allocate_slots(make_manifest(precision="fp16"), 1)
    assert {array.dtype for array in slots.arrays.values()} == {np.dtype(np.float16)}


def test_graphs_can_write_through_pointers(slots: SlotCache) -> None:
    assert all(array.flags.c_contiguous and array.flags.owndata for array in slots.arrays.values())


def test_writing_a_source_touches_its_valid_cells_only(slots: SlotCache) -> None:
    before = {name: array.copy() for name, array in slots.arrays.items()}
    cross = {name: np.full((2, 4, 4), -1, np.float32) for name in before if name.startswith("cross_")}
    slots.write_source(1, cross, 3)
    for name, array in slots.arrays.items():
        if name.startswith("cross_"):
            assert (array[1, :, :3] == -1).all()
            array[1, :, :3] = before[name][1, :, :3]
        assert (array == before[name]).all()
    assert slots.source_lengths[1] == 3


def test_moving_copies_what_is_valid_and_nothing_else(slots: SlotCache) -> None:
    slots.source_lengths[:] = [6, 1, 2]
    before = {name: array.copy() for name, array in slots.arrays.items()}
    slots.move(2, 0, cached_length=3)
    for name, array in slots.arrays.items():
        length = 3 if name.startswith("self_") else 2
        assert (array[0, :, :length] == before[name][2, :, :length]).all()
        assert (array[0, :, length:] == before[name][0, :, length:]).all()
        assert (array[1:] == before[name][1:]).all()
    assert slots.source_lengths.tolist() == [2, 1, 2]
