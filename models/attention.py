"""Multi-head attention (Vaswani et al. 2017, section 3.2). Shape letters as in `models/transformer.py`."""

import torch
from torch import Tensor, nn

from models.config import ModelConfig


def attention(query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
    """softmax(Q K^T / sqrt(D)) V where mask is True (section 3.2.1).

    query [..., T, D], key and value [..., S, D], mask broadcastable to [..., T, S] -> [..., T, D]. Written out, not
    `scaled_dot_product_attention`: on CPU its backward pass takes ten times as long for sentences of this length.
    """
    scores = query @ key.transpose(-2, -1)
    weights = softmax(scores.float() * query.shape[-1] ** -0.5 + where_allowed(mask))
    return weights.to(value.dtype) @ value


def where_allowed(mask: Tensor) -> Tensor:
    """Boolean mask of any shape -> 0 where True, -inf where False."""
    return torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    """[..., S] -> [..., S], each row summing to 1.

    Written out, because PyTorch's CPU kernel takes eight times as long for rows as short as a sentence.
    """
    exponentials = (scores - scores.detach().amax(dim=-1, keepdim=True)).exp()
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


class MultiHeadAttention(nn.Module):
    """softmax(Q K^T / sqrt(D)) V per head, heads concatenated, then W_O (section 3.2).

    One product makes everything that has the same input: `project` gives `num_parts` of queries, keys and values.
    """

    def __init__(self, config: ModelConfig, num_parts: int) -> None:
        super().__init__()
        inner, bias = config.attention_size, config.attention_bias
        self.num_heads, self.head_size = config.num_heads, config.head_size
        self.project = nn.Linear(config.d_model, num_parts * inner, bias=bias)
        self.output = nn.Linear(inner, config.d_model, bias=bias)

    def split_heads(self, x: Tensor) -> Tensor:
        """[B, T, H*D] -> [B, H, T, D]."""
        return x.view(*x.shape[:-1], self.num_heads, self.head_size).transpose(1, 2)

    def attend(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
        """query [B, H, T, D], key and value [B, H, S, D], mask broadcastable to [B, H, T, S] -> [B, T, d]."""
        heads = attention(query, key, value, mask)
        return self.output(heads.transpose(1, 2).flatten(2))


class SelfAttention(MultiHeadAttention):
    """Queries, keys and values from one sequence."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config, num_parts=3)

    def queries_keys_values(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """x [B, T, d] -> three of [B, H, T, D]."""
        query, key, value = (self.split_heads(part) for part in self.project(x).chunk(3, dim=-1))
        return query, key, value


class CrossAttention(MultiHeadAttention):
    """Queries from the target, keys and values from the encoder's output."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config, num_parts=2)
        self.query = nn.Linear(config.d_model, config.attention_size, bias=config.attention_bias)

    def queries(self, x: Tensor) -> Tensor:
        """x [B, T, d] -> [B, H, T, D]."""
        return self.split_heads(self.query(x))

    def keys_values(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """memory [B, S, d] -> two of [B, H, S, D]; they depend on the source only."""
        key, value = (self.split_heads(part) for part in self.project(memory).chunk(2, dim=-1))
        return key, value
