"""The matrix products of one training step: their shapes and the floating-point operations they take."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.config import ModelConfig
from models.loss import CHUNK_ROWS


@dataclass(frozen=True, slots=True)
class BatchShape:
    """B rows of S source and T target tokens, padding included: it is multiplied, too."""

    rows: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Product:
    """`count` times a stack of `batch` products [rows, inner] x [inner, columns].

    Its backward pass is two more of the same size: the gradients of either factor.
    """

    rows: int
    inner: int
    columns: int
    batch: int = 1
    count: int = 1

    @property
    def training_flops(self) -> int:
        """Multiplications and additions of the forward and the backward pass, all `count` of them."""
        return 3 * 2 * self.rows * self.inner * self.columns * self.batch * self.count


def training_products(config: ModelConfig, shape: BatchShape) -> list[Product]:
    """Every product of the forward pass over a batch of this shape."""
    sources, targets = shape.rows * shape.source, shape.rows * shape.target
    encoder, decoder = config.encoder_layers, config.decoder_layers
    return [
        *_projections(config, sources, encoder),
        *_attention(config, shape.rows, shape.source, shape.source, encoder),
        *_feed_forward(config, sources, encoder),
        *_projections(config, targets, decoder),
        *_attention(config, shape.rows, shape.target, shape.target, decoder),
        Product(targets, config.d_model, config.attention_size, count=decoder),
        Product(sources, config.d_model, 2 * config.attention_size, count=decoder),
        *_attention(config, shape.rows, shape.target, shape.source, decoder),
        Product(targets, config.attention_size, config.d_model, count=decoder),
        *_feed_forward(config, targets, decoder),
        *_output(config, targets),
    ]


def _projections(config: ModelConfig, tokens: int, layers: int) -> Iterator[Product]:
    """Queries, keys and values in one, and W_O."""
    yield Product(tokens, config.d_model, 3 * config.attention_size, count=layers)
    yield Product(tokens, config.attention_size, config.d_model, count=layers)


def _attention(config: ModelConfig, rows: int, queries: int, keys: int, layers: int) -> Iterator[Product]:
    """Q K^T, and the weights times V, in every head."""
    heads = rows * config.num_heads
    yield Product(queries, config.head_size, keys, batch=heads, count=layers)
    yield Product(queries, keys, config.head_size, batch=heads, count=layers)


def _feed_forward(config: ModelConfig, tokens: int, layers: int) -> Iterator[Product]:
    yield Product(tokens, config.d_model, config.ffn_size, count=layers)
    yield Product(tokens, config.ffn_size, config.d_model, count=layers)


def _output(config: ModelConfig, tokens: int) -> Iterator[Product]:
    """The logits, in chunks as `models.loss` computes them."""
    whole, rest = divmod(tokens, CHUNK_ROWS)
    if whole:
        yield Product(CHUNK_ROWS, config.d_model, config.vocab_size, count=whole)
    if rest:
        yield Product(rest, config.d_model, config.vocab_size)
