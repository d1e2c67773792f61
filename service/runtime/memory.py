"""Memory that graphs read and write through raw pointers, on the host or on a device."""

from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt
import onnxruntime

HOST = "cpu"

AnyArray = npt.NDArray[Any]
Shape = tuple[int, ...]
Address = tuple[str, int, type[np.generic], Shape, int]


@dataclass(frozen=True, slots=True)
class Region:
    """An array in memory, without gaps. `owner` keeps the memory alive for as long as anyone holds the region."""

    device: str
    dtype: type[np.generic]
    shape: Shape
    pointer: int
    owner: object = field(repr=False, compare=False)

    @property
    def nbytes(self) -> int:
        """Its size."""
        return prod(self.shape) * np.dtype(self.dtype).itemsize

    def address(self, num_rows: int | None = None) -> Address:
        """What an IOBinding wants to know: device, device id, element type, shape of the first rows, pointer."""
        shape = self.shape if num_rows is None else (num_rows, *self.shape[1:])
        return self.device, 0, self.dtype, shape, self.pointer

    def parts(self) -> list[Self]:
        """The regions that the first axis runs over."""
        inner = self.shape[1:]
        step = prod(inner) * np.dtype(self.dtype).itemsize
        return [replace(self, shape=inner, pointer=self.pointer + index * step) for index in range(self.shape[0])]

    def seen_as(self, dtype: type[np.generic], last_axis: int) -> Self:
        """The same bytes as rows [rows, last_axis] of another type."""
        rows = self.nbytes // (last_axis * np.dtype(dtype).itemsize)
        return replace(self, dtype=dtype, shape=(rows, last_axis))


class Mirror(Protocol):
    """A small host array that graphs read, wherever they run."""

    def region(self, view: AnyArray) -> Region:
        """Where graphs find `view`, a part of the array."""

    def send(self) -> None:
        """Let graphs see what the array holds now."""


class HostMirror:
    """Graphs on the host read the array itself."""

    def __init__(self, array: AnyArray) -> None:
        self._array = array

    def region(self, view: AnyArray) -> Region:
        """The view itself."""
        return host_region(view)

    def send(self) -> None:
        """Nothing has to be done."""


class DeviceMirror:
    """A copy on the device, refreshed whole: an array that was bound itself would be read once, when it is bound."""

    def __init__(self, array: AnyArray, device: str) -> None:
        self._array = array
        self._value = onnxruntime.OrtValue.ortvalue_from_shape_and_type(array.shape, array.dtype.type, device, 0)
        self._region = device_region(self._value, array.dtype.type, device)
        self.send()

    def region(self, view: AnyArray) -> Region:
        """The same place in the copy."""
        offset = view.ctypes.data - self._array.ctypes.data
        pointer = self._region.pointer + offset
        return replace(self._region, dtype=view.dtype.type, shape=view.shape, pointer=pointer)

    def send(self) -> None:
        """One copy from the host to the device."""
        self._value.update_inplace(self._array)


def host_region(array: AnyArray) -> Region:
    """Where a numpy array lies."""
    return Region(HOST, array.dtype.type, array.shape, array.ctypes.data, array)


def device_region(value: Any, dtype: type[np.generic], device: str) -> Region:
    """Where an OrtValue lies."""
    return Region(device, dtype, tuple(value.shape()), value.data_ptr(), value)


def host_copy(region: Region) -> AnyArray:
    """What a device region as a whole holds now, on the host."""
    if not isinstance(region.owner, onnxruntime.OrtValue):
        raise TypeError(f"only an OrtValue can be copied to the host, not a {type(region.owner).__name__}")
    copy: AnyArray = region.owner.numpy()
    return copy


def device_zeros(shape: Shape, dtype: type[np.generic], device: str) -> Region:
    """Zeros on a device. Whatever else lay there could be no number, and zero times that is no number either."""
    zeros = np.zeros(shape, dtype)
    value = onnxruntime.OrtValue.ortvalue_from_shape_and_type(shape, dtype, device, 0)
    value.update_inplace(zeros)
    return device_region(value, dtype, device)
