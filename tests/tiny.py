"""`python -m tests.tiny FOLDER [MAX_TOKENS]`: two tiny bundles with random weights, real files for a real server.

They are made by a process of their own, so that tests of the server alone never load torch.
"""

import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer

from export.bundle import write_bundle
from export.metadata import BundleMetadata
from models.attention import CrossAttention
from models.config import ModelConfig
from models.tokenizer import train_tokenizer
from models.transformer import Transformer
from service.runtime.bundle import Corpus, LanguagePair, Precision
from tests.grammar import make_sentences

VOCAB_SIZE = 600
MAX_TOKENS = 64
NO_CORPUS = Corpus(name="none (random weights)", pairs=1, licence="CC0-1.0", attribution="none")


def write_tiny_bundle(folder: Path, *, pair: tuple[str, str], precision: Precision, max_tokens: int) -> None:
    """Write the bundle tiny-<source>-<target> into `folder`."""
    source, target = pair
    name = f"tiny-{source}-{target}"
    metadata = BundleMetadata(
        name=name,
        licence="CC0-1.0",
        corpora=(NO_CORPUS,),
        pairs=(LanguagePair(source=source, target=target),),
        source_normalization=("nfc", "t2s") if source == "zh" else ("nfc",),
    )
    tokenizer = tiny_tokenizer(pair)
    model = random_model(tokenizer.get_vocab_size(), max_positions=max_tokens)
    write_bundle(model, tokenizer, metadata, folder / name, precision)


def tiny_tokenizer(pair: tuple[str, str]) -> Tokenizer:
    """A vocabulary of at most VOCAB_SIZE tokens for the sentences of the test grammar in two languages."""
    sentences = make_sentences(300)
    lines = [getattr(sentence, language) for language in pair for sentence in sentences]
    return train_tokenizer(lines, VOCAB_SIZE)


def random_model(vocab_size: int, *, seed: int = 0, max_positions: int = MAX_TOKENS) -> Transformer:
    """An untrained model, the same one for a seed; the bundles have seed 0.

    Tied embeddings make an untrained model repeat its last token, at first the start token, which has no text.
    Small ones, none for the start token, and strong cross-attention let it say something that depends on the source.
    """
    torch.manual_seed(seed)
    config = ModelConfig(
        vocab_size=vocab_size,
        d_model=64,
        num_heads=2,
        head_size=32,
        ffn_size=128,
        encoder_layers=2,
        decoder_layers=2,
        norm_position="pre",
        max_positions=max_positions,
    )
    model = Transformer(config).eval()
    with torch.no_grad():
        model.embedding.weight.mul_(0.2)
        model.embedding.weight[config.bos_id].zero_()
        for module in model.modules():
            if isinstance(module, CrossAttention):
                module.query.weight.mul_(8)
                module.output.weight.mul_(8)
    return model


def main() -> None:
    """One bundle of each precision that CPUs serve."""
    folder = Path(sys.argv[1])
    max_tokens = int(sys.argv[2]) if len(sys.argv) > 2 else MAX_TOKENS
    write_tiny_bundle(folder, pair=("zh", "en"), precision="fp32", max_tokens=max_tokens)
    write_tiny_bundle(folder, pair=("en", "de"), precision="int8", max_tokens=max_tokens)


if __name__ == "__main__":
    main()
