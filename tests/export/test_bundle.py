"""A bundle appears whole, verified and loadable, or not at all."""

import json
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from tokenizers import Tokenizer

from export.bundle import Evidence, write_bundle
from export.metadata import BundleMetadata, ParallelText
from export.parity import VerificationError
from models.transformer import Transformer
from service.runtime.bundle import COPY_NAME, REQUIRED_FILES, load_bundle, sha256_of
from tests.export.variants import make_model
from tests.grammar import make_sentences

PAIRS = [(sentence.en, sentence.de) for sentence in make_sentences(6)]
TEXT = ParallelText(*zip(*PAIRS, strict=True))


@pytest.fixture(scope="module")
def written(
    model: Transformer, tokenizer: Tokenizer, metadata: BundleMetadata, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """An int8 bundle with all its evidence."""
    path = tmp_path_factory.mktemp("bundles") / "tiny-en-de"
    write_bundle(model, tokenizer, metadata, path, "int8", Evidence(TEXT, {"Grammar": TEXT}))
    return path


def test_written_bundle_loads_and_holds_no_more_than_it_should(written: Path) -> None:
    bundle = load_bundle(written)
    files = {path.name for path in written.iterdir()}
    assert files == {*REQUIRED_FILES, "bundle.json", "weights.safetensors"}
    assert "weights.safetensors" not in bundle.manifest.files
    assert [path.name for path in written.parent.iterdir()] == ["tiny-en-de"]


def test_manifest_describes_model_and_evidence(written: Path, model: Transformer) -> None:
    manifest = load_bundle(written).manifest
    assert (manifest.name, manifest.precision) == ("tiny-en-de", "int8")
    assert manifest.sizes.parameters == sum(parameter.numel() for parameter in model.parameters())
    assert (manifest.limits.max_source_tokens, manifest.limits.max_target_tokens) == (48, 48)
    assert "comfortable_source_tokens" not in (written / "bundle.json").read_text("utf-8")
    assert [quality.test_set for quality in manifest.quality] == ["Grammar"]
    assert manifest.provenance["validation_sentences_identical_in_fp32"] == "6"
    assert float(manifest.provenance["validation_bleu_loss"]) <= 0.5
    assert float(manifest.provenance["parity_encoder_max_error"]) < 1


def test_weights_lie_beside_it_in_float16(written: Path, model: Transformer) -> None:
    path = written / "weights.safetensors"
    assert load_bundle(written).manifest.provenance["weights_sha256"] == sha256_of(path)
    with safe_open(path, "pt") as weights:
        assert json.loads(weights.metadata()["config"])["d_model"] == model.config.d_model
        assert set(weights.keys()) == set(model.state_dict())
        table = weights.get_tensor("embedding.weight")
    assert torch.equal(table, model.state_dict()["embedding.weight"].half())


def test_a_float16_bundle_names_the_graph_that_copies(
    model: Transformer, tokenizer: Tokenizer, metadata: BundleMetadata, tmp_path: Path
) -> None:
    write_bundle(model, tokenizer, metadata, tmp_path / "bundle", "fp16")
    manifest = load_bundle(tmp_path / "bundle").manifest
    assert set(manifest.files) == {*REQUIRED_FILES, COPY_NAME}


def test_tokenizer_is_the_models_own(written: Path, tokenizer: Tokenizer) -> None:
    saved = Tokenizer.from_file(str(written / "tokenizer.json"))
    assert saved.encode(PAIRS[0][0]).ids == tokenizer.encode(PAIRS[0][0]).ids


def test_a_failed_check_writes_nothing(tokenizer: Tokenizer, metadata: BundleMetadata, tmp_path: Path) -> None:
    with pytest.raises(VerificationError):
        write_bundle(broken_model(), tokenizer, metadata, tmp_path / "new", "fp32")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_check_keeps_the_older_bundle(tokenizer: Tokenizer, metadata: BundleMetadata, tmp_path: Path) -> None:
    older = tmp_path / "bundle"
    older.mkdir()
    (older / "bundle.json").write_text("older")
    with pytest.raises(VerificationError):
        write_bundle(broken_model(), tokenizer, metadata, older, "fp32")
    assert (older / "bundle.json").read_text() == "older"
    assert list(tmp_path.iterdir()) == [older]


def broken_model() -> Transformer:
    model = make_model(encoder_layers=1)
    with torch.no_grad():
        model.get_parameter("decoder.0.cross_attention.project.weight")[0, 0] = float("nan")
    return model


def test_a_vocabulary_larger_than_the_models_is_refused(
    tokenizer: Tokenizer, metadata: BundleMetadata, tmp_path: Path
) -> None:
    small = make_model(vocab_size=100)
    with pytest.raises(ValueError, match=r"the tokenizer has \d+ tokens, the model 100"):
        write_bundle(small, tokenizer, metadata, tmp_path / "bundle", "fp32")
