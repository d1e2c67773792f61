"""A trained model on disk: model.safetensors, config.json, tokenizer.json and the recipe it came from."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor

from models.config import ModelConfig
from models.files import replace_file, replace_text
from models.recipe import Recipe
from models.transformer import Transformer

WEIGHTS_NAME = "model.safetensors"
CONFIG_NAME = "config.json"
TOKENIZER_NAME = "tokenizer.json"
RECIPE_NAME = "recipe.json"
HISTORY_NAME = "history.json"


class CheckpointError(Exception):
    """A folder that holds no usable checkpoint."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A model in evaluation mode with its tokenizer and recipe."""

    model: Transformer
    tokenizer: Tokenizer
    recipe: Recipe


def save_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint as float32; an existing one is overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.detach().float().contiguous() for name, tensor in checkpoint.model.state_dict().items()}
    replace_file(folder / WEIGHTS_NAME, lambda part: save_file(weights, part))
    replace_text(folder / CONFIG_NAME, json.dumps(asdict(checkpoint.model.config), indent=2) + "\n")
    replace_text(folder / TOKENIZER_NAME, checkpoint.tokenizer.to_str(pretty=True))
    replace_text(folder / RECIPE_NAME, checkpoint.recipe.model_dump_json(indent=2) + "\n")


def load_checkpoint(folder: Path) -> Checkpoint:
    """Read a checkpoint. Raises CheckpointError with the missing or mismatching part."""
    try:
        config = ModelConfig(**json.loads((folder / CONFIG_NAME).read_text("utf-8")))
        recipe = Recipe.model_validate_json((folder / RECIPE_NAME).read_text("utf-8"))
        model = Transformer(config)
        model.load_state_dict(load_file(folder / WEIGHTS_NAME))
        tokenizer = load_tokenizer(folder / TOKENIZER_NAME)
    except (OSError, ValueError, TypeError, RuntimeError, SafetensorError) as error:
        raise CheckpointError(f"{folder} holds no usable checkpoint: {error}") from error
    return Checkpoint(model.eval(), tokenizer, recipe)


def load_tokenizer(path: Path) -> Tokenizer:
    """Read tokenizer.json; special tokens that appear in a text are encoded as ordinary text.

    Raises OSError or ValueError for a file that is missing or cut off.
    """
    text = path.read_text("utf-8")
    json.loads(text)  # the tokenizer's own parser raises nothing more special than Exception
    tokenizer = Tokenizer.from_str(text)
    tokenizer.encode_special_tokens = True
    return tokenizer


def average_weights(snapshots: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Mean of several weight sets (checkpoint averaging, Vaswani et al. 2017, section 6.1)."""
    if not snapshots:
        raise ValueError("there is nothing to average")
    return {name: torch.stack([snapshot[name].float() for snapshot in snapshots]).mean(0) for name in snapshots[0]}
