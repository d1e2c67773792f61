"""The random model is the same every time, and whatever it says has a text."""

from pathlib import Path

import pytest

from service.runtime.tokenizer import Tokenizer
from tests.tiny import tiny_tokenizer

pytest.importorskip("ctranslate2")
bundles = pytest.importorskip("loadtest.bundles")


def test_made_up_words_change_no_text(tmp_path: Path) -> None:
    tokenizer = tiny_tokenizer(("zh", "en"))
    padded = bundles.padded_tokenizer(tokenizer, 700)
    assert padded.get_vocab_size() == 700
    for text in ("The cat sees a house.", "猫 A·1 </s>"):
        assert padded.encode(text).ids == tokenizer.encode(text).ids
    padded.save(str(tmp_path / "tokenizer.json"))
    served = Tokenizer.from_file(tmp_path / "tokenizer.json")
    texts = [served.decode([token_id]) for token_id in range(tokenizer.get_vocab_size(), 700)]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_the_shape_is_that_of_opus_mt() -> None:
    config = bundles.OPUS_CONFIG
    assert (config.d_model, config.num_heads, config.head_size, config.ffn_size) == (512, 8, 64, 2048)
    assert (config.encoder_layers, config.decoder_layers, config.vocab_size) == (6, 6, 32_000)
    assert (config.norm_position, config.activation) == ("post", "swish")
