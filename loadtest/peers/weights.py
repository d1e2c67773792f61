"""The weights of a bundle as plain arrays, for whoever builds another system's model from them."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open

from models.config import ModelConfig

WEIGHTS_NAME: Final = "weights.safetensors"

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Weights:
    """Every parameter by its name in `models.transformer`, and the shape of the model."""

    config: ModelConfig
    tensors: Mapping[str, Array]

    def linear(self, name: str) -> tuple[Array, Array | None]:
        """weight [C, K] and bias [C] of a linear layer."""
        return self.tensors[f"{name}.weight"], self.tensors.get(f"{name}.bias")

    def parts(self, name: str, count: int) -> list[tuple[Array, Array | None]]:
        """One linear layer [count * C, K] that was made of several: each part's weight [C, K] and bias [C]."""
        weight, bias = self.linear(name)
        weights = np.split(weight, count)
        biases = [None] * count if bias is None else np.split(bias, count)
        return list(zip(weights, biases, strict=True))


def read_config(bundle: Path) -> ModelConfig:
    """The shape of a bundle's model, and its special tokens."""
    with safe_open(bundle / WEIGHTS_NAME, "numpy") as file:
        return ModelConfig(**json.loads(file.metadata()["config"]))


def read_weights(bundle: Path) -> Weights:
    """The weights beside a bundle's graphs; float16 on disk, float32 here."""
    with safe_open(bundle / WEIGHTS_NAME, "numpy") as file:
        names = list(file.keys())
        tensors = {name: file.get_tensor(name).astype(np.float32) for name in names}
    return Weights(read_config(bundle), tensors)


def sinusoidal_positions(length: int, width: int) -> Array:
    """[length, width], sine and cosine in turn, as in `models.transformer`."""
    frequency = np.exp(np.arange(0, width, 2) * (-math.log(10_000.0) / width))
    angle = np.arange(length)[:, None] * frequency
    return np.stack((np.sin(angle), np.cos(angle)), axis=-1).reshape(length, width).astype(np.float32)
