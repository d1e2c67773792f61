"""The check that an export must pass notices a graph that does something else."""

import dataclasses
from pathlib import Path

import onnx
import pytest
import torch

from export.graphs import open_graphs
from export.manifest import describe, write_manifest
from export.metadata import BundleMetadata
from export.parity import VerificationError, check_parity, check_signatures, ragged_batch
from models.onnx_search import OnnxModel
from models.transformer import Transformer
from service.runtime.bundle import REQUIRED_FILES, Limits, Precision
from tests.export.variants import make_model

LIMITS = Limits(max_source_tokens=48, max_target_tokens=48)


def test_batch_is_ragged_and_within_the_limits(model: Transformer) -> None:
    sources, targets = ragged_batch(model, Limits(max_source_tokens=20, max_target_tokens=9))
    lengths = [len(source) for source in sources]
    assert (min(lengths), max(lengths)) == (1, 20)
    assert lengths != sorted(lengths)
    assert all(source[-1] == model.config.eos_id for source in sources)
    assert targets.shape == (len(sources), 9)


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_graphs_of_the_model_pass(precision: Precision, model: Transformer, request: pytest.FixtureRequest) -> None:
    graphs = open_graphs(request.getfixturevalue(f"{precision}_folder"), model.config)
    assert check_parity(graphs, model, LIMITS, precision).decoder_error < 1


@pytest.mark.parametrize("name", ["encoder.1.attention.project.bias", "decoder.0.cross_attention.query.bias"])
def test_one_changed_bias_is_noticed(name: str, fp32: OnnxModel) -> None:
    altered = make_model()
    with torch.no_grad():
        altered.get_parameter(name)[0] += 0.05
    with pytest.raises(VerificationError, match=r"the fp32 graphs differ from PyTorch by .* is rounding"):
        check_parity(fp32, altered, LIMITS, "fp32")


def test_int8_graphs_of_another_model_are_noticed(int8_folder: Path) -> None:
    altered = make_model()
    with torch.no_grad():
        altered.get_parameter("decoder.0.feed_forward.outer.weight").zero_()
    graphs = open_graphs(int8_folder, altered.config)
    with pytest.raises(VerificationError, match="the int8 graphs differ from PyTorch"):
        check_parity(graphs, altered, LIMITS, "int8")


def test_a_model_that_gives_nan_is_refused(fp32: OnnxModel) -> None:
    broken = make_model()
    with torch.no_grad():
        broken.get_parameter("embedding.weight").fill_(float("nan"))
    with pytest.raises(VerificationError, match=r"by (nan|inf)"):
        check_parity(fp32, broken, LIMITS, "fp32")


def test_signatures_are_compared_with_the_manifest(
    model: Transformer, metadata: BundleMetadata, fp32_folder: Path, tmp_path: Path
) -> None:
    for name in REQUIRED_FILES:
        (tmp_path / name).write_bytes(b"")
    manifest = write_manifest(tmp_path, describe(model, metadata, "fp32"))
    check_signatures(fp32_folder, manifest)
    more = manifest.model_copy(update={"sizes": manifest.sizes.model_copy(update={"decoder_layers": 2})})
    with pytest.raises(VerificationError, match=r"decoder\.onnx has inputs and outputs"):
        check_signatures(fp32_folder, more)


def test_a_file_that_is_no_graph_is_refused(model: Transformer, metadata: BundleMetadata, tmp_path: Path) -> None:
    for name in REQUIRED_FILES:
        (tmp_path / name).write_bytes(b"no graph")
    manifest = write_manifest(tmp_path, dataclasses.replace(describe(model, metadata, "fp32")))
    with pytest.raises((onnx.checker.ValidationError, ValueError)):
        check_signatures(tmp_path, manifest)
