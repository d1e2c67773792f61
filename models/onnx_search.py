"""Greedy and beam search over an exported bundle's two graphs on ONNX Runtime: for measuring, not for serving.

No PyTorch here. The names and shapes of inputs and outputs are those of docs/architecture.md.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models.decoding import Floats, Ids, Integers, TargetMarks, beam_search, greedy_search, max_target_tokens

ENCODER_NAME = "encoder.onnx"
DECODER_NAME = "decoder.onnx"

AnyArray = NDArray[np.generic]


class OnnxModel:
    """The encoder and the decoder session of one bundle, and what a search must know of the model."""

    def __init__(self, folder: Path, marks: TargetMarks, max_positions: int, threads: int = 0) -> None:
        self.encoder = open_session(folder / ENCODER_NAME, threads)
        self.decoder = open_session(folder / DECODER_NAME, threads)
        self.marks = marks
        self.max_positions = max_positions

    @property
    def cache_names(self) -> list[str]:
        """The decoder's cache inputs: keys and values of each layer, over the target, then over the source."""
        return [value.name for value in self.decoder.get_inputs() if value.name.startswith(("self_", "cross_"))]

    def encode(self, sources: Sequence[Ids]) -> dict[str, Floats]:
        """Every decoder layer's cross-attention keys and values [B, H, S, D] by name; beyond a source's end, zeros."""
        inputs = pack_sources(sources)
        names = [name for name in self.cache_names if name.startswith("cross_")]
        heads, size = _heads(self.decoder)
        packed = self.encoder.run(["cross"], inputs)[0].reshape(-1, len(names), heads, size)
        rows, length = inputs["unpack_index"].shape
        grid = np.zeros((rows * length, *packed.shape[1:]), packed.dtype)
        grid[inputs["pack_index"]] = packed
        parts = grid.reshape(rows, length, len(names), heads, size).transpose(2, 0, 3, 1, 4)
        return {name: np.ascontiguousarray(part) for name, part in zip(names, parts, strict=True)}

    def limits(self, sources: Sequence[Ids]) -> list[int]:
        """Tokens that each translation may have."""
        return [max_target_tokens(len(source), self.max_positions) for source in sources]


def open_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """A CPU session with so many threads (0: one per core)."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def pack_sources(sources: Sequence[Ids]) -> dict[str, AnyArray]:
    """The encoder's inputs for B sources: tokens packed one after another, and both ways between them and [B, S]."""
    lengths = np.array([len(source) for source in sources], np.int32)
    is_token = np.arange(lengths.max()) < lengths[:, None]
    unpack = np.zeros(is_token.shape, np.int64)
    unpack[is_token] = np.arange(lengths.sum())
    return {
        "input_ids": np.concatenate([np.asarray(source, np.int64) for source in sources]),
        "positions": np.nonzero(is_token)[1].astype(np.int64),
        "pack_index": np.flatnonzero(is_token).astype(np.int64),
        "unpack_index": unpack,
        "last_source_positions": lengths - 1,
        "source_capacity": lengths.max(keepdims=True),
    }


def cache_output_name(name: str) -> str:
    """`self_key_0` -> `self_key_out_0`."""
    part, layer = name.rsplit("_", 1)
    return f"{part}_out_{layer}"


class OnnxDecoding:
    """A `Decoding` of sources, each in `rows_per_source` neighbouring rows, with room for `capacity` target tokens."""

    def __init__(self, model: OnnxModel, sources: Sequence[Ids], capacity: int, rows_per_source: int = 1) -> None:
        self.decoder = model.decoder
        cross = {name: np.repeat(part, rows_per_source, axis=0) for name, part in model.encode(sources).items()}
        empty = _empty_cache(cross["cross_key_0"], capacity)
        self.own = {name: empty.copy() for name in model.cache_names if name.startswith("self_")}
        rows, heads, length, size = cross["cross_key_0"].shape
        lengths = np.array([len(source) for source in sources], np.int32)
        self.inputs: dict[str, AnyArray] = {
            "target_capacity": np.array([capacity], np.int32),
            "last_source_positions": np.repeat(lengths - 1, rows_per_source),
            "source_capacity": np.array([length], np.int32),
            "no_tokens": np.zeros((rows, 0, heads * size), empty.dtype),
        }
        # The decoder writes into these arrays where they lie, and an OrtValue only borrows an array's memory.
        self.arrays = cross | self.own
        self.caches = {name: onnxruntime.OrtValue.ortvalue_from_numpy(part) for name, part in self.arrays.items()}
        self.num_cached = 0

    def step(self, tokens: Integers) -> Floats:
        """The newest token of each row [B] -> logits of the next [B, V]."""
        lengths = np.full(len(tokens), self.num_cached, np.int32)
        binding = self.decoder.io_binding()
        newest = {"input_ids": tokens[:, None], "positions": lengths[:, None], "cached_lengths": lengths}
        for name, array in (self.inputs | newest).items():
            binding.bind_cpu_input(name, array)
        binding.bind_output("logits")
        for name, value in self.caches.items():
            binding.bind_ortvalue_input(name, value)
            binding.bind_ortvalue_output(cache_output_name(name), value)
        self.decoder.run_with_iobinding(binding)
        self.num_cached += 1
        logits: Floats = binding.get_outputs()[0].numpy()
        return logits[:, 0]

    def reorder(self, rows: Integers) -> None:
        """Row i goes on with the target of row rows[i] [B], which must have the same source."""
        for part in self.own.values():
            part[:, :, : self.num_cached] = part[rows, :, : self.num_cached]


def _heads(decoder: onnxruntime.InferenceSession) -> tuple[int, int]:
    """H and D of the caches."""
    shape = next(value.shape for value in decoder.get_inputs() if value.name == "cross_key_0")
    return shape[1], shape[3]


def _empty_cache(cross: AnyArray, capacity: int) -> AnyArray:
    """cross [B, H, S, D] -> zeros [B, H, capacity, D] of its type."""
    rows, heads, _, size = cross.shape
    return np.zeros((rows, heads, capacity, size), cross.dtype)


def greedy(model: OnnxModel, sources: Sequence[Ids]) -> list[list[int]]:
    """The most likely next token, until eos: one id list per source, without marks. Sources end in eos."""
    limits = model.limits(sources)
    return greedy_search(OnnxDecoding(model, sources, max(limits)), limits, model.marks)


def beam(model: OnnxModel, sources: Sequence[Ids], *, num_beams: int, length_penalty: float = 1.0) -> list[list[int]]:
    """The best of `num_beams` hypotheses, see `Beams`: one id list per source, without marks."""
    limits = model.limits(sources)
    decoding = OnnxDecoding(model, sources, max(limits), num_beams)
    return beam_search(decoding, limits, model.marks, num_beams=num_beams, length_penalty=length_penalty)
