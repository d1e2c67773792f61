import numpy as np
import pytest

from service.runtime.cache_shape import bytes_per_row
from service.runtime.slots import SlotCache
from tests.service.runtime.manifests import make_manifest


@pytest.fixture
def slots() -> SlotCache:
    """Three slots of 2 layers, H = 2, M = 5, S = 6, D = 4, every cell different."""
    slots = SlotCache(make_manifest(), 3)
    slots.own[:] = np.arange(slots.own.size).reshape(slots.own.shape)
    slots.cross[:] = -np.arange(slots.cross.size).reshape(slots.cross.shape)
    return slots


def test_shapes_and_memory_follow_the_manifest(slots: SlotCache) -> None:
    arrays = slots.arrays(make_manifest())
    assert slots.capacity == 3
    assert list(arrays) == make_manifest().cache_names()
    assert arrays["self_key_1"].shape == (3, 2, 5, 4)
    assert arrays["cross_value_0"].shape == (3, 2, 6, 4)
    assert bytes_per_row(make_manifest()) == 4 * 2 * (2 * 2 * 5 * 4 + 2 * 2 * 6 * 4)  # float32, layers, self and cross
    assert sum(array.nbytes for array in arrays.values()) == 3 * bytes_per_row(make_manifest())


def test_a_float16_bundle_has_float16_slots() -> None:
    manifest = make_manifest(precision="fp16")
    arrays = SlotCache(manifest, 1).arrays(manifest)
    assert sum(array.nbytes for array in arrays.values()) == bytes_per_row(manifest)
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.float16)}


def test_graphs_can_write_through_pointers(slots: SlotCache) -> None:
    for array in slots.arrays(make_manifest()).values():
        assert array.flags.c_contiguous
        assert np.shares_memory(array, slots.own) or np.shares_memory(array, slots.cross)


def test_an_encoded_source_is_laid_out_by_layer_and_head_in_its_valid_cells_only(slots: SlotCache) -> None:
    own, cross = slots.own.copy(), slots.cross.copy()
    # Three tokens, each with the key and value of 2 layers, for 2 heads of 4 numbers.
    encoded = np.arange(3 * 4 * 2 * 4, dtype=np.float32).reshape(3, 4 * 2 * 4)
    slots.write_source(1, encoded)
    arrays = slots.arrays(make_manifest())
    for part, name in enumerate(("cross_key_0", "cross_value_0", "cross_key_1", "cross_value_1")):
        for token in range(3):
            for head in range(2):
                first = (part * 2 + head) * 4
                assert (arrays[name][1, head, token] == encoded[token, first : first + 4]).all()
    slots.cross[:, 1, :, :3] = cross[:, 1, :, :3]
    assert (slots.cross == cross).all()
    assert (slots.own == own).all()
    assert slots.last_source_positions[1] == 2


def test_copying_a_source_takes_what_is_valid_and_nothing_else(slots: SlotCache) -> None:
    slots.last_source_positions[:] = [5, 0, 1]
    own, cross = slots.own.copy(), slots.cross.copy()
    slots.copy_sources(np.array([2]), np.array([0]))
    assert (slots.cross[:, 0, :, :2] == cross[:, 2, :, :2]).all()
    assert (slots.cross[:, 0, :, 2:] == cross[:, 0, :, 2:]).all()
    assert (slots.cross[:, 1:] == cross[:, 1:]).all()
    assert (slots.own == own).all()
    assert slots.last_source_positions.tolist() == [1, 0, 1]


def test_copying_a_target_takes_so_many_tokens_and_nothing_else(slots: SlotCache) -> None:
    own, cross = slots.own.copy(), slots.cross.copy()
    slots.fork(np.array([0]), np.array([2]), np.array([3], np.int32))
    assert (slots.own[:, 2, :, :3] == own[:, 0, :, :3]).all()
    assert (slots.own[:, 2, :, 3:] == own[:, 2, :, 3:]).all()
    assert (slots.own[:, :2] == own[:, :2]).all()
    assert (slots.cross == cross).all()
