"""`python -m loadtest.gpu_bundles FOLDER`: what a check on a GPU runs, each model in float16 and in float32.

One model as large as those that OPUS-MT publishes, with random weights, and one with the weights of a shipped bundle.
Nothing of the benchmarks' peers is needed for it.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import torch

from export.bundle import write_bundle
from loadtest.server import BUNDLES
from loadtest.shipped import shipped_metadata, shipped_model
from models.checkpoint import load_tokenizer
from models.config import ModelConfig
from models.transformer import Transformer
from service.runtime.bundle import TOKENIZER_NAME, Precision

PRECISIONS: Final[tuple[Precision, ...]] = ("fp16", "fp32")
SHIPPED: Final = BUNDLES / "en-de"
RANDOM_NAME: Final = "random"
RANDOM_CONFIG: Final = ModelConfig(vocab_size=32_000, activation="swish", dropout=0.0)
SEED: Final = 0


def random_model(config: ModelConfig) -> Transformer:
    """The same one every time, with weights that float16 holds exactly: only computing with them rounds."""
    torch.manual_seed(SEED)
    return Transformer(config).half().float().eval()


def write_bundles(folder: Path, shipped: Path, config: ModelConfig) -> None:
    """`<model>-fp16` and `<model>-fp32` of a random model and of `shipped`, whose tokenizer both get."""
    tokenizer = load_tokenizer(shipped / TOKENIZER_NAME)
    # Without its limits: the graphs' own are at least as wide.
    metadata = replace(shipped_metadata(shipped), max_source_tokens=None, max_target_tokens=None)
    models = {RANDOM_NAME: random_model(config), metadata.name: shipped_model(shipped)}
    for name, model in models.items():
        for precision in PRECISIONS:
            write_bundle(model, tokenizer, replace(metadata, name=name), folder / f"{name}-{precision}", precision)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write them."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.gpu_bundles", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shipped", type=Path, default=SHIPPED, help="a bundle with its weights (%(default)s)")
    options = parser.parse_args(arguments)
    write_bundles(options.folder, options.shipped, RANDOM_CONFIG)


if __name__ == "__main__":
    main()
