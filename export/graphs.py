"""The two graphs of a model: names and dynamic axes, writing and opening."""

from pathlib import Path

import torch
from torch.export import Dim

from export.decoder_graph import DecoderGraph
from export.encoder_graph import EncoderGraph
from export.onnx_file import Interface, write_onnx
from models.config import ModelConfig
from models.decoding import TargetMarks
from models.onnx_search import OnnxModel
from models.transformer import Transformer
from service.runtime.bundle import DECODER_NAME, ENCODER_NAME, Precision, cache_output_name

# Example sizes: all different and none is 1, so that the exporter neither mistakes one axis for another nor fixes it.
_ROWS, _SOURCE, _TOKENS, _CAPACITY = 3, 5, 11, 7


def write_graphs(model: Transformer, folder: Path, precision: Precision) -> None:
    """Write `encoder.onnx` and `decoder.onnx` of `model` into `folder`."""
    is_int8 = precision == "int8"
    dtype = torch.float16 if precision == "fp16" else torch.float32
    write_onnx(EncoderGraph(model, int8=is_int8).to(dtype), _encoder_interface(model.config), folder / ENCODER_NAME)
    write_onnx(
        DecoderGraph(model, int8=is_int8).to(dtype), _decoder_interface(model.config, dtype), folder / DECODER_NAME
    )


def open_graphs(folder: Path, config: ModelConfig, threads: int = 1) -> OnnxModel:
    """The graphs in `folder` on ONNX Runtime, whether or not a manifest lies beside them."""
    return OnnxModel(folder, TargetMarks(start=config.bos_id, end=config.eos_id), config.max_positions, threads)


def cache_names(num_layers: int) -> list[str]:
    """The decoder's cache inputs in graph order."""
    parts = ("self_key", "self_value", "cross_key", "cross_value")
    return [f"{part}_{layer}" for layer in range(num_layers) for part in parts]


def cross_names(num_layers: int) -> list[str]:
    """The encoder's outputs in graph order."""
    return [f"{part}_{layer}" for layer in range(num_layers) for part in ("cross_key", "cross_value")]


def _encoder_interface(config: ModelConfig) -> Interface:
    tokens, rows, source = Dim("N"), Dim("B"), Dim("S")
    # The exporter takes one tensor given twice for one input: every example is an object of its own.
    arguments = {
        "input_ids": torch.zeros(_TOKENS, dtype=torch.int64),
        "positions": torch.zeros(_TOKENS, dtype=torch.int64),
        "pack_index": torch.zeros(_TOKENS, dtype=torch.int64),
        "unpack_index": torch.zeros(_ROWS, _SOURCE, dtype=torch.int64),
        "source_lengths": torch.ones(_ROWS, dtype=torch.int32),
    }
    axes = {
        "input_ids": {0: tokens},
        "positions": {0: tokens},
        "pack_index": {0: tokens},
        "unpack_index": {0: rows, 1: source},
        "source_lengths": {0: rows},
    }
    return Interface(arguments, axes, list(arguments), cross_names(config.decoder_layers))


def _decoder_interface(config: ModelConfig, dtype: torch.dtype) -> Interface:
    rows, source, capacity = Dim("B"), Dim("S"), Dim("M")
    names = cache_names(config.decoder_layers)
    sizes = [_CAPACITY if name.startswith("self") else _SOURCE for name in names]
    arguments = {
        "input_ids": torch.zeros(_ROWS, dtype=torch.int64),
        "cached_lengths": torch.ones(_ROWS, dtype=torch.int32),
        "source_lengths": torch.ones(_ROWS, dtype=torch.int32),
        "caches": [torch.zeros(_ROWS, config.num_heads, size, config.head_size, dtype=dtype) for size in sizes],
    }
    axes = {
        "input_ids": {0: rows},
        "cached_lengths": {0: rows},
        "source_lengths": {0: rows},
        "caches": [{0: rows, 2: capacity if size == _CAPACITY else source} for size in sizes],
    }
    inputs = ["input_ids", "cached_lengths", "source_lengths", *names]
    return Interface(arguments, axes, inputs, ["logits", *map(cache_output_name, names)])
