"""A training recipe: everything `python -m models.train` reads from a TOML file.

Corpus paths are relative to the data folder given on the command line, so a recipe holds no path of a machine.
"""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    ValidationError,
    model_validator,
)

from models.config import PRESETS, SMALL, Activation, ModelConfig, NormPosition, Preset

Share = Annotated[float, Field(ge=0.0, lt=1.0)]
_SIZES = ("d_model", "num_heads", "ffn_size", "encoder_layers", "decoder_layers")
PositiveShare = Annotated[float, Field(gt=0.0, lt=1.0)]


class RecipeError(Exception):
    """A recipe that cannot be used; the message names the file, the field and what is wrong."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelTable(_Table):
    """[model]: a ready configuration by name, sizes and variants, or both: see ModelConfig."""

    preset: Preset | None = None
    d_model: PositiveInt | None = None
    num_heads: PositiveInt | None = None
    head_size: PositiveInt | None = None
    ffn_size: PositiveInt | None = None
    encoder_layers: PositiveInt | None = None
    decoder_layers: PositiveInt | None = None
    activation: Activation | None = None
    norm_position: NormPosition | None = None
    max_positions: PositiveInt | None = None
    dropout: Share | None = None

    @model_validator(mode="after")
    def _sizes_are_given(self) -> "ModelTable":
        missing = [name for name in _SIZES if getattr(self, name) is None]
        if self.preset is None and missing:
            raise ValueError(f"without a preset, {', '.join(missing)} must be given")
        return self

    def config(self, vocab_size: int) -> ModelConfig:
        """The model's configuration for a vocabulary of `vocab_size`."""
        base = PRESETS[self.preset] if self.preset else SMALL
        return replace(base, vocab_size=vocab_size, **self.model_dump(exclude={"preset"}, exclude_none=True))


class TokenizerTable(_Table):
    """[tokenizer]: a joint vocabulary; characters beyond `alphabet_limit` are spelled in bytes."""

    vocab_size: PositiveInt
    alphabet_limit: PositiveInt = 3_500


class CorpusTable(_Table):
    """[[corpora]]: two aligned files and how often an epoch passes over them (0.25: a quarter of the lines).

    `decay_weight` replaces `weight` while the rate decays: the last epochs may lean to the text the model is for.
    """

    name: str
    source: Path
    target: Path
    weight: PositiveFloat = 1.0
    decay_weight: PositiveFloat | None = None
    licence: str
    attribution: str


class ParallelFiles(_Table):
    """Two aligned files."""

    source: Path
    target: Path


class TrainingTable(_Table):
    """[training]: the schedule. The rate warms up, stays constant, then falls linearly to zero over `decay_share`.

    The run ends at `max_minutes` of training or at `max_steps`, whichever is reached first.
    """

    seed: NonNegativeInt = 1
    max_minutes: PositiveFloat
    max_steps: PositiveInt | None = None
    batch_tokens: PositiveInt = 4_000
    max_tokens: PositiveInt = 128
    peak_rate: PositiveFloat = 2e-3
    warmup_steps: PositiveInt = 500
    decay_share: PositiveShare = 0.35
    betas: tuple[float, float] = (0.9, 0.98)
    weight_decay: Annotated[float, Field(ge=0.0)] = 0.0
    label_smoothing: Share = 0.1
    clip_norm: PositiveFloat = 1.0
    bf16: bool = True
    # Every so many minutes: a checkpoint, and the validation loss and BLEU on so many sentences.
    checkpoint_minutes: PositiveFloat = 5.0
    validation_sentences: PositiveInt = 300
    patience: PositiveInt = 10
    average_last: PositiveInt = 4


class BundleTable(_Table):
    """[bundle]: what the exporter writes into the manifest and the card.

    `max_tokens` limits source and target; without it, the model's positions do. Longer sources than
    `comfortable_source_tokens` are divided between their clauses when they are served: choose it by measurement.
    """

    task: Literal["translation", "generation"] = "translation"
    pairs: tuple[tuple[str, str], ...]
    source_normalization: tuple[Literal["nfc", "t2s"], ...] = ("nfc",)
    licence: str
    description: str
    max_tokens: PositiveInt | None = None
    comfortable_source_tokens: PositiveInt | None = None


class Recipe(_Table):
    """The whole file."""

    name: str
    model: ModelTable
    tokenizer: TokenizerTable
    corpora: tuple[CorpusTable, ...]
    validation: ParallelFiles
    tests: dict[str, ParallelFiles] = {}
    training: TrainingTable
    bundle: BundleTable

    @model_validator(mode="after")
    def _sizes_fit(self) -> "Recipe":
        positions = self.model.config(self.tokenizer.vocab_size).max_positions
        if self.training.max_tokens > positions:
            raise ValueError(f"training.max_tokens {self.training.max_tokens} exceeds model.max_positions {positions}")
        return self


def read_recipe(path: Path) -> Recipe:
    """Read and validate a TOML recipe. Raises RecipeError."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
        return Recipe.model_validate(document)
    except OSError as error:
        raise RecipeError(f"cannot read {path}: {error}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise RecipeError(f"{path}: {error}") from error
