"""Small models, corpora and recipes that the tests of this folder make for themselves."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.config import Activation, ModelConfig, NormPosition
from models.corpus import BatchPlan, EncodedCorpus, Sentences
from models.recipe import TrainingTable
from models.transformer import Transformer

TOY = ModelConfig(
    vocab_size=29,
    d_model=24,
    num_heads=3,
    head_size=8,
    ffn_size=40,
    encoder_layers=2,
    decoder_layers=2,
    max_positions=40,
    dropout=0.0,
)
PAD, BOS, EOS = TOY.pad_id, TOY.bos_id, TOY.eos_id

NORMS: tuple[NormPosition, ...] = ("pre", "post")
ACTIVATIONS: tuple[Activation, ...] = ("relu", "gelu", "swish")
# Every kind of model there is.
VARIANTS = [
    replace(TOY, norm_position=norm, activation=activation, attention_bias=bias, scale_embedding=scale)
    for norm, activation, (bias, scale) in product(NORMS, ACTIVATIONS, ((True, True), (False, False)))
]

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
GERMAN = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]


def variant_name(config: ModelConfig) -> str:
    bias = "bias" if config.attention_bias else "plain"
    return f"{config.norm_position}-{config.activation}-{bias}"


def toy_model(config: ModelConfig = TOY, seed: int = 0) -> Transformer:
    """A model in evaluation mode whose every weight is random, norms and biases included."""
    torch.manual_seed(seed)
    model = Transformer(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.2)
    return model


def search_model() -> Transformer:
    """A model whose greedy targets differ between sources, change their tokens, and end after 0 to 38 of them.

    Without scale, positions and source outweigh the token before; the end token is as likely as one that is frequent.
    """
    model = toy_model(replace(TOY, scale_embedding=False, norm_position="pre"), seed=5)
    with torch.no_grad():
        for layer in model.modules():
            if isinstance(layer, nn.Linear):
                layer.weight.mul_(1.5)
        model.embedding.weight[EOS] = 1.02 * model.embedding.weight[14]
    return model


def random_ids(rows: int, length: int, seed: int = 0, vocab_size: int = TOY.vocab_size) -> torch.Tensor:
    """[rows, length] ids without special ones."""
    return torch.randint(EOS + 1, vocab_size, (rows, length), generator=torch.Generator().manual_seed(seed))


def random_sources(count: int, seed: int = 0, longest: int = 9) -> list[list[int]]:
    """Sources of different lengths that end in eos."""
    chance = random.Random(seed)
    return [
        [*(chance.randrange(EOS + 1, TOY.vocab_size) for _ in range(chance.randrange(longest))), EOS]
        for _ in range(count)
    ]


def sentences(rows: Sequence[Sequence[int]]) -> Sentences:
    offsets = np.cumsum([0, *map(len, rows)])
    return Sentences(np.array([i for row in rows for i in row], np.int32), offsets)


def toy_corpus(count: int, seed: int = 0, weight: float = 1.0, decay_weight: float | None = None) -> EncodedCorpus:
    """Pairs of 1 to 8 random tokens; no two sources of a corpus are the same."""
    chance = np.random.default_rng(seed)
    sources = [[3 + i % 20, 3 + i // 20, *chance.integers(3, 29, chance.integers(0, 7))] for i in range(count)]
    targets = [list(chance.integers(3, 29, chance.integers(1, 9))) for _ in range(count)]
    return EncodedCorpus(sentences(sources), sentences(targets), weight, decay_weight or weight)


def toy_plan(*corpora: EncodedCorpus, batch_tokens: int = 60, seed: int = 1) -> BatchPlan:
    return BatchPlan(corpora, batch_tokens, seed, (PAD, BOS, EOS))


def toy_training(**changes: object) -> TrainingTable:
    """A schedule that counts steps only, so that it does not depend on the machine's speed."""
    values = {"max_minutes": 1e9, "max_steps": 10, "warmup_steps": 3, "bf16": False}
    return TrainingTable.model_validate(values | changes)


def weights_of(model: nn.Module) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in model.state_dict().items()}


def same_weights(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


def write_number_corpus(folder: Path, name: str, count: int, seed: int) -> None:
    """`name`.en and `name`.de: numbers in words, digit by digit."""
    chance = random.Random(seed)
    numbers = [[chance.randrange(10) for _ in range(chance.randrange(2, 6))] for _ in range(count)]
    for language, words in (("en", NUMBERS), ("de", GERMAN)):
        lines = [" ".join(words[digit] for digit in digits) + "." for digits in numbers]
        (folder / f"{name}.{language}").write_text("\n".join(lines) + "\n", "utf-8")


RECIPE = """
name = "numbers"

[model]
d_model = 32
num_heads = 2
head_size = 16
ffn_size = 64
encoder_layers = 1
decoder_layers = 1
max_positions = 64

[tokenizer]
vocab_size = 330

[[corpora]]
name = "numbers"
source = "train.en"
target = "train.de"
licence = "CC0-1.0"
attribution = "made by the test"

[validation]
source = "valid.en"
target = "valid.de"

[tests.numbers]
source = "test.en"
target = "test.de"

[training]
max_minutes = 1000
max_steps = 6
batch_tokens = 200
max_tokens = 40
warmup_steps = 2
bf16 = false
validation_sentences = 4
average_last = 3

[bundle]
pairs = [["en", "de"]]
licence = "CC0-1.0"
description = "Numbers in words."
"""


def write_recipe(folder: Path, *changes: tuple[str, str]) -> Path:
    """The recipe above, with parts of its text replaced, as folder/recipe.toml."""
    text = RECIPE
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "recipe.toml"
    path.write_text(text, "utf-8")
    return path


def write_data(folder: Path) -> Path:
    """Corpora for the recipe, in folder/data."""
    data = folder / "data"
    data.mkdir()
    for name, count, seed in (("train", 120, 1), ("valid", 12, 2), ("test", 8, 3)):
        write_number_corpus(data, name, count, seed)
    return data
