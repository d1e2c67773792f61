"""The shape of a model: one frozen ModelConfig chooses everything that `Transformer` can be."""

from dataclasses import dataclass, replace
from typing import Literal

Activation = Literal["relu", "gelu", "swish"]
NormPosition = Literal["pre", "post"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """Sizes and variants of an encoder-decoder Transformer (Vaswani et al. 2017, "Attention Is All You Need").

    Raises ValueError when the sizes contradict each other.
    """

    vocab_size: int
    # Sizes. A head is `head_size` wide; all heads together need not equal d_model.
    d_model: int = 512
    num_heads: int = 8
    head_size: int = 64
    ffn_size: int = 2048
    encoder_layers: int = 6
    decoder_layers: int = 6
    # Variants. Post-norm is the paper's; pre-norm adds one final norm to each stack.
    activation: Activation = "relu"
    norm_position: NormPosition = "post"
    attention_bias: bool = True
    scale_embedding: bool = True
    max_positions: int = 512
    dropout: float = 0.1
    # Token ids with a meaning of their own.
    pad_id: int = 0
    bos_id: int = 1
    eos_id: int = 2

    def __post_init__(self) -> None:
        widths = ("vocab_size", "d_model", "num_heads", "head_size", "ffn_size")
        for name in (*widths, "encoder_layers", "decoder_layers", "max_positions"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if self.d_model % 2:
            raise ValueError(f"d_model must be even for sinusoidal positions, got {self.d_model}")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must be in [0, 1), got {self.dropout}")
        ids = (self.pad_id, self.bos_id, self.eos_id)
        if len(set(ids)) != 3 or not all(0 <= i < self.vocab_size for i in ids):
            raise ValueError(f"pad, bos and eos {ids} must be three different ids below vocab_size {self.vocab_size}")

    @property
    def attention_size(self) -> int:
        """Width of all heads side by side."""
        return self.num_heads * self.head_size


# The paper's table 3; its vocabulary is about 37,000 byte-pair tokens shared by both languages.
BASE = ModelConfig(vocab_size=37_000, dropout=0.1)
BIG = ModelConfig(vocab_size=37_000, d_model=1024, num_heads=16, ffn_size=4096, dropout=0.3)
# What the recipes here train. A deep encoder with a shallow decoder (Kasai et al. 2021) costs the same to train and
# decodes faster. In int8, small is a bundle of 13 MB and medium one of 22 MB.
SMALL = ModelConfig(
    vocab_size=8_000, d_model=256, num_heads=4, ffn_size=1024, encoder_layers=6, decoder_layers=2, norm_position="pre"
)
MEDIUM = replace(SMALL, d_model=384, num_heads=6, ffn_size=1536, decoder_layers=3)
# For data as small as image captions: narrow, and dropout to match.
TINY = replace(
    SMALL,
    vocab_size=6_000,
    d_model=160,
    head_size=40,
    ffn_size=320,
    encoder_layers=4,
    decoder_layers=4,
    max_positions=256,
    dropout=0.3,
)

Preset = Literal["base", "big", "small", "medium", "tiny"]
PRESETS: dict[Preset, ModelConfig] = {"base": BASE, "big": BIG, "small": SMALL, "medium": MEDIUM, "tiny": TINY}
