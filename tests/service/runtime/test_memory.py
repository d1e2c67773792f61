import gc

import numpy as np
import pytest

from service.runtime.memory import DeviceMirror, HostMirror, device_zeros, host_copy, host_region

DEVICE = "cpu"  # an OrtValue there is treated as one on any other device


def test_a_region_is_addressed_as_an_array_or_its_first_rows() -> None:
    array = np.zeros((5, 2, 3), np.float16)
    region = host_region(array)
    assert region.nbytes == array.nbytes
    assert region.address() == ("cpu", 0, np.float16, (5, 2, 3), array.ctypes.data)
    assert region.address(2) == ("cpu", 0, np.float16, (2, 2, 3), array.ctypes.data)


def test_parts_of_a_region_are_those_of_the_array() -> None:
    array = np.zeros((3, 4, 5), np.float32)
    assert host_region(array).parts() == [host_region(part) for part in array]


def test_a_region_seen_as_another_type_has_as_many_bytes() -> None:
    region = host_region(np.zeros((3, 4, 6), np.float16)).seen_as(np.int32, 3)
    assert (region.dtype, region.shape, region.nbytes) == (np.int32, (12, 3), 144)


def test_graphs_on_the_host_read_an_array_where_it_lies() -> None:
    array = np.arange(6)
    mirror = HostMirror(array)
    mirror.send()
    assert mirror.region(array[2:]) == host_region(array[2:])


def test_a_device_sees_what_was_sent_last() -> None:
    array = np.arange(4)
    mirror = DeviceMirror(array, DEVICE)
    region = mirror.region(array)
    assert region.pointer != array.ctypes.data
    array[1] = 9
    assert host_copy(region).tolist() == [0, 1, 2, 3]
    mirror.send()
    assert host_copy(region).tolist() == [0, 9, 2, 3]


def test_a_view_has_its_own_place_and_type_on_the_device() -> None:
    block = np.zeros(24, np.uint8)
    mirror = DeviceMirror(block, DEVICE)
    whole, view = mirror.region(block), mirror.region(block[16:].view(np.int32)[:, None])
    assert (view.pointer - whole.pointer, view.dtype, view.shape) == (16, np.int32, (2, 1))


def test_a_region_keeps_its_memory() -> None:
    region = device_zeros((1000, 1000), np.float16, DEVICE)
    gc.collect()
    rubbish = [np.full((1000, 1000), np.nan, np.float16) for _ in range(5)]
    assert not host_copy(region).any()
    assert len(rubbish) == 5


def test_only_what_a_device_holds_is_copied_to_the_host() -> None:
    with pytest.raises(TypeError, match="only an OrtValue can be copied to the host, not a ndarray"):
        host_copy(host_region(np.zeros(3)))
