"""Decoder steps bound to the slot cache by raw pointer, one binding for each number of active rows.

n active rows, V vocabulary, H heads, D head size. A binding of n rows covers the first n rows of every array, so rows
beyond it are neither read nor written. All pointers are fixed, so a binding is made once and reused for later steps.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from service.runtime.bundle import BundleManifest, cache_output_name
from service.runtime.slots import SlotCache

AnyArray = npt.NDArray[Any]


class StepBindings:
    """Owns the small buffers of a step and, with the slot cache, keeps every bound array alive."""

    def __init__(self, decoder: Any, slots: SlotCache, manifest: BundleManifest) -> None:
        sizes, limits, rows = manifest.sizes, manifest.limits, slots.capacity
        width = sizes.num_heads * sizes.head_size
        self.queries = np.zeros((sizes.decoder_layers, rows, 1, width), np.float32)
        self._decoder = decoder
        self._tokens = np.zeros((rows, 1), np.int64)
        self._cached_lengths = np.zeros(rows, np.int32)
        self._logits = np.zeros((rows, 1, sizes.vocab_size), np.float32)
        self._shared: dict[str, AnyArray] = {
            "target_capacity": np.array([limits.max_target_tokens], np.int32),
            "source_capacity": np.array([limits.max_source_tokens], np.int32),
        }
        # Nothing is read of an input without tokens, yet its pointer must be one.
        self._empty = np.zeros((1, width), slots.own.dtype)
        self._per_row: dict[str, AnyArray] = {
            "input_ids": self._tokens,
            "positions": self._cached_lengths[:, None],
            "cached_lengths": self._cached_lengths,
            "last_source_positions": slots.last_source_positions,
        }
        self._caches = slots.arrays(manifest)
        self._query_names = manifest.query_names()
        self._bindings: dict[tuple[int, bool], Any] = {}

    def run(
        self, tokens: npt.NDArray[np.int64], cached_lengths: npt.NDArray[np.int32], *, with_queries: bool = False
    ) -> npt.NDArray[np.float32]:
        """One step of rows 0..n-1: [n] and [n] in, [n, V] out, valid until the next run.

        With queries, each layer's cross-attention queries are in `queries` [L, n, 1, H*D] afterwards.
        """
        n = len(tokens)
        self._tokens[:n, 0] = tokens
        self._cached_lengths[:n] = cached_lengths
        binding = self._bindings.get((n, with_queries)) or self._bind(n, with_queries)
        self._decoder.run_with_iobinding(binding)
        return self._logits[:n, 0]

    def _bind(self, n: int, with_queries: bool) -> Any:
        binding = self._decoder.io_binding()
        for name, array in self._shared.items():
            binding.bind_input(name, *_address(array, array.shape))
        for name, array in self._per_row.items():
            binding.bind_input(name, *_address(array, (n, *array.shape[1:])))
        binding.bind_input("no_tokens", *_address(self._empty, (n, 0, self._empty.shape[1])))
        binding.bind_output("logits", *_address(self._logits, (n, *self._logits.shape[1:])))
        for name, array in self._caches.items():
            # The attention operator updates a cache in place only when both names share one buffer.
            binding.bind_input(name, *_address(array, (n, *array.shape[1:])))
            binding.bind_output(cache_output_name(name), *_address(array, (n, *array.shape[1:])))
        if with_queries:
            for name, array in zip(self._query_names, self.queries, strict=True):
                binding.bind_output(name, *_address(array, (n, *array.shape[1:])))
        self._bindings[n, with_queries] = binding
        return binding


def _address(array: AnyArray, shape: tuple[int, ...]) -> tuple[str, int, type[np.generic], tuple[int, ...], int]:
    """Device, device id, element type, shape and pointer of the beginning of `array`."""
    return "cpu", 0, array.dtype.type, shape, array.ctypes.data
