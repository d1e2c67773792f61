"""`python -m loadtest.bundles FOLDER`: a model's files for Dragoman and for CTranslate2, from the same weights.

Either a shipped bundle's weights, or random ones of a model as large as those that OPUS-MT publishes.
"""

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch
from tokenizers import Tokenizer

from export.bundle import write_bundle
from export.calibration import measure_ranges
from export.layers import members
from export.metadata import BundleMetadata
from export.quantize import Ranges
from loadtest.peers.ctranslate2_model import PeerPrecision, write_ctranslate2_model
from loadtest.peers.weights import read_weights
from loadtest.sentences import many_sentences
from loadtest.shipped import shipped_metadata, shipped_model
from loadtest.task import TaskPrecision
from models.checkpoint import load_tokenizer
from models.config import ModelConfig
from models.tokenizer import FIRST_LEARNED_ID
from models.transformer import DecoderLayer, Transformer
from service.runtime.bundle import TOKENIZER_NAME, Corpus, LanguagePair

OPUS_CONFIG: Final = ModelConfig(vocab_size=32_000, activation="swish", dropout=0.0)
# Untrained feed-forward networks hardly bend anything: the model would say one word for ever. These make it talk.
FEED_FORWARD_GAIN: Final = 4.0
SEED: Final = 0
CALIBRATION_SENTENCES: Final = 100


def opus_size_model() -> Transformer:
    """512 wide, 6+6 layers, 32,000 words, post-norm and swish; random weights, the same ones every time."""
    torch.manual_seed(SEED)
    model = Transformer(OPUS_CONFIG)
    with torch.no_grad():
        for layer in members(model.decoder, DecoderLayer):
            layer.feed_forward.inner.weight.mul_(FEED_FORWARD_GAIN)
            layer.feed_forward.outer.weight.mul_(FEED_FORWARD_GAIN)
    return model.half().float().eval()  # rounded as a bundle keeps them: the peers' models are made from those


def opus_size_metadata() -> BundleMetadata:
    """A random model has no corpus."""
    return BundleMetadata(
        name="opus-size",
        licence="CC0-1.0",
        corpora=(Corpus(name="none (random weights)", pairs=1, licence="CC0-1.0", attribution="none"),),
        pairs=(LanguagePair(source="en", target="de"),),
    )


def opus_size_ranges(model: Transformer, tokenizer: Tokenizer) -> Ranges:
    """As a bundle is calibrated by default, on real sentences; the targets are as random as the model."""
    config, dice = model.config, random.Random(SEED)
    sources = [[*tokenizer.encode(text).ids, config.eos_id] for text in many_sentences(CALIBRATION_SENTENCES)]
    targets = [[dice.randrange(config.eos_id + 1, config.vocab_size) for _ in source] for source in sources]
    return measure_ranges(model, sources, [[*target, config.eos_id] for target in targets])


def padded_tokenizer(tokenizer: Tokenizer, vocab_size: int) -> Tokenizer:
    """With made-up words up to `vocab_size`: no text has them, but every id of a random model has a text."""
    document = json.loads(tokenizer.to_str())
    vocabulary: dict[str, int] = document["model"]["vocab"]
    learned = sorted(vocabulary, key=vocabulary.__getitem__)[FIRST_LEARNED_ID:]
    for token_id in range(len(vocabulary), vocab_size):
        vocabulary[f"{learned[token_id % len(learned)]}\u00b7{token_id}"] = token_id
    padded = Tokenizer.from_str(json.dumps(document))
    padded.encode_special_tokens = True  # the file cannot hold this
    return padded


def make_files(folder: Path, shipped: Path | None, tokenizer: Tokenizer, precision: TaskPrecision) -> None:
    """Dragoman's bundle, where none is shipped, and CTranslate2's model beside it."""
    bundle = folder / f"dragoman-{precision}"
    if shipped is None:
        model, padded = opus_size_model(), padded_tokenizer(tokenizer, OPUS_CONFIG.vocab_size)
        ranges = opus_size_ranges(model, tokenizer) if precision == "int8" else None
        write_bundle(model, padded, opus_size_metadata(), bundle, precision, ranges=ranges)
    elif precision != "int8":
        write_bundle(shipped_model(shipped), tokenizer, shipped_metadata(shipped), bundle, precision)
    peer_precision: PeerPrecision = "int8" if precision == "int8" else "float32"
    write_ctranslate2_model(read_weights(shipped or bundle), folder / f"ctranslate2-{precision}", peer_precision)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the files of one model."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.bundles", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shipped", type=Path, help="a bundle with its weights; random ones without")
    parser.add_argument("--tokenizer", type=Path, required=True, help="a bundle whose tokenizer is used")
    parser.add_argument("--precisions", choices=("int8", "fp32"), nargs="+", required=True)
    options = parser.parse_args(arguments)
    tokenizer = load_tokenizer(options.tokenizer / TOKENIZER_NAME)
    for precision in options.precisions:
        make_files(options.folder, options.shipped, tokenizer, precision)


if __name__ == "__main__":
    main()
