"""The two graphs of a model: names and dynamic axes, writing and opening."""

from pathlib import Path

import torch
from torch.export import Dim

from export.copy_graph import write_copy_graph
from export.decoder_graph import DecoderGraph
from export.encoder_graph import EncoderGraph
from export.onnx_file import Interface, write_onnx
from export.quantize import Quantization, Ranges
from models.config import ModelConfig
from models.decoding import TargetMarks
from models.onnx_search import OnnxModel
from models.transformer import Transformer
from service.runtime.bundle import (
    CHOICE_OUTPUTS,
    COPY_NAME,
    DECODER_NAME,
    ENCODER_NAME,
    LOGITS_OUTPUT,
    Precision,
    cache_output_name,
)

# Example sizes: all different and none is 1, so that the exporter neither mistakes one axis for another nor fixes it.
_ROWS, _SOURCE, _TOKENS, _CAPACITY = 3, 5, 11, 7


def write_graphs(model: Transformer, folder: Path, precision: Precision, ranges: Ranges | None = None) -> None:
    """Write `encoder.onnx` and `decoder.onnx` of `model` into `folder`; `ranges` calibrate those in int8.

    In float16, which is for devices: with the outputs for greedy decoding, and `copy.onnx` beside them.
    """
    quantization = Quantization(ranges) if precision == "int8" else None
    is_for_device = precision == "fp16"
    dtype = torch.float16 if is_for_device else torch.float32
    encoder = EncoderGraph(model, quantization)
    decoder = DecoderGraph(model, quantization, is_choosing=is_for_device)
    write_onnx(encoder.to(dtype), _encoder_interface(model.config), folder / ENCODER_NAME)
    write_onnx(decoder.to(dtype), _decoder_interface(model.config, dtype), folder / DECODER_NAME)
    if is_for_device:
        write_copy_graph(folder / COPY_NAME)


def open_graphs(folder: Path, config: ModelConfig, threads: int = 1) -> OnnxModel:
    """The graphs in `folder` on ONNX Runtime, whether or not a manifest lies beside them."""
    return OnnxModel(folder, TargetMarks(start=config.bos_id, end=config.eos_id), config.max_positions, threads)


def cache_names(num_layers: int) -> list[str]:
    """The decoder's cache inputs in graph order."""
    parts = ("self_key", "self_value", "cross_key", "cross_value")
    return [f"{part}_{layer}" for layer in range(num_layers) for part in parts]


def query_names(num_layers: int) -> list[str]:
    """The decoder's outputs for alignment in graph order."""
    return [f"cross_query_{layer}" for layer in range(num_layers)]


def _encoder_interface(config: ModelConfig) -> Interface:
    tokens, rows, source = Dim("N"), Dim("B"), Dim("S")
    # The exporter takes one tensor given twice for one input: every example is an object of its own.
    arguments = {
        "input_ids": torch.zeros(_TOKENS, dtype=torch.int64),
        "positions": torch.zeros(_TOKENS, dtype=torch.int64),
        "pack_index": torch.zeros(_TOKENS, dtype=torch.int64),
        "unpack_index": torch.zeros(_ROWS, _SOURCE, dtype=torch.int64),
        "last_source_positions": torch.ones(_ROWS, dtype=torch.int32),
        "source_capacity": torch.tensor([_SOURCE], dtype=torch.int32),
    }
    axes = {
        "input_ids": {0: tokens},
        "positions": {0: tokens},
        "pack_index": {0: tokens},
        "unpack_index": {0: rows, 1: source},
        "last_source_positions": {0: rows},
        "source_capacity": {},
    }
    return Interface(arguments, axes, list(arguments), ["cross"])


def _decoder_interface(config: ModelConfig, dtype: torch.dtype) -> Interface:
    rows, source, capacity = Dim("B"), Dim("S"), Dim("M")
    names = cache_names(config.decoder_layers)
    sizes = [_CAPACITY if name.startswith("self") else _SOURCE for name in names]
    arguments = {
        "input_ids": torch.zeros(_ROWS, 1, dtype=torch.int64),
        "positions": torch.ones(_ROWS, 1, dtype=torch.int32),
        "cached_lengths": torch.ones(_ROWS, dtype=torch.int32),
        "target_capacity": torch.tensor([_CAPACITY], dtype=torch.int32),
        "last_source_positions": torch.ones(_ROWS, dtype=torch.int32),
        "source_capacity": torch.tensor([_SOURCE], dtype=torch.int32),
        "no_tokens": torch.zeros(_ROWS, 0, config.attention_size, dtype=dtype),
        "caches": [torch.zeros(_ROWS, config.num_heads, size, config.head_size, dtype=dtype) for size in sizes],
    }
    axes = {
        "input_ids": {0: rows},
        "positions": {0: rows},
        "cached_lengths": {0: rows},
        "target_capacity": {},
        "last_source_positions": {0: rows},
        "source_capacity": {},
        "no_tokens": {0: rows},
        "caches": [{0: rows, 2: capacity if size == _CAPACITY else source} for size in sizes],
    }
    inputs = [*list(arguments)[:-1], *names]
    choices = CHOICE_OUTPUTS if dtype == torch.float16 else ()
    outputs = [LOGITS_OUTPUT, *choices, *map(cache_output_name, names), *query_names(config.decoder_layers)]
    return Interface(arguments, axes, inputs, outputs)
