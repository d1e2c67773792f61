"""How large activations get: measured on real text once, so that int8 needs no look at them while serving."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from export.metadata import ParallelText
from export.quantize import Ranges
from models.decoding import Ids
from models.transformer import Transformer

CALIBRATION_SENTENCES = 500


def calibrate(model: Transformer, tokenizer: Tokenizer, text: ParallelText) -> Ranges:
    """The ranges that `model` shows on the first sentence pairs of `text` that fit into its positions."""
    part, config = text.first(CALIBRATION_SENTENCES), model.config
    sides = (tokenizer.encode_batch(list(lines), add_special_tokens=False) for lines in (part.sources, part.targets))
    pairs = [(source.ids, target.ids) for source, target in zip(*sides, strict=True)]
    fitting = [pair for pair in pairs if max(map(len, pair)) < config.max_positions]
    if not fitting:
        raise ValueError(f"no validation pair fits into {config.max_positions} positions; use --activation-scales row")
    sources, targets = ([[*pair[side], config.eos_id] for pair in fitting] for side in (0, 1))
    return measure_ranges(model, sources, targets)


@torch.inference_mode()
def measure_ranges(model: Transformer, sources: Sequence[Ids], targets: Sequence[Ids]) -> Ranges:
    """Largest magnitude that enters each linear layer, teacher forced on these pairs; both sides end in eos.

    The embedding's entry is that of what the output projection reads.
    """
    largest: dict[nn.Module, float] = defaultdict(float)
    with _watching(model, largest):
        for source, target in zip(sources, targets, strict=True):
            # One pair at a time: what a model does on padding is no measure of anything.
            ids, prefix = torch.tensor([source]), torch.tensor([[model.config.bos_id, *target[:-1]]])
            mask = torch.ones_like(ids, dtype=torch.bool)
            model.decoder_states(prefix, model.encode(ids, mask), mask)
    return dict(largest)


@contextmanager
def _watching(model: Transformer, largest: dict[nn.Module, float]) -> Iterator[None]:
    """Keep `largest` up to date while the model runs."""
    linears = [module for module in model.modules() if isinstance(module, nn.Linear)]
    handles = [linear.register_forward_pre_hook(_input_hook(linear, largest)) for linear in linears]
    handles.append(model.decoder_norm.register_forward_hook(_output_hook(model.embedding, largest)))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def _input_hook(key: nn.Module, largest: dict[nn.Module, float]) -> Callable[[nn.Module, Any], None]:
    def note(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        largest[key] = max(largest[key], float(inputs[0].abs().max()))

    return note


def _output_hook(key: nn.Module, largest: dict[nn.Module, float]) -> Callable[[nn.Module, Any, Any], None]:
    def note(_: nn.Module, __: tuple[Tensor, ...], output: Tensor) -> None:
        largest[key] = max(largest[key], float(output.abs().max()))

    return note
