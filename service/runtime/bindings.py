"""Decoder steps bound to the slot cache by raw pointer, one binding for each number of active rows.

n active rows, V vocabulary. A binding of n rows covers the first n rows of every array, so rows beyond it are
neither read nor written. All pointers are fixed, so a binding is made once and reused for every later step.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from service.runtime.bundle import cache_output_name
from service.runtime.slots import SlotCache


class StepBindings:
    """Owns the small buffers of a step and, with the slot cache, keeps every bound array alive."""

    def __init__(self, decoder: Any, slots: SlotCache, vocab_size: int) -> None:
        self._decoder = decoder
        self._slots = slots
        self._tokens = np.zeros(slots.capacity, np.int64)
        self._cached_lengths = np.zeros(slots.capacity, np.int32)
        self._logits = np.zeros((slots.capacity, vocab_size), np.float32)
        self._bindings: dict[int, Any] = {}

    def run(self, tokens: npt.NDArray[np.int64], cached_lengths: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """One step of rows 0..n-1: [n] and [n] in, [n, V] out, valid until the next run."""
        n = len(tokens)
        if n not in self._bindings:
            self._bindings[n] = self._bind(n)
        self._tokens[:n] = tokens
        self._cached_lengths[:n] = cached_lengths
        self._decoder.run_with_iobinding(self._bindings[n])
        return self._logits[:n]

    def _bind(self, n: int) -> Any:
        binding = self._decoder.io_binding()
        inputs: dict[str, npt.NDArray[Any]] = {
            "input_ids": self._tokens,
            "cached_lengths": self._cached_lengths,
            "source_lengths": self._slots.source_lengths,
        }
        for name, array in inputs.items():
            binding.bind_input(name, *_address(array, n))
        binding.bind_output("logits", *_address(self._logits, n))
        for name, array in self._slots.arrays.items():
            # The attention operator updates a cache in place only when both names share one buffer.
            binding.bind_input(name, *_address(array, n))
            binding.bind_output(cache_output_name(name), *_address(array, n))
        return binding


def _address(array: npt.NDArray[Any], n: int) -> tuple[str, int, type[np.generic], tuple[int, ...], int]:
    """Device, device id, element type, shape and pointer of the first `n` rows."""
    return "cpu", 0, array.dtype.type, (n, *array.shape[1:]), array.ctypes.data
