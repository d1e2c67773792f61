"""The graphs against the PyTorch model: signature, encoder outputs and decoder steps on a ragged batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray

from export.layers import members
from models.corpus import pad_rows
from models.decoding import Ids, Integers
from models.onnx_search import OnnxDecoding, OnnxModel
from models.transformer import DecoderLayer, Transformer, padding_mask
from service.runtime.bundle import (
    CHOICE_OUTPUTS,
    COPY_INPUTS,
    COPY_NAME,
    COPY_OUTPUT,
    DECODER_INPUTS,
    DECODER_NAME,
    ENCODER_INPUTS,
    ENCODER_NAME,
    ENCODER_OUTPUT,
    LOGITS_OUTPUT,
    BundleManifest,
    Limits,
    Precision,
    cache_output_name,
)

DECODER_STEPS = 30
# fp32 is held to the largest error of any number. The others round on purpose: they are held to the root mean square
# of the error over that of the logits, which shows a wrong wire and lets rounding pass.
MAX_ABSOLUTE_ERROR = 1e-4
MAX_RELATIVE_ERROR: dict[Precision, float] = {"int8": 0.15, "fp16": 0.01}


class VerificationError(Exception):
    """The exported graphs do not do what the model does; the bundle was not written."""


@dataclass(frozen=True, slots=True)
class Parity:
    """Differences between the graphs and PyTorch."""

    encoder_error: float
    decoder_error: float
    relative_error: float


def check_signatures(folder: Path, manifest: BundleManifest) -> None:
    """The graphs are valid ONNX and have exactly the manifest's inputs and outputs. Raises VerificationError."""
    caches = manifest.cache_names()
    choices = CHOICE_OUTPUTS if manifest.is_choosing else ()
    outputs = [LOGITS_OUTPUT, *choices, *map(cache_output_name, caches), *manifest.query_names()]
    expected = {
        ENCODER_NAME: ([*ENCODER_INPUTS], [ENCODER_OUTPUT]),
        DECODER_NAME: ([*DECODER_INPUTS, *caches], outputs),
    }
    if COPY_NAME in manifest.files:
        expected[COPY_NAME] = ([*COPY_INPUTS], [COPY_OUTPUT])
    for name, (inputs, results) in expected.items():
        onnx.checker.check_model(folder / name)
        graph = onnx.load(folder / name).graph
        found = [value.name for value in graph.input], [value.name for value in graph.output]
        if found != (inputs, results):
            raise VerificationError(f"{name} has inputs and outputs {found}, expected {(inputs, results)}")


def ragged_batch(model: Transformer, limits: Limits) -> tuple[list[list[int]], Integers]:
    """Random sources of very different lengths (the shortest only an end token) and random targets [B, steps]."""
    config = model.config
    random = np.random.default_rng(0)
    longest = limits.max_source_tokens
    steps = min(DECODER_STEPS, limits.max_target_tokens)
    lengths = random.permutation(sorted({0, 1, 2, longest // 8, longest // 3, longest - 1}))
    sources = [[*random.integers(config.eos_id + 1, config.vocab_size, n).tolist(), config.eos_id] for n in lengths]
    targets = random.integers(config.eos_id + 1, config.vocab_size, (len(sources), steps))
    targets[:, 0] = config.bos_id
    return sources, targets


def measure_parity(graphs: OnnxModel, model: Transformer, sources: Sequence[Ids], targets: Integers) -> Parity:
    """Run both on the same batch, the decoder teacher forced."""
    ids = pad_rows(sources, model.config.pad_id)
    mask = padding_mask(ids, model.config.pad_id)
    with torch.inference_mode():
        memory = model.encode(ids, mask)
        expected = model.decode(torch.from_numpy(targets), memory, mask)[0].numpy()
        layers = members(model.decoder, DecoderLayer)
        cross = [part for layer in layers for part in layer.cross_attention.keys_values(memory)]
    found = graphs.encode(sources)
    pairs = zip(found.values(), cross, strict=True)
    encoder_error = max(_largest_error(cells, part.numpy(), sources) for cells, part in pairs)
    decoding = OnnxDecoding(graphs, sources, targets.shape[1])
    steps = [decoding.step(np.ascontiguousarray(tokens)) for tokens in targets.T]
    difference = np.stack(steps, axis=1) - expected
    relative = float(np.sqrt(np.mean(difference**2) / np.mean(expected**2)))
    return Parity(encoder_error, float(np.abs(difference).max()), relative)


def _largest_error(found: NDArray[Any], expected: NDArray[Any], sources: Sequence[Ids]) -> float:
    """Largest difference between two [B, H, S, D], padding left out. NaN counts as infinite."""
    lengths = [len(source) for source in sources]
    errors = [np.abs(a[:, :n] - b[:, :n]).max() for a, b, n in zip(found, expected, lengths, strict=True)]
    return float(np.nan_to_num(max(errors), nan=np.inf))


def check_parity(graphs: OnnxModel, model: Transformer, limits: Limits, precision: Precision) -> Parity:
    """Raises VerificationError when graphs and `model` differ by more than rounding."""
    parity = measure_parity(graphs, model, *ragged_batch(model, limits))
    if precision == "fp32":
        found, allowed = max(parity.encoder_error, parity.decoder_error), MAX_ABSOLUTE_ERROR
    else:
        found, allowed = parity.relative_error, MAX_RELATIVE_ERROR[precision]
    if not found <= allowed:
        raise VerificationError(
            f"the {precision} graphs differ from PyTorch by {found:.2g} on a ragged batch; at most {allowed:g} "
            f"is rounding (onnxruntime {onnxruntime.__version__}, torch {torch.__version__})"
        )
    return parity
