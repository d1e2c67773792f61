"""The decoder step as the server uses it: rows at different positions in one large cache, updated in place."""

from typing import Any

import numpy as np
import torch

from export.graphs import cache_names
from export.layers import members
from models.onnx_search import OnnxDecoding, OnnxModel
from models.transformer import DecoderLayer, Transformer, padding_mask
from service.runtime.bundle import cache_output_name

SOURCES = [[7, 9, 11, 2], [2], [*range(20, 50), 2]]
TARGETS = [[1, 40, 41, 42, 43], [1], [1, 50, 51]]
CAPACITY, SOURCE_CAPACITY, SLOTS = 16, 40, 5


def make_caches(graphs: OnnxModel, num_layers: int = 1) -> dict[str, Any]:
    """Caches of SLOTS rows filled with a number that no result may contain; the first rows hold the sources."""
    cross = graphs.encode(SOURCES)
    rows, heads, longest, size = cross["cross_key_0"].shape
    caches: dict[str, Any] = {}
    for name in cache_names(num_layers):
        capacity = CAPACITY if name.startswith("self") else SOURCE_CAPACITY
        caches[name] = np.full((SLOTS, heads, capacity, size), 1e6, np.float32)
        if name in cross:
            caches[name][:rows, :, :longest] = cross[name]
    return caches


def step(graphs: OnnxModel, caches: dict[str, Any], tokens: list[int], cached: list[int]) -> Any:
    """One run on the first rows, inputs and outputs bound to the same memory by pointer."""
    rows = len(tokens)
    _, heads, _, size = caches["self_key_0"].shape
    inputs: dict[str, Any] = {
        "input_ids": np.array(tokens, np.int64)[:, None],
        "positions": np.array(cached, np.int32)[:, None],
        "cached_lengths": np.array(cached, np.int32),
        "target_capacity": np.array([CAPACITY], np.int32),
        "last_source_positions": np.array([len(source) - 1 for source in SOURCES[:rows]], np.int32),
        "source_capacity": np.array([SOURCE_CAPACITY], np.int32),
        "no_tokens": np.zeros((rows, 0, heads * size), np.float32),
    }
    binding = graphs.decoder.io_binding()
    binding.bind_output("logits")
    for name, array in inputs.items():
        binding.bind_input(name, "cpu", 0, array.dtype.type, array.shape, array.ctypes.data)
    for name, cache in caches.items():
        shape = (rows, *cache.shape[1:])
        binding.bind_input(name, "cpu", 0, np.float32, shape, cache.ctypes.data)
        binding.bind_output(cache_output_name(name), "cpu", 0, np.float32, shape, cache.ctypes.data)
    graphs.decoder.run_with_iobinding(binding)
    return binding.copy_outputs_to_cpu()[0][:, 0]


def expected_logits(model: Transformer, row: int, length: int) -> Any:
    """PyTorch's logits after the first `length` target tokens of a row, alone."""
    ids = torch.tensor([SOURCES[row]])
    mask = padding_mask(ids, model.config.pad_id)
    with torch.inference_mode():
        memory = model.encode(ids, mask)
        return model.decode(torch.tensor([TARGETS[row][:length]]), memory, mask)[0][0, -1].numpy()


def test_rows_at_different_positions_share_a_step(model: Transformer, fp32: OnnxModel) -> None:
    caches = make_caches(fp32)
    for place in range(max(map(len, TARGETS))):
        at = [min(place, len(target) - 1) for target in TARGETS]
        logits = step(fp32, caches, [target[i] for target, i in zip(TARGETS, at, strict=True)], at)
        for row, last in enumerate(at):
            np.testing.assert_allclose(logits[row], expected_logits(model, row, last + 1), atol=1e-5)


def test_a_step_writes_one_position_of_each_active_row_and_nothing_else(fp32: OnnxModel) -> None:
    caches = make_caches(fp32)
    step(fp32, caches, [1, 1], [0, 0])
    before = {name: cache.copy() for name, cache in caches.items()}
    step(fp32, caches, [40, 41], [1, 1])
    for name, cache in caches.items():
        changed = np.argwhere((cache != before[name]).any(axis=(1, 3)))
        assert changed.tolist() == ([[0, 1], [1, 1]] if name.startswith("self") else [])


def test_a_wrong_length_would_show(model: Transformer, fp32: OnnxModel) -> None:
    """The filling is far from any real key, so a row that looked beyond its length could not pass the tests above."""
    caches = make_caches(fp32)
    logits = step(fp32, caches, [1, 1, 1], [3, 0, 0])
    assert np.abs(logits[0] - expected_logits(model, 0, 1)).max() > 0.1


def test_queries_are_those_that_attend_to_the_source(model: Transformer, fp32: OnnxModel) -> None:
    """Against PyTorch's cross-attention, in which the scale stands in the product and not in the query."""
    layer = members(model.decoder, DecoderLayer)[0]
    seen: list[Any] = []
    handle = layer.cross_attention.query.register_forward_hook(lambda module, inputs, output: seen.append(output))
    expected_logits(model, 0, 1)
    handle.remove()
    decoding = OnnxDecoding(fp32, SOURCES[:1], CAPACITY)
    feeds = {name: decoding.inputs.get(name, decoding.arrays.get(name)) for name in inputs_of(fp32)}
    zero = np.zeros(1, np.int32)
    feeds |= {"input_ids": np.array([[1]]), "positions": zero[:, None], "cached_lengths": zero}
    (query,) = fp32.decoder.run(["cross_query_0"], feeds)
    np.testing.assert_allclose(query[0, 0], seen[0][0, 0].numpy() * model.config.head_size**-0.5, atol=1e-5)


def inputs_of(graphs: OnnxModel) -> list[str]:
    return [value.name for value in graphs.decoder.get_inputs()]
