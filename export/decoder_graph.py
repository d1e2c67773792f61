"""The decoder step: each row's last token in, the logits of its next token out, caches updated in place."""

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor, nn

from export.layers import FeedForwardBlock, Joins, TokenEmbedding, make_linear, members, with_scaled_queries
from export.operators import attention
from export.quantize import Quantization
from models.config import ModelConfig
from models.layers import Residual
from models.transformer import DecoderLayer, Transformer

_CACHES_PER_LAYER = 4


@dataclass(frozen=True, slots=True)
class SourceInputs:
    """What cross-attention needs in every layer: last positions [B], capacity S [1], no new tokens [B, 0, H*D]."""

    last_positions: Tensor
    capacity: Tensor
    no_tokens: Tensor


class DecoderBlock(nn.Module):
    """One decoder layer on one token per row; its joins belong to the stack."""

    def __init__(self, layer: DecoderLayer, config: ModelConfig, quantization: Quantization | None) -> None:
        super().__init__()
        own, cross = layer.attention, layer.cross_attention
        self.heads = {"num_heads": config.num_heads, "head_size": config.head_size}
        self.project = make_linear(own.project, quantization, with_scaled_queries(own.project, config))
        self.output = make_linear(own.output, quantization)
        self.cross_query = make_linear(cross.query, quantization, with_scaled_queries(cross.query, config))
        self.cross_output = make_linear(cross.output, quantization)
        self.feed_forward = FeedForwardBlock(layer.feed_forward, quantization)

    def attend_to_targets(
        self, x: Tensor, cached_lengths: Tensor, past: tuple[Tensor, Tensor], capacity: Tensor
    ) -> tuple[Tensor, Tensor | None, tuple[Tensor, Tensor]]:
        """x [B, 1, d], past [B, H, M, D] -> ([B, 1, d], bias still to add, caches with this token in its place)."""
        attended, key, value = attention(
            self.project(x), None, past, cached_lengths, capacity, causal=True, **self.heads
        )
        return *self.output.unbiased(attended), (key, value)

    def attend_to_source(
        self, query: Tensor, past: tuple[Tensor, Tensor], source: SourceInputs
    ) -> tuple[Tensor, Tensor | None, tuple[Tensor, Tensor]]:
        """query [B, 1, H*D], past [B, H, S, D] -> as `attend_to_targets`."""
        nothing = (source.no_tokens, source.no_tokens)
        attended, key, value = attention(
            query, nothing, past, source.last_positions, source.capacity, causal=False, **self.heads
        )
        return *self.cross_output.unbiased(attended), (key, value)


class DecoderGraph(nn.Module):
    """The inputs and outputs are those of `decoder.onnx`; `is_choosing` gives it those of greedy decoding, too."""

    def __init__(self, model: Transformer, quantization: Quantization | None, *, is_choosing: bool = False) -> None:
        super().__init__()
        config = model.config
        self.is_choosing = is_choosing
        layers = members(model.decoder, DecoderLayer)
        self.embedding = TokenEmbedding(model, quantization)
        self.blocks = nn.ModuleList(DecoderBlock(layer, config, quantization) for layer in layers)
        self.joins = Joins([residual for layer in layers for residual in _residuals(layer)], model.decoder_norm)

    def forward(
        self,
        input_ids: Tensor,
        positions: Tensor,
        cached_lengths: Tensor,
        target_capacity: Tensor,
        last_source_positions: Tensor,
        source_capacity: Tensor,
        no_tokens: Tensor,
        caches: Sequence[Tensor],
    ) -> tuple[Tensor, ...]:
        """One token per row.

        ids and positions [B, 1], cached_lengths (the positions again) and last_source_positions [B], capacities M and S
        [1], no_tokens [B, 0, H*D], caches per layer [B, H, M, D] twice and [B, H, S, D] twice -> logits [B, 1, V], if
        it is choosing the best token and its logit [B, 1] each, the caches, and each layer's cross-attention queries
        [B, 1, H*D]. What the host knows comes as an input: a node that would compute it costs as much as any other node
        of a small step.
        """
        source = SourceInputs(last_source_positions, source_capacity, no_tokens)
        stream = self.embedding(input_ids, positions)
        x = self.joins.enter(stream)
        kept: list[Tensor] = []
        queries: list[Tensor] = []
        for index, block in enumerate(members(self.blocks, DecoderBlock)):
            own_key, own_value, cross_key, cross_value = caches[_CACHES_PER_LAYER * index :][:_CACHES_PER_LAYER]
            result, bias, own = block.attend_to_targets(x, cached_lengths, (own_key, own_value), target_capacity)
            x, stream = self.joins.join(3 * index, stream, result, bias)
            query = block.cross_query(x)
            result, bias, cross = block.attend_to_source(query, (cross_key, cross_value), source)
            x, stream = self.joins.join(3 * index + 1, stream, result, bias)
            result, bias = block.feed_forward(x)
            x, stream = self.joins.join(3 * index + 2, stream, result, bias)
            kept.extend((*own, *cross))
            queries.append(query.float())
        logits = self.embedding.logits(x).float()
        choices = _choose(logits) if self.is_choosing else ()
        return logits, *choices, *kept, *queries


def _choose(logits: Tensor) -> tuple[Tensor, Tensor]:
    """logits [B, 1, V] -> each row's likeliest token and its logit, both [B, 1].

    Whether a maximum sees what is no number differs between devices; a sum does everywhere, and makes the logit none.
    """
    return logits.argmax(dim=-1), logits.amax(dim=-1) + 0.0 * logits.sum(dim=-1)


def _residuals(layer: DecoderLayer) -> tuple[Residual, ...]:
    return layer.attention_residual, layer.cross_attention_residual, layer.feed_forward_residual
