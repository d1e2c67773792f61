"""Decoder steps bound to the slots by raw pointer, one binding for each number of active rows.

n active rows, V vocabulary, H heads, D head size. A binding of n rows covers the first n rows of every array, so rows
beyond it are neither read nor written. All pointers are fixed, so a binding is made once and reused for later steps.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from service.runtime.argmax import choose_best
from service.runtime.bundle import CHOICE_OUTPUTS, LOGITS_OUTPUT, BundleManifest, cache_output_name
from service.runtime.cache_shape import cache_dtype
from service.runtime.interpreter import outside
from service.runtime.memory import AnyArray, Region, host_region
from service.runtime.slots import Lengths, Slots

Tokens = npt.NDArray[np.int64]
Positions = npt.NDArray[np.signedinteger[Any]]  # of whatever width
Logits = npt.NDArray[np.float32]

_TOKEN_BYTES = np.dtype(np.int64).itemsize
_LENGTH_BYTES = np.dtype(np.int32).itemsize


class Wanted(NamedTuple):
    """A step's number of rows, and which of its outputs the host gets. Each set of outputs has a binding of its own."""

    num_rows: int
    logits: bool
    queries: bool


class StepBindings:
    """Owns the small buffers of a step and, with the slots, keeps everything alive that is bound."""

    def __init__(self, decoder: Any, slots: Slots, manifest: BundleManifest) -> None:
        sizes, limits, rows = manifest.sizes, manifest.limits, slots.capacity
        width = sizes.num_heads * sizes.head_size
        self.queries = np.zeros((sizes.decoder_layers, rows, 1, width), np.float32)
        self._decoder = decoder
        # Tokens and lengths lie side by side: a device gets both in one copy.
        block = np.zeros(rows * (_TOKEN_BYTES + _LENGTH_BYTES), np.uint8)
        self._tokens: Tokens = block[: rows * _TOKEN_BYTES].view(np.int64)[:, None]
        self._cached_lengths: Lengths = block[rows * _TOKEN_BYTES :].view(np.int32)
        self._inputs = slots.mirror(block)
        self._logits = np.zeros((rows, 1, sizes.vocab_size), np.float32)
        self._best = np.zeros((rows, 1), np.int64)
        self._best_logits = np.zeros((rows, 1), np.float32)
        # The attention operator reads both on the host, wherever it runs.
        self._shared: dict[str, AnyArray] = {
            "target_capacity": np.array([limits.max_target_tokens], np.int32),
            "source_capacity": np.array([limits.max_source_tokens], np.int32),
        }
        # Nothing is read of an input without tokens, yet its pointer must be one.
        empty = np.zeros((1, width), cache_dtype(manifest))
        self._empty = slots.mirror(empty).region(empty)
        self._per_row: dict[str, Region] = {
            "input_ids": self._inputs.region(self._tokens),
            "positions": self._inputs.region(self._cached_lengths[:, None]),
            "cached_lengths": self._inputs.region(self._cached_lengths),
            "last_source_positions": slots.source_ends,
        }
        self._caches = slots.caches(manifest)
        self._query_names = manifest.query_names()
        chosen: tuple[AnyArray, ...] = (self._best, self._best_logits)
        self._choices = dict(zip(CHOICE_OUTPUTS, chosen, strict=True)) if manifest.is_choosing else {}
        self._bindings: dict[Wanted, Any] = {}

    def run(self, tokens: Tokens, cached_lengths: Positions, *, with_queries: bool = False) -> Logits:
        """One step of rows 0..n-1: [n] and [n] in, [n, V] out, valid until the next run.

        With queries, each layer's cross-attention queries are in `queries` [L, n, 1, H*D] afterwards.
        """
        self._run(tokens, cached_lengths, Wanted(len(tokens), logits=True, queries=with_queries))
        return self._logits[: len(tokens), 0]

    def run_best(
        self, tokens: Tokens, cached_lengths: Positions, *, with_queries: bool = False
    ) -> tuple[Tokens, Logits]:
        """The same step; the likeliest token of each row [n] and its logit [n]. Logits stay where a graph chooses."""
        n = len(tokens)
        self._run(tokens, cached_lengths, Wanted(n, logits=not self._choices, queries=with_queries))
        if not self._choices:
            choose_best(self._logits, n, self._best, self._best_logits)
        return self._best[:n, 0], self._best_logits[:n, 0]

    def _run(self, tokens: Tokens, cached_lengths: Positions, wanted: Wanted) -> None:
        n = len(tokens)
        self._tokens[:n, 0] = tokens
        self._cached_lengths[:n] = cached_lengths
        self._inputs.send()
        outside(self._decoder.run_with_iobinding, self._bindings.get(wanted) or self._bind(wanted))

    def _bind(self, wanted: Wanted) -> Any:
        n, binding = wanted.num_rows, self._decoder.io_binding()
        for name, array in self._shared.items():
            binding.bind_input(name, *host_region(array).address())
        for name, region in self._per_row.items():
            binding.bind_input(name, *region.address(n))
        device, device_id, dtype, (_, width), pointer = self._empty.address()
        binding.bind_input("no_tokens", device, device_id, dtype, (n, 0, width), pointer)
        for name, region in self._caches.items():
            # The attention operator updates a cache in place only when both names share one buffer.
            binding.bind_input(name, *region.address(n))
            binding.bind_output(cache_output_name(name), *region.address(n))
        for name, array in self._host_outputs(wanted).items():
            binding.bind_output(name, *host_region(array).address(n))
        self._bindings[wanted] = binding
        return binding

    def _host_outputs(self, wanted: Wanted) -> dict[str, AnyArray]:
        """What comes to the host: an output that is not bound stays where it is."""
        outputs: dict[str, AnyArray] = {LOGITS_OUTPUT: self._logits} if wanted.logits else dict(self._choices)
        if wanted.queries:
            outputs |= dict(zip(self._query_names, self.queries, strict=True))
        return outputs
