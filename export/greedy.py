"""Greedy decoding with the exported graphs, the exact counterpart of `models.search.greedy`."""

from collections.abc import Sequence

import numpy as np
from tokenizers import Tokenizer

from export.session import GraphPair, Ids
from models.config import ModelConfig
from models.search import max_target_length
from models.transformer import Transformer

BATCH_SENTENCES = 64


def greedy(graphs: GraphPair, model: Transformer, sources: Sequence[Ids]) -> list[list[int]]:
    """The most likely next token, until eos: one id list per source, without bos and eos. Sources end in eos.

    `model` tells special ids and limits; its weights are not used.
    """
    capacity = max_target_length(model, max(len(source) for source in sources))
    decoding = graphs.start(sources, capacity)
    tokens = np.full(len(sources), model.config.bos_id, np.int64)
    results: list[list[int]] = [[] for _ in sources]
    running = np.ones(len(sources), bool)
    for _ in range(capacity):
        tokens = decoding.step(tokens).argmax(axis=1)
        running &= tokens != model.config.eos_id
        if not running.any():
            break
        for row in np.flatnonzero(running):
            results[row].append(int(tokens[row]))
    return results


def translate(graphs: GraphPair, model: Transformer, tokenizer: Tokenizer, lines: Sequence[str]) -> list[str]:
    """One translation per line, in order; batches of similar length."""
    sources = encode_lines(tokenizer, model.config, lines)
    order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
    results: dict[int, list[int]] = {}
    for start in range(0, len(order), BATCH_SENTENCES):
        chosen = order[start : start + BATCH_SENTENCES]
        results.update(zip(chosen, greedy(graphs, model, [sources[index] for index in chosen]), strict=True))
    return tokenizer.decode_batch([results[index] for index in range(len(lines))])


def encode_lines(tokenizer: Tokenizer, config: ModelConfig, lines: Sequence[str]) -> list[list[int]]:
    """Token ids of source lines, end token last. Raises ValueError for a line with more tokens than positions."""
    encoded = tokenizer.encode_batch(list(lines), add_special_tokens=False)
    sources = [[*encoding.ids, config.eos_id] for encoding in encoded]
    for number, source in enumerate(sources, start=1):
        if len(source) > config.max_positions:
            raise ValueError(f"line {number} has {len(source)} tokens; the model has {config.max_positions} positions")
    return sources
