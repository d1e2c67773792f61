"""The encoder run: source tokens in, their cross-attention keys and values for every decoder layer out."""

from torch import Tensor, nn

from export.layers import (
    FeedForwardBlock,
    Joins,
    TokenEmbedding,
    make_linear,
    members,
    stack_weights,
    with_scaled_queries,
)
from export.operators import attention
from export.quantize import Quantization
from models.config import ModelConfig
from models.transformer import DecoderLayer, EncoderLayer, Transformer


class EncoderBlock(nn.Module):
    """One encoder layer; its joins belong to the stack."""

    def __init__(self, layer: EncoderLayer, config: ModelConfig, quantization: Quantization | None) -> None:
        super().__init__()
        source = layer.attention
        self.num_heads, self.head_size = config.num_heads, config.head_size
        self.project = make_linear(source.project, quantization, with_scaled_queries(source.project, config))
        self.output = make_linear(source.output, quantization)
        self.feed_forward = FeedForwardBlock(layer.feed_forward, quantization)

    def attend(
        self, x: Tensor, pack_index: Tensor, unpack_index: Tensor, last_positions: Tensor, capacity: Tensor
    ) -> tuple[Tensor, Tensor | None]:
        """x [N, d] packed; attention alone works on the padded grid [B, S]. Returns ([N, d], bias still to add)."""
        rows, length = unpack_index.shape
        grid = nn.functional.embedding(unpack_index, self.project(x))
        attended, _, _ = attention(
            grid,
            None,
            None,
            last_positions,
            capacity,
            num_heads=self.num_heads,
            head_size=self.head_size,
            causal=False,
        )
        cells = attended.reshape(rows * length, self.num_heads * self.head_size)
        return self.output.unbiased(nn.functional.embedding(pack_index, cells))


class EncoderGraph(nn.Module):
    """The inputs and outputs are those of `encoder.onnx`. N is the number of tokens of all B sources together."""

    def __init__(self, model: Transformer, quantization: Quantization | None) -> None:
        super().__init__()
        config = model.config
        layers = members(model.encoder, EncoderLayer)
        self.embedding = TokenEmbedding(model, quantization)
        self.blocks = nn.ModuleList(EncoderBlock(layer, config, quantization) for layer in layers)
        residuals = [r for layer in layers for r in (layer.attention_residual, layer.feed_forward_residual)]
        self.joins = Joins(residuals, model.encoder_norm)
        # All decoder layers read the same encoder output: one product makes all their keys and values.
        projections = [layer.cross_attention.project for layer in members(model.decoder, DecoderLayer)]
        self.cross = make_linear(projections[0], quantization, stack_weights(projections))

    def forward(
        self,
        input_ids: Tensor,
        positions: Tensor,
        pack_index: Tensor,
        unpack_index: Tensor,
        last_source_positions: Tensor,
        source_capacity: Tensor,
    ) -> Tensor:
        """ids, positions, pack_index [N], unpack_index [B, S], last positions [B], S [1] -> [N, layers * 2 * H * D].

        Each token's keys and values for every decoder layer in turn, still packed: they are laid out by head where they
        are stored, once.
        """
        stream = self.embedding(input_ids, positions)
        x = self.joins.enter(stream)
        for index, block in enumerate(members(self.blocks, EncoderBlock)):
            result, bias = block.attend(x, pack_index, unpack_index, last_source_positions, source_capacity)
            x, stream = self.joins.join(2 * index, stream, result, bias)
            result, bias = block.feed_forward(x)
            x, stream = self.joins.join(2 * index + 1, stream, result, bias)
        keys_values: Tensor = self.cross(x)
        return keys_values
