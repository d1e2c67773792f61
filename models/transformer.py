"""The encoder-decoder Transformer (Vaswani et al. 2017) in PyTorch.

Shape letters, used in every docstring of the project:
B rows (sequences), S source length, T target length, H heads, D head size, d model width, V vocabulary.

A mask is boolean, True where attention may look. The cache of `decode` is an argument and a result, never hidden.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.attention import CrossAttention, SelfAttention
from models.config import ModelConfig
from models.layers import Dropout, FeedForward, Residual


@dataclass(frozen=True, slots=True)
class LayerCache:
    """What one decoder layer keeps. self_*: [B, H, T, D], grows; cross_*: [B, H, S, D], computed once."""

    self_key: Tensor
    self_value: Tensor
    cross_key: Tensor
    cross_value: Tensor


Cache = tuple[LayerCache, ...]


def sinusoidal_positions(length: int, width: int) -> Tensor:
    """[length, width]: PE(pos, 2i) = sin(pos / 10000^(2i/width)), PE(pos, 2i+1) = cos(same) (section 3.5)."""
    position = torch.arange(length, dtype=torch.float64)[:, None]
    frequency = torch.exp(torch.arange(0, width, 2, dtype=torch.float64) * (-math.log(10_000.0) / width))
    angle = position * frequency
    return torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1).float()


def causal_mask(length: int, device: torch.device | None = None) -> Tensor:
    """[length, length]: position i may look at positions 0..i."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def padding_mask(ids: Tensor, pad_id: int) -> Tensor:
    """ids [B, S] -> [B, S], True on real tokens."""
    return ids != pad_id


class EncoderLayer(nn.Module):
    """Self-attention over the source, then the feed-forward network."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(config)
        self.feed_forward = FeedForward(config)
        self.attention_residual = Residual(config)
        self.feed_forward_residual = Residual(config)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """x [B, S, d], mask [B, 1, 1, S] -> [B, S, d]."""
        query, key, value = self.attention.queries_keys_values(self.attention_residual.before(x))
        x = self.attention_residual.after(x, self.attention.attend(query, key, value, mask))
        return self.feed_forward_residual.after(x, self.feed_forward(self.feed_forward_residual.before(x)))


class DecoderLayer(nn.Module):
    """Causal self-attention, cross-attention over the encoder's output, then the feed-forward network."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(config)
        self.cross_attention = CrossAttention(config)
        self.feed_forward = FeedForward(config)
        self.attention_residual = Residual(config)
        self.cross_attention_residual = Residual(config)
        self.feed_forward_residual = Residual(config)

    def forward(
        self, x: Tensor, memory: Tensor, memory_mask: Tensor, cache: LayerCache | None
    ) -> tuple[Tensor, LayerCache]:
        """x [B, T, d], memory [B, S, d], memory_mask [B, 1, 1, S] -> ([B, T, d], cache longer by T)."""
        query, key, value = self.attention.queries_keys_values(self.attention_residual.before(x))
        if cache is None:
            cross_key, cross_value = self.cross_attention.keys_values(memory)
        else:
            key = torch.cat((cache.self_key, key), dim=2)
            value = torch.cat((cache.self_value, value), dim=2)
            cross_key, cross_value = cache.cross_key, cache.cross_value
        mask = causal_mask(key.shape[2], x.device)[-x.shape[1] :]
        x = self.attention_residual.after(x, self.attention.attend(query, key, value, mask))
        query = self.cross_attention.queries(self.cross_attention_residual.before(x))
        attended = self.cross_attention.attend(query, cross_key, cross_value, memory_mask)
        x = self.cross_attention_residual.after(x, attended)
        x = self.feed_forward_residual.after(x, self.feed_forward(self.feed_forward_residual.before(x)))
        return x, LayerCache(key, value, cross_key, cross_value)


class Transformer(nn.Module):
    """Encoder and decoder over one shared vocabulary; the embedding matrix is also the output projection."""

    positions: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model, padding_idx=config.pad_id)
        self.register_buffer("positions", sinusoidal_positions(config.max_positions, config.d_model), persistent=False)
        self.encoder = nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder_layers))
        self.decoder = nn.ModuleList(DecoderLayer(config) for _ in range(config.decoder_layers))
        is_pre = config.norm_position == "pre"
        self.encoder_norm = nn.LayerNorm(config.d_model) if is_pre else nn.Identity()
        self.decoder_norm = nn.LayerNorm(config.d_model) if is_pre else nn.Identity()
        self.dropout = Dropout(config.dropout)
        self.embedding_scale = math.sqrt(config.d_model) if config.scale_embedding else 1.0
        self._initialise()

    def _initialise(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        nn.init.normal_(self.embedding.weight, std=self.config.d_model**-0.5)
        with torch.no_grad():
            self.embedding.weight[self.config.pad_id].zero_()

    def choose_dropout(self, step: int) -> None:
        """Choose the dropout masks of training step `step`."""
        drops = [module for module in self.modules() if isinstance(module, Dropout)]
        for index, module in enumerate(drops):
            module.choose_window(step * len(drops) + index + 1)

    def embed(self, ids: Tensor, start: int = 0) -> Tensor:
        """ids [B, T] at positions start, start+1, ... -> [B, T, d]. Raises ValueError beyond max_positions."""
        end = start + ids.shape[1]
        if end > self.config.max_positions:
            raise ValueError(f"{end} tokens do not fit into {self.config.max_positions} positions")
        x = self.embedding(ids) * self.embedding_scale + self.positions[start:end]
        return self.dropout(
            x.to(torch.get_autocast_dtype(x.device.type)) if torch.is_autocast_enabled(x.device.type) else x
        )

    def encode(self, ids: Tensor, mask: Tensor) -> Tensor:
        """ids [B, S], mask [B, S] -> memory [B, S, d]."""
        x = self.embed(ids)
        for layer in self.encoder:
            x = layer(x, mask[:, None, None, :])
        return self.encoder_norm(x)

    def decoder_states(
        self, ids: Tensor, memory: Tensor, mask: Tensor, cache: Cache | None = None
    ) -> tuple[Tensor, Cache]:
        """As `decode`, but the last hidden states [B, T, d] instead of logits."""
        x = self.embed(ids, start=cache[0].self_key.shape[2] if cache else 0)
        layers: list[LayerCache] = []
        for index, layer in enumerate(self.decoder):
            x, kept = layer(x, memory, mask[:, None, None, :], cache[index] if cache else None)
            layers.append(kept)
        return self.decoder_norm(x), tuple(layers)

    def decode(self, ids: Tensor, memory: Tensor, mask: Tensor, cache: Cache | None = None) -> tuple[Tensor, Cache]:
        """ids [B, T] following those in the cache, memory [B, S, d], mask [B, S] -> (logits [B, T, V], cache)."""
        states, cache = self.decoder_states(ids, memory, mask, cache)
        return self.logits(states), cache

    def logits(self, states: Tensor) -> Tensor:
        """[..., d] -> [..., V]."""
        return F.linear(states, self.embedding.weight)
