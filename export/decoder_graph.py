"""The decoder step: each row's last token in, the logits of its next token out, caches updated in place."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from export.layers import FeedForwardBlock, Joins, TokenEmbedding, make_linear, members
from export.operators import attention
from models.config import ModelConfig
from models.layers import Residual
from models.transformer import DecoderLayer, Transformer

_CACHES_PER_LAYER = 4


class DecoderBlock(nn.Module):
    """One decoder layer on one token per row; its joins belong to the stack."""

    def __init__(self, layer: DecoderLayer, config: ModelConfig, *, int8: bool) -> None:
        super().__init__()
        own, cross = layer.attention, layer.cross_attention
        self.heads = {"num_heads": config.num_heads, "head_size": config.head_size}
        self.project = make_linear(own.project.weight, own.project.bias, int8=int8)
        self.output = make_linear(own.output.weight, own.output.bias, int8=int8)
        self.cross_query = make_linear(cross.query.weight, cross.query.bias, int8=int8)
        self.cross_output = make_linear(cross.output.weight, cross.output.bias, int8=int8)
        self.feed_forward = FeedForwardBlock(layer.feed_forward, int8=int8)

    def attend_to_targets(
        self, x: Tensor, cached_lengths: Tensor, past: tuple[Tensor, Tensor]
    ) -> tuple[Tensor, Tensor | None, tuple[Tensor, Tensor]]:
        """x [B, 1, d], past [B, H, M, D] -> ([B, 1, d], bias still to add, caches with this token in its place)."""
        attended, key, value = attention(
            self.project(x), None, past, cached_lengths, past[0].shape[2], causal=True, **self.heads
        )
        return self.output.product(attended), self.output.bias, (key, value)

    def attend_to_source(
        self, x: Tensor, last_positions: Tensor, past: tuple[Tensor, Tensor], nothing: Tensor
    ) -> tuple[Tensor, Tensor | None, tuple[Tensor, Tensor]]:
        """x [B, 1, d], past [B, H, S, D] and no new keys or values, [B, 0, H*D] -> as `attend_to_targets`."""
        attended, key, value = attention(
            self.cross_query(x), (nothing, nothing), past, last_positions, past[0].shape[2], causal=False, **self.heads
        )
        return self.cross_output.product(attended), self.cross_output.bias, (key, value)


class DecoderGraph(nn.Module):
    """The inputs and outputs are those of `decoder.onnx`."""

    def __init__(self, model: Transformer, *, int8: bool) -> None:
        super().__init__()
        config = model.config
        self.attention_size = config.attention_size
        layers = members(model.decoder, DecoderLayer)
        self.embedding = TokenEmbedding(model, int8=int8)
        self.blocks = nn.ModuleList(DecoderBlock(layer, config, int8=int8) for layer in layers)
        self.joins = Joins([residual for layer in layers for residual in _residuals(layer)], model.decoder_norm)

    def forward(
        self, input_ids: Tensor, cached_lengths: Tensor, source_lengths: Tensor, caches: Sequence[Tensor]
    ) -> tuple[Tensor, ...]:
        """ids and lengths [B], caches per layer [B, H, M, D] twice and [B, H, S, D] twice -> logits [B, V], caches."""
        last_positions = source_lengths - 1
        # One token per row from here on, [B, 1, d]: the shape that attention wants, so nothing is reshaped on the way.
        stream = self.embedding(input_ids.unsqueeze(1), cached_lengths.unsqueeze(1))
        nothing = torch.zeros((input_ids.shape[0], 0, self.attention_size), dtype=stream.dtype)
        x = self.joins.enter(stream)
        kept: list[Tensor] = []
        for index, block in enumerate(members(self.blocks, DecoderBlock)):
            own_key, own_value, cross_key, cross_value = caches[_CACHES_PER_LAYER * index :][:_CACHES_PER_LAYER]
            result, bias, own = block.attend_to_targets(x, cached_lengths, (own_key, own_value))
            x, stream = self.joins.join(3 * index, stream, result, bias)
            result, bias, cross = block.attend_to_source(x, last_positions, (cross_key, cross_value), nothing)
            x, stream = self.joins.join(3 * index + 1, stream, result, bias)
            result, bias = block.feed_forward(x)
            x, stream = self.joins.join(3 * index + 2, stream, result, bias)
            kept.extend((*own, *cross))
        return self.embedding.logits(x.squeeze(1)).float(), *kept


def _residuals(layer: DecoderLayer) -> tuple[Residual, ...]:
    return layer.attention_residual, layer.cross_attention_residual, layer.feed_forward_residual
