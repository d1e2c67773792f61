"""The encoder run: source tokens in, every decoder layer's cross-attention keys and values out."""

from torch import Tensor, nn

from export.layers import FeedForwardBlock, Joins, TokenEmbedding, make_linear, members, stack_weights
from export.operators import attention
from models.config import ModelConfig
from models.transformer import DecoderLayer, EncoderLayer, Transformer


class EncoderBlock(nn.Module):
    """One encoder layer; its joins belong to the stack."""

    def __init__(self, layer: EncoderLayer, config: ModelConfig, *, int8: bool) -> None:
        super().__init__()
        source = layer.attention
        self.num_heads, self.head_size = config.num_heads, config.head_size
        self.project = make_linear(source.project.weight, source.project.bias, int8=int8)
        self.output = make_linear(source.output.weight, source.output.bias, int8=int8)
        self.feed_forward = FeedForwardBlock(layer.feed_forward, int8=int8)

    def attend(
        self, x: Tensor, pack_index: Tensor, unpack_index: Tensor, last_positions: Tensor
    ) -> tuple[Tensor, Tensor | None]:
        """x [N, d] packed; attention alone works on the padded grid [B, S]. Returns ([N, d], bias still to add)."""
        rows, length = unpack_index.shape
        grid = nn.functional.embedding(unpack_index, self.project(x))
        attended, _, _ = attention(
            grid,
            None,
            None,
            last_positions,
            length,
            num_heads=self.num_heads,
            head_size=self.head_size,
            causal=False,
        )
        cells = attended.reshape(rows * length, self.num_heads * self.head_size)
        return self.output.product(nn.functional.embedding(pack_index, cells)), self.output.bias


class EncoderGraph(nn.Module):
    """The inputs and outputs are those of `encoder.onnx`. N is the number of tokens of all B sources together."""

    def __init__(self, model: Transformer, *, int8: bool) -> None:
        super().__init__()
        config = model.config
        self.config = config
        layers = members(model.encoder, EncoderLayer)
        self.embedding = TokenEmbedding(model, int8=int8)
        self.blocks = nn.ModuleList(EncoderBlock(layer, config, int8=int8) for layer in layers)
        residuals = [r for layer in layers for r in (layer.attention_residual, layer.feed_forward_residual)]
        self.joins = Joins(residuals, model.encoder_norm)
        # All decoder layers read the same encoder output: one product makes all their keys and values.
        weight, bias = stack_weights([layer.cross_attention.project for layer in members(model.decoder, DecoderLayer)])
        self.cross = make_linear(weight, bias, int8=int8)

    def forward(
        self, input_ids: Tensor, positions: Tensor, pack_index: Tensor, unpack_index: Tensor, source_lengths: Tensor
    ) -> tuple[Tensor, ...]:
        """ids, positions, pack_index [N], unpack_index [B, S], source_lengths [B] -> 2 * layers of [B, H, S, D]."""
        last_positions = source_lengths - 1
        stream = self.embedding(input_ids, positions)
        x = self.joins.enter(stream)
        for index, block in enumerate(members(self.blocks, EncoderBlock)):
            result, bias = block.attend(x, pack_index, unpack_index, last_positions)
            x, stream = self.joins.join(2 * index, stream, result, bias)
            result, bias = block.feed_forward(x)
            x, stream = self.joins.join(2 * index + 1, stream, result, bias)
        return self._keys_and_values(x, unpack_index)

    def _keys_and_values(self, memory: Tensor, unpack_index: Tensor) -> tuple[Tensor, ...]:
        """memory [N, d] -> key and value [B, H, S, D] of each decoder layer in turn."""
        rows, length = unpack_index.shape
        config = self.config
        grid = nn.functional.embedding(unpack_index, self.cross(memory))
        parts = grid.view(rows, length, 2 * config.decoder_layers, config.num_heads, config.head_size)
        return parts.permute(2, 0, 3, 1, 4).unbind(0)
