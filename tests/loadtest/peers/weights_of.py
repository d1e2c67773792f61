"""The weights of a model without a file between."""

import numpy as np

from loadtest.peers.weights import Weights
from models.transformer import Transformer


def weights_of(model: Transformer) -> Weights:
    """As they are read from a bundle."""
    tensors = {name: tensor.numpy().astype(np.float32) for name, tensor in model.state_dict().items()}
    return Weights(model.config, tensors)
