"""The graphs do what the PyTorch model does, whichever variant it is, and the files hold nothing but the model."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch

from export.graphs import cache_names, open_graphs, query_names, write_graphs
from export.parity import MAX_RELATIVE_ERROR, Parity, measure_parity, ragged_batch
from models.transformer import Transformer
from service.runtime.bundle import Limits
from tests.export.variants import make_model

LIMITS = Limits(max_source_tokens=48, max_target_tokens=48)
STEP_INPUTS: dict[str, tuple[str, list[str | int]]] = {
    "input_ids": ("INT64", ["B", 1]),
    "positions": ("INT32", ["B", 1]),
    "cached_lengths": ("INT32", ["B"]),
    "target_capacity": ("INT32", [1]),
    "last_source_positions": ("INT32", ["B"]),
    "source_capacity": ("INT32", [1]),
    "no_tokens": ("FLOAT", ["B", 0, 32]),
}
VARIANTS: dict[str, dict[str, Any]] = {
    "post-norm with gelu": {"norm_position": "post", "activation": "gelu", "decoder_layers": 2},
    "pre-norm with swish, no attention bias": {
        "activation": "swish",
        "attention_bias": False,
        "scale_embedding": False,
        "encoder_layers": 1,
    },
}


def parity(model: Transformer, folder: Path) -> Parity:
    return measure_parity(open_graphs(folder, model.config), model, *ragged_batch(model, LIMITS))


def test_float32_graphs_equal_pytorch_on_ragged_rows(model: Transformer, fp32_folder: Path) -> None:
    found = parity(model, fp32_folder)
    assert found.encoder_error <= 1e-5
    assert found.decoder_error <= 1e-5


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_equals_pytorch(changes: dict[str, Any], tmp_path: Path) -> None:
    model = make_model(**changes)
    write_graphs(model, tmp_path, "fp32")
    found = parity(model, tmp_path)
    assert max(found.encoder_error, found.decoder_error) <= 1e-5


@pytest.mark.parametrize("scales", ["int8", "calibrated"])
def test_int8_graphs_stay_close_to_pytorch(scales: str, model: Transformer, request: pytest.FixtureRequest) -> None:
    assert parity(model, request.getfixturevalue(f"{scales}_folder")).relative_error <= 0.05


def test_calibration_takes_four_nodes_off_every_product(int8_folder: Path, calibrated_folder: Path) -> None:
    row, calibrated = (
        len(onnx.load(folder / "decoder.onnx").graph.node) for folder in (int8_folder, calibrated_folder)
    )
    products = 7  # of one decoder layer and the output projection
    assert row - calibrated >= 4 * products


def test_float16_graphs_round_and_leave_the_model_as_it_was(model: Transformer, tmp_path: Path) -> None:
    """Exporting in float16 once turned the model's own norms to float16, and the check after it failed."""
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    write_graphs(model, tmp_path, "fp16")
    assert all(torch.equal(tensor, before[name]) for name, tensor in model.state_dict().items())
    assert {tensor.dtype for tensor in model.state_dict().values()} == {torch.float32}
    assert open_graphs(tmp_path, model.config).encode([[5, 2]])["cross_key_0"].dtype == np.float16
    assert parity(model, tmp_path).relative_error <= MAX_RELATIVE_ERROR["fp16"]


@pytest.mark.parametrize("precision", ["fp32", "int8", "calibrated"])
def test_interface_is_the_contract(precision: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(f"{precision}_folder")
    encoder, decoder = (onnx.load(folder / name).graph for name in ("encoder.onnx", "decoder.onnx"))
    assert describe(encoder.input) == {
        "input_ids": ("INT64", ["N"]),
        "positions": ("INT64", ["N"]),
        "pack_index": ("INT64", ["N"]),
        "unpack_index": ("INT64", ["B", "S"]),
        "last_source_positions": ("INT32", ["B"]),
        "source_capacity": ("INT32", [1]),
    }
    assert describe(encoder.output) == {"cross": ("FLOAT", ["N", 2 * 2 * 16])}
    cross, own = ("FLOAT", ["B", 2, "S", 16]), ("FLOAT", ["B", 2, "M", 16])
    caches = {"self_key_0": own, "self_value_0": own, "cross_key_0": cross, "cross_value_0": cross}
    assert describe(decoder.input) == STEP_INPUTS | caches
    results = {name.replace("_0", "_out_0"): kind for name, kind in caches.items()}
    queries = {"cross_query_0": ("FLOAT", ["B", 1, 32])}
    assert describe(decoder.output) == {"logits": ("FLOAT", ["B", 1, 300])} | results | queries


def test_a_float16_decoder_chooses_tokens_itself(fp16_folder: Path) -> None:
    outputs = describe(onnx.load(fp16_folder / "decoder.onnx").graph.output)
    assert outputs["best"] == ("INT64", ["B", 1])
    assert outputs["best_logits"] == ("FLOAT", ["B", 1])
    assert outputs["logits"] == ("FLOAT", ["B", 1, 300])
    assert outputs["self_key_out_0"] == ("FLOAT16", ["B", 2, "M", 16])


def test_float16_attention_gives_out_the_caches_that_cuda_computes_from(fp16_folder: Path, fp32_folder: Path) -> None:
    """Without names for them, CUDA's kernel would write through a null pointer; on CPUs they would only cost time."""
    given = {folder: attention_outputs(folder / "encoder.onnx") for folder in (fp16_folder, fp32_folder)}
    assert all(key and value for key, value in given[fp16_folder])
    assert not any(key or value for key, value in given[fp32_folder])


def attention_outputs(path: Path) -> list[list[str]]:
    """Names of both caches that each attention node gives out; none for one that it does not."""
    nodes = [node for node in onnx.load(path).graph.node if node.op_type == "GroupQueryAttention"]
    return [[*node.output[1:], "", ""][:2] for node in nodes]


def describe(values: Any) -> dict[str, tuple[str, list[str | int]]]:
    """Element type and shape of each value, dynamic axes by name."""
    kinds = onnx.TensorProto.DataType
    return {
        value.name: (
            kinds.Name(value.type.tensor_type.elem_type),
            [axis.dim_param or axis.dim_value for axis in value.type.tensor_type.shape.dim],
        )
        for value in values
    }


def test_names_of_caches_follow_the_layers() -> None:
    assert cache_names(2)[3:6] == ["cross_value_0", "self_key_1", "self_value_1"]
    assert query_names(2) == ["cross_query_0", "cross_query_1"]


@pytest.mark.parametrize("name", ["encoder.onnx", "decoder.onnx"])
def test_files_hold_no_trace_of_the_exporting_machine(name: str, fp32_folder: Path, int8_folder: Path) -> None:
    for folder in (fp32_folder, int8_folder):
        content = (folder / name).read_bytes()
        assert b"site-packages" not in content
        assert __file__.encode().rsplit(b"/", 3)[0] not in content
        assert b"stack_trace" not in content


def test_only_float16_has_a_graph_that_copies(fp16_folder: Path, fp32_folder: Path) -> None:
    assert (fp16_folder / "copy.onnx").is_file()
    assert not (fp32_folder / "copy.onnx").exists()


@pytest.mark.parametrize("name", ["encoder.onnx", "decoder.onnx"])
def test_the_tied_table_is_stored_once(name: str, model: Transformer, int8_folder: Path) -> None:
    config = model.config
    tables = [
        tensor
        for tensor in onnx.load(int8_folder / name).graph.initializer
        if sorted(tensor.dims) == sorted((config.vocab_size, config.d_model))
    ]
    assert [onnx.TensorProto.DataType.Name(tensor.data_type) for tensor in tables] == ["INT8"]


def test_the_same_model_gives_the_same_files(model: Transformer, fp32_folder: Path, tmp_path: Path) -> None:
    write_graphs(model, tmp_path, "fp32")
    for name in ("encoder.onnx", "decoder.onnx"):
        assert (tmp_path / name).read_bytes() == (fp32_folder / name).read_bytes()
