"""The encoder run: a source's keys and values do not depend on the sources beside it."""

from typing import Any

import numpy as np
import torch

from export.layers import members
from models.onnx_search import OnnxModel
from models.transformer import DecoderLayer, Transformer, padding_mask

SOURCES = [[5, 6, 7, 2], [2], [*range(10, 50), 2]]


def test_keys_and_values_of_each_layer_equal_pytorch(model: Transformer, fp32: OnnxModel) -> None:
    found: dict[str, Any] = fp32.encode(SOURCES)
    for row, source in enumerate(SOURCES):
        ids = torch.tensor([source])
        with torch.inference_mode():
            memory = model.encode(ids, padding_mask(ids, model.config.pad_id))
            pairs = [layer.cross_attention.keys_values(memory) for layer in members(model.decoder, DecoderLayer)]
        for index, (key, value) in enumerate(pairs):
            for name, expected in (("key", key), ("value", value)):
                cells = found[f"cross_{name}_{index}"][row, :, : len(source)]
                np.testing.assert_allclose(cells, expected[0].numpy(), atol=1e-5)


def test_padding_cells_are_finite(fp32: OnnxModel) -> None:
    """They are never read, but a NaN there would survive a multiplication by zero."""
    assert all(np.isfinite(cells).all() for cells in fp32.encode(SOURCES).values())
