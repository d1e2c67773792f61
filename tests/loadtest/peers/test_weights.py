"""Weights are read as the model has them."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
from safetensors.torch import save_file

from loadtest.peers.weights import WEIGHTS_NAME, read_config, read_weights, sinusoidal_positions
from models.transformer import sinusoidal_positions as torch_positions
from tests.models.toys import TOY, toy_model


def test_positions_are_the_models() -> None:
    np.testing.assert_allclose(sinusoidal_positions(40, 24), torch_positions(40, 24).numpy(), atol=1e-6)


def test_float16_on_disk_is_float32_here(tmp_path: Path) -> None:
    halves = {name: tensor.half() for name, tensor in toy_model().state_dict().items()}
    save_file(halves, tmp_path / WEIGHTS_NAME, metadata={"config": json.dumps(asdict(TOY))})
    weights = read_weights(tmp_path)
    assert weights.config == read_config(tmp_path) == TOY
    assert weights.tensors.keys() == halves.keys()
    for name, array in weights.tensors.items():
        assert array.dtype == np.float32
        np.testing.assert_array_equal(array, halves[name].float().numpy())
