"""The tensors that both graphs of a bundle must take and give, derived from its manifest.

B rows, N packed tokens, S source capacity, M target capacity, H heads, D head size, V vocabulary. What they are for
stands in docs/architecture.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from service.runtime.bundle import (
    CHOICE_OUTPUTS,
    COPY_OUTPUT,
    ENCODER_OUTPUT,
    LOGITS_OUTPUT,
    BundleError,
    BundleManifest,
    cache_output_name,
)

_INT64 = "tensor(int64)"
_INT32 = "tensor(int32)"
_FLOAT = "tensor(float)"


class NodeArg(Protocol):
    """What ONNX Runtime tells about an input or output; a free dimension is a name or None."""

    name: str
    type: str
    shape: list[int | str | None]


@dataclass(frozen=True, slots=True)
class TensorSpec:
    """Element type and dimensions; None is a dimension that must stay free."""

    dtype: str
    dims: tuple[int | None, ...]

    def mismatch(self, arg: NodeArg) -> str | None:
        """What is wrong with `arg`, or None. A free dimension fits a number: exporters lose fixed sizes."""
        if arg.type != self.dtype:
            return f"is {arg.type}, expected {self.dtype}"
        if len(arg.shape) != len(self.dims):
            return f"has {len(arg.shape)} dimensions, expected {len(self.dims)}"
        for axis, (given, wanted) in enumerate(zip(arg.shape, self.dims, strict=True)):
            if isinstance(given, int) and given != wanted:
                return f"has {given} at axis {axis}, expected {'a free dimension' if wanted is None else wanted}"
        return None


@dataclass(frozen=True, slots=True)
class Signature:
    """Every input and output of one graph, by name."""

    inputs: Mapping[str, TensorSpec]
    outputs: Mapping[str, TensorSpec]

    def check(self, graph: str, inputs: Iterable[NodeArg], outputs: Iterable[NodeArg]) -> None:
        """Raise BundleError with the first difference between this signature and a graph's own."""
        _check_side(f"{graph}: input", self.inputs, inputs)
        _check_side(f"{graph}: output", self.outputs, outputs)


def _check_side(where: str, specs: Mapping[str, TensorSpec], args: Iterable[NodeArg]) -> None:
    found = {arg.name: arg for arg in args}
    problems = [f"{where} {name!r} is missing" for name in specs if name not in found]
    problems += [f"{where} {name!r} is unknown" for name in found if name not in specs]
    for name, spec in specs.items():
        if name in found and (mismatch := spec.mismatch(found[name])):
            problems.append(f"{where} {name!r} {mismatch}")
    if problems:
        raise BundleError(f"{problems[0]}; the graph does not fit the manifest, export the bundle again")


def graph_signatures(manifest: BundleManifest) -> tuple[Signature, Signature]:
    """Signatures of the encoder and of the decoder step."""
    return _encoder_signature(manifest), _decoder_signature(manifest)


def _encoder_signature(manifest: BundleManifest) -> Signature:
    packed = TensorSpec(_INT64, (None,))
    sizes = manifest.sizes
    inputs = {
        "input_ids": packed,
        "positions": packed,
        "pack_index": packed,
        "unpack_index": TensorSpec(_INT64, (None, None)),
        "last_source_positions": TensorSpec(_INT32, (None,)),
        "source_capacity": TensorSpec(_INT32, (1,)),
    }
    width = 2 * sizes.decoder_layers * sizes.num_heads * sizes.head_size
    return Signature(inputs, {ENCODER_OUTPUT: TensorSpec(_cache_dtype(manifest), (None, width))})


def _decoder_signature(manifest: BundleManifest) -> Signature:
    width = manifest.sizes.num_heads * manifest.sizes.head_size
    per_row, capacity = TensorSpec(_INT32, (None,)), TensorSpec(_INT32, (1,))
    inputs = {
        "input_ids": TensorSpec(_INT64, (None, 1)),
        "positions": TensorSpec(_INT32, (None, 1)),
        "cached_lengths": per_row,
        "target_capacity": capacity,
        "last_source_positions": per_row,
        "source_capacity": capacity,
        "no_tokens": TensorSpec(_cache_dtype(manifest), (None, 0, width)),
    }
    caches = {name: _cache_spec(name, manifest) for name in manifest.cache_names()}
    outputs = {LOGITS_OUTPUT: TensorSpec(_FLOAT, (None, 1, manifest.sizes.vocab_size))}
    if manifest.is_choosing:
        choices = (TensorSpec(_INT64, (None, 1)), TensorSpec(_FLOAT, (None, 1)))
        outputs |= zip(CHOICE_OUTPUTS, choices, strict=True)
    outputs |= {cache_output_name(name): spec for name, spec in caches.items()}
    outputs |= dict.fromkeys(manifest.query_names(), TensorSpec(_FLOAT, (None, 1, width)))
    return Signature(inputs | caches, outputs)


def copy_signature() -> Signature:
    """Signature of the graph that copies caches, the same for every model."""
    words, starts = TensorSpec(_INT32, (None, None)), TensorSpec(_INT64, (None, 1, 1))
    offsets = TensorSpec(_INT64, (None, None))
    inputs = {"origin": words, "target": words, "origin_starts": starts, "target_starts": starts}
    inputs |= {"origin_offsets": offsets, "target_offsets": offsets, "length": TensorSpec(_INT64, (1,))}
    return Signature(inputs, {COPY_OUTPUT: words})


def _cache_spec(name: str, manifest: BundleManifest) -> TensorSpec:
    """[B, H, M, D] or [B, H, S, D]: B is free; a graph that fixes its capacity must fix the limit."""
    limits = manifest.limits
    capacity = limits.max_target_tokens if name.startswith("self_") else limits.max_source_tokens
    return TensorSpec(_cache_dtype(manifest), (None, manifest.sizes.num_heads, capacity, manifest.sizes.head_size))


def _cache_dtype(manifest: BundleManifest) -> str:
    return "tensor(float16)" if manifest.precision == "fp16" else _FLOAT
