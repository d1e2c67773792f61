"""The tensors that both graphs of a bundle must take and give, derived from its manifest.

B rows, N packed tokens, S source capacity, M target capacity, H heads, D head size, V vocabulary.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from service.runtime.bundle import BundleError, BundleManifest, cache_output_name

_INT32_INPUTS = ("source_lengths", "cached_lengths")


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
    encoder_inputs, decoder_inputs = manifest.tensor_shapes()
    cross = [name for name in manifest.cache_names() if name.startswith("cross_")]
    caches = {cache_output_name(name): _cache_spec(name, manifest) for name in manifest.cache_names()}
    logits = TensorSpec("tensor(float)", (None, manifest.sizes.vocab_size))
    encoder = Signature(
        {name: _input_spec(name, rank, manifest) for name, rank in encoder_inputs.items()},
        {name: _cross_spec(manifest) for name in cross},
    )
    decoder = Signature(
        {name: _input_spec(name, rank, manifest) for name, rank in decoder_inputs.items()},
        {"logits": logits} | caches,
    )
    return encoder, decoder


def _input_spec(name: str, rank: int, manifest: BundleManifest) -> TensorSpec:
    if rank == 4:
        return _cache_spec(name, manifest)
    return TensorSpec("tensor(int32)" if name in _INT32_INPUTS else "tensor(int64)", (None,) * rank)


def _cache_spec(name: str, manifest: BundleManifest) -> TensorSpec:
    """[B, H, M, D] or [B, H, S, D]: B is free; a graph that fixes its capacity must fix the limit."""
    limits = manifest.limits
    capacity = limits.max_target_tokens if name.startswith("self_") else limits.max_source_tokens
    return TensorSpec(_cache_dtype(manifest), (None, manifest.sizes.num_heads, capacity, manifest.sizes.head_size))


def _cross_spec(manifest: BundleManifest) -> TensorSpec:
    """[B, H, S, D], S being the longest source of one encoder run."""
    return TensorSpec(_cache_dtype(manifest), (None, manifest.sizes.num_heads, None, manifest.sizes.head_size))


def _cache_dtype(manifest: BundleManifest) -> str:
    return "tensor(float16)" if manifest.precision == "fp16" else "tensor(float)"
