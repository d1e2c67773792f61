"""The exported graphs run by ONNX Runtime on a static batch: what verification and measuring need, no more."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime

from export.graphs import cache_names, cross_names
from service.runtime.bundle import DECODER_NAME, ENCODER_NAME, cache_output_name

Ids = Sequence[int]
Floats = npt.NDArray[np.floating]
Integers = npt.NDArray[np.int64]


def open_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """A CPU session. The bundle's own provider does not matter here: arithmetic is what is checked."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def pack_sources(sources: Sequence[Ids]) -> dict[str, npt.NDArray[np.int32] | Integers]:
    """The encoder's inputs for B sources: tokens packed one after another, and both ways between them and the grid."""
    lengths = np.array([len(source) for source in sources], np.int32)
    longest = int(lengths.max())
    is_token = np.arange(longest) < lengths[:, None]
    unpack = np.zeros(is_token.shape, np.int64)
    unpack[is_token] = np.arange(lengths.sum())
    return {
        "input_ids": np.concatenate([np.asarray(source, np.int64) for source in sources]),
        "positions": np.nonzero(is_token)[1].astype(np.int64),
        "pack_index": np.flatnonzero(is_token).astype(np.int64),
        "unpack_index": unpack,
        "source_lengths": lengths,
    }


class GraphPair:
    """Encoder and decoder sessions of one folder."""

    def __init__(self, folder: Path, num_layers: int, threads: int = 1) -> None:
        self.encoder = open_session(folder / ENCODER_NAME, threads)
        self.decoder = open_session(folder / DECODER_NAME, threads)
        self.num_layers = num_layers

    def encode(self, sources: Sequence[Ids]) -> dict[str, Floats]:
        """Every decoder layer's cross-attention keys and values [B, H, S, D] by name."""
        names = cross_names(self.num_layers)
        return dict(zip(names, self.encoder.run(names, pack_sources(sources)), strict=True))

    def start(self, sources: Sequence[Ids], capacity: int) -> "Decoding":
        """Encode the sources and make room for `capacity` target tokens each."""
        return Decoding(self, sources, capacity)


class Decoding:
    """A static batch in progress; its caches are bound to the decoder as input and output at once, as in serving."""

    def __init__(self, graphs: GraphPair, sources: Sequence[Ids], capacity: int) -> None:
        self._decoder = graphs.decoder
        self._lengths = np.array([len(source) for source in sources], np.int32)
        cross = graphs.encode(sources)
        own_names = [name for name in cache_names(graphs.num_layers) if name not in cross]
        rows, heads, _, size = cross["cross_key_0"].shape
        own = np.zeros((len(own_names), rows, heads, capacity, size), cross["cross_key_0"].dtype)
        # An OrtValue borrows the array's memory: both are kept for as long as steps are taken.
        self._arrays = cross | dict(zip(own_names, own, strict=True))
        self._caches = {name: onnxruntime.OrtValue.ortvalue_from_numpy(array) for name, array in self._arrays.items()}
        self._num_cached = 0

    def step(self, tokens: Integers) -> Floats:
        """One token per row [B] -> logits of the next [B, V]."""
        cached_lengths = np.full(len(tokens), self._num_cached, np.int32)
        binding = self._decoder.io_binding()
        binding.bind_cpu_input("input_ids", tokens)
        binding.bind_cpu_input("cached_lengths", cached_lengths)
        binding.bind_cpu_input("source_lengths", self._lengths)
        binding.bind_output("logits")
        for name, value in self._caches.items():
            binding.bind_ortvalue_input(name, value)
            binding.bind_ortvalue_output(cache_output_name(name), value)
        self._decoder.run_with_iobinding(binding)
        self._num_cached += 1
        logits: Floats = binding.copy_outputs_to_cpu()[0]
        return logits
