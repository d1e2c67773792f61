"""Graphs that several test files run; each is exported once."""

from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from export.calibration import measure_ranges
from export.graphs import open_graphs, write_graphs
from export.metadata import BundleMetadata
from models.onnx_search import OnnxModel
from models.tokenizer import train_tokenizer
from models.transformer import Transformer
from service.runtime.bundle import Corpus, LanguagePair
from tests.export.variants import SIZES, make_model
from tests.grammar import make_sentences


@pytest.fixture(scope="session")
def model() -> Transformer:
    """A pre-norm model with ReLU."""
    return make_model()


@pytest.fixture(scope="session")
def fp32_folder(model: Transformer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its two graphs in float32."""
    folder = tmp_path_factory.mktemp("fp32")
    write_graphs(model, folder, "fp32")
    return folder


@pytest.fixture(scope="session")
def int8_folder(model: Transformer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its two graphs in int8."""
    folder = tmp_path_factory.mktemp("int8")
    write_graphs(model, folder, "int8")
    return folder


@pytest.fixture(scope="session")
def calibrated_folder(model: Transformer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its two graphs in int8 with scales that were calibrated on random ids."""
    folder = tmp_path_factory.mktemp("calibrated")
    random = np.random.default_rng(5)
    ids = [[*random.integers(3, 300, length).tolist(), 2] for length in range(1, 40)]
    write_graphs(model, folder, "int8", measure_ranges(model, ids, ids[::-1]))
    return folder


@pytest.fixture(scope="session")
def fp16_folder(model: Transformer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its graphs in float16, as devices run them."""
    folder = tmp_path_factory.mktemp("fp16")
    write_graphs(model, folder, "fp16")
    return folder


@pytest.fixture(scope="session")
def fp32(fp32_folder: Path, model: Transformer) -> OnnxModel:
    """Sessions on the float32 graphs."""
    return open_graphs(fp32_folder, model.config)


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    """A vocabulary that fits into the model's."""
    lines = [text for sentence in make_sentences(100) for text in (sentence.en, sentence.de)]
    return train_tokenizer(lines, SIZES["vocab_size"])


@pytest.fixture(scope="session")
def metadata() -> BundleMetadata:
    """What a bundle of these models says about itself."""
    return BundleMetadata(
        name="tiny-en-de",
        licence="CC0-1.0",
        corpora=(Corpus(name="Grammar | rules", pairs=1234, licence="CC0-1.0", attribution="nobody"),),
        pairs=(LanguagePair(source="en", target="de"),),
    )
