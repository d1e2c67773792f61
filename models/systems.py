"""What can be evaluated: a checkpoint of `models.train` or an exported bundle, told apart by what the folder holds."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from models import onnx_search, search
from models.checkpoint import (
    CONFIG_NAME,
    TOKENIZER_NAME,
    CheckpointError,
    load_checkpoint,
    load_tokenizer,
)
from models.decoding import TargetMarks
from models.normalize import NormalizationStep
from models.onnx_search import DECODER_NAME, ENCODER_NAME, OnnxModel
from models.quality import Search

MANIFEST_NAME = "bundle.json"


@dataclass(frozen=True, slots=True)
class System:
    """A model with everything between a source line and its translation."""

    name: str
    tokenizer: Tokenizer
    normalization: tuple[NormalizationStep, ...]
    eos_id: int
    max_source_tokens: int
    search: Search


def open_system(folder: Path, num_beams: int, threads: int) -> System:
    """Load a model; `num_beams` of 1 means greedy. Raises CheckpointError for a folder that is neither."""
    if (folder / MANIFEST_NAME).is_file():
        return _open_bundle(folder, num_beams, threads)
    if (folder / CONFIG_NAME).is_file():
        return _open_checkpoint(folder, num_beams)
    raise CheckpointError(
        f"{folder} is neither a checkpoint (it has no {CONFIG_NAME}) nor a bundle (it has no {MANIFEST_NAME}); "
        f"`python -m models.train` writes its checkpoint into the folder `model` of the run"
    )


def _open_checkpoint(folder: Path, num_beams: int) -> System:
    checkpoint = load_checkpoint(folder)
    model = checkpoint.model
    return System(
        name=f"{checkpoint.recipe.name} (PyTorch, fp32)",
        tokenizer=checkpoint.tokenizer,
        normalization=checkpoint.recipe.bundle.source_normalization,
        eos_id=model.config.eos_id,
        max_source_tokens=model.config.max_positions,
        search=partial(search.greedy, model) if num_beams == 1 else partial(search.beam, model, num_beams=num_beams),
    )


def _open_bundle(folder: Path, num_beams: int, threads: int) -> System:
    missing = [name for name in (ENCODER_NAME, DECODER_NAME, TOKENIZER_NAME) if not (folder / name).is_file()]
    if missing:
        raise CheckpointError(f"{folder} holds no usable bundle: {missing[0]} is missing; copy the bundle again")
    try:
        manifest = json.loads((folder / MANIFEST_NAME).read_text("utf-8"))
        return _bundle_system(folder, manifest, num_beams, threads)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"{folder} holds no usable bundle: {error!r}") from error


def _bundle_system(folder: Path, manifest: dict[str, Any], num_beams: int, threads: int) -> System:
    limits, ids = manifest["limits"], manifest["special_ids"]
    marks = TargetMarks(start=ids["decoder_start"], end=ids["eos"])
    model = OnnxModel(folder, marks, limits["max_target_tokens"], threads)
    beam = partial(onnx_search.beam, model, num_beams=num_beams)
    return System(
        name=f"{manifest['name']} (ONNX, {manifest['precision']})",
        tokenizer=load_tokenizer(folder / TOKENIZER_NAME),
        normalization=tuple(manifest["source_normalization"]),
        eos_id=ids["eos"],
        max_source_tokens=limits["max_source_tokens"],
        search=partial(onnx_search.greedy, model) if num_beams == 1 else beam,
    )
