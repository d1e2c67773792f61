"""The slow oracle: the Transformer computed a second time, from the paper's formulas, one source at a time.

It shares nothing with `models.transformer` but the weights. There is no cache (every token recomputes the whole
prefix), no padding and no mask (a position is only shown what it may look at), one loop over heads and one over
positions, all in float64. Tests hold the fast model to it.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from models.transformer import Transformer

LAYER_NORM_EPSILON = 1e-5


def softmax(x: Tensor) -> Tensor:
    """[S] -> [S]: exp(x_i) / sum of exp(x_j); the largest is taken off first, which changes nothing but the range."""
    exponentials = torch.exp(x - x.max())
    return exponentials / exponentials.sum()


def position(index: int, width: int) -> Tensor:
    """[width]: the encoding of one position, number by number (section 3.5)."""
    values = []
    for i in range(width // 2):
        angle = index / 10_000 ** (2 * i / width)
        values += [math.sin(angle), math.cos(angle)]
    return torch.tensor(values, dtype=torch.float64)


def _relu(x: Tensor) -> Tensor:
    return x * (x > 0)


def _gelu(x: Tensor) -> Tensor:
    return x * (1 + torch.erf(x / math.sqrt(2))) / 2


def _swish(x: Tensor) -> Tensor:
    return x / (1 + torch.exp(-x))


_ACTIVATIONS = {"relu": _relu, "gelu": _gelu, "swish": _swish}


class Reference:
    """The weights of a model and the formulas."""

    def __init__(self, model: Transformer) -> None:
        self.config = model.config
        self.weights = {name: tensor.detach().double() for name, tensor in model.state_dict().items()}

    def encode(self, source: Sequence[int]) -> Tensor:
        """S ids -> memory [S, d]."""
        x = self._embed(source)
        for layer in range(self.config.encoder_layers):
            x = self._self_attention(x, f"encoder.{layer}", causal=False)
            x = self._feed_forward(x, f"encoder.{layer}")
        return self._final_norm(x, "encoder_norm")

    def logits(self, source: Sequence[int], target: Sequence[int]) -> Tensor:
        """S source ids, T target ids (bos first) -> what follows each target id, [T, V]."""
        memory, x = self.encode(source), self._embed(target)
        for layer in range(self.config.decoder_layers):
            x = self._self_attention(x, f"decoder.{layer}", causal=True)
            x = self._cross_attention(x, memory, f"decoder.{layer}")
            x = self._feed_forward(x, f"decoder.{layer}")
        return self._final_norm(x, "decoder_norm") @ self.weights["embedding.weight"].T

    def greedy(self, source: Sequence[int], max_tokens: int) -> list[int]:
        """The most likely next token, until eos or max_tokens; without bos and eos."""
        target = [self.config.bos_id]
        while len(target) <= max_tokens:
            token = int(self.logits(source, target)[-1].argmax())
            if token == self.config.eos_id:
                break
            target.append(token)
        return target[1:]

    def _embed(self, ids: Sequence[int]) -> Tensor:
        scale = math.sqrt(self.config.d_model) if self.config.scale_embedding else 1.0
        table = self.weights["embedding.weight"]
        return torch.stack([table[i] * scale + position(n, self.config.d_model) for n, i in enumerate(ids)])

    def _self_attention(self, x: Tensor, layer: str, *, causal: bool) -> Tensor:
        read = self._before(x, f"{layer}.attention_residual")
        query, key, value = self._linear(read, f"{layer}.attention.project").chunk(3, dim=1)
        result = self._heads(query, key, value, f"{layer}.attention.output", causal=causal)
        return self._after(x, result, f"{layer}.attention_residual")

    def _cross_attention(self, x: Tensor, memory: Tensor, layer: str) -> Tensor:
        read = self._before(x, f"{layer}.cross_attention_residual")
        query = self._linear(read, f"{layer}.cross_attention.query")
        key, value = self._linear(memory, f"{layer}.cross_attention.project").chunk(2, dim=1)
        result = self._heads(query, key, value, f"{layer}.cross_attention.output", causal=False)
        return self._after(x, result, f"{layer}.cross_attention_residual")

    def _heads(self, query: Tensor, key: Tensor, value: Tensor, output: str, *, causal: bool) -> Tensor:
        """query [T, H*D], key and value [S, H*D] -> Concat(head_1 ... head_H) W_O, [T, d]."""
        size, heads = self.config.head_size, []
        for head in range(self.config.num_heads):
            own = slice(head * size, (head + 1) * size)
            heads.append(_attend(query[:, own], key[:, own], value[:, own], causal=causal))
        return self._linear(torch.cat(heads, dim=1), output)

    def _feed_forward(self, x: Tensor, layer: str) -> Tensor:
        inner = self._linear(self._before(x, f"{layer}.feed_forward_residual"), f"{layer}.feed_forward.inner")
        result = self._linear(_ACTIVATIONS[self.config.activation](inner), f"{layer}.feed_forward.outer")
        return self._after(x, result, f"{layer}.feed_forward_residual")

    def _before(self, x: Tensor, residual: str) -> Tensor:
        return self._layer_norm(x, f"{residual}.norm") if self.config.norm_position == "pre" else x

    def _after(self, x: Tensor, result: Tensor, residual: str) -> Tensor:
        return x + result if self.config.norm_position == "pre" else self._layer_norm(x + result, f"{residual}.norm")

    def _final_norm(self, x: Tensor, name: str) -> Tensor:
        return self._layer_norm(x, name) if self.config.norm_position == "pre" else x

    def _layer_norm(self, x: Tensor, name: str) -> Tensor:
        centred = x - x.mean(dim=1, keepdim=True)
        deviation = torch.sqrt((centred**2).mean(dim=1, keepdim=True) + LAYER_NORM_EPSILON)
        return centred / deviation * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def _linear(self, x: Tensor, name: str) -> Tensor:
        result = x @ self.weights[f"{name}.weight"].T
        bias = self.weights.get(f"{name}.bias")
        return result if bias is None else result + bias


def _attend(query: Tensor, key: Tensor, value: Tensor, *, causal: bool) -> Tensor:
    """One head: query [T, D], key and value [S, D] -> [T, D]; position i of a causal one sees keys 0 to i only."""
    rows = []
    for index, vector in enumerate(query):
        end = index + 1 if causal else len(key)
        weights = softmax(key[:end] @ vector / math.sqrt(len(vector)))
        rows.append(weights @ value[:end])
    return torch.stack(rows)
