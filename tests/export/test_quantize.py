"""Int8: exact integers, no saturation, no row that depends on another; with calibrated scales and with one per row."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from torch import Tensor, nn
from torch.export import Dim

from export.graphs import open_graphs
from export.onnx_file import Interface, write_onnx
from export.quantize import WEIGHT_LEVELS, Int8Embedding, Int8Linear, Quantization, quantize_weight
from models.onnx_search import OnnxDecoding, OnnxModel, open_session
from models.transformer import Transformer

INPUT, OUTPUT = 40, 24


class Product(nn.Module):
    """A graph of one quantised matrix."""

    def __init__(self, linear: Int8Linear) -> None:
        super().__init__()
        self.linear = linear

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.linear(x)
        return y


def run_linear(
    folder: Path, weight: Tensor, bias: Tensor | None, x: Any, *, non_negative: bool, input_range: float | None = None
) -> Any:
    module = Product(Int8Linear(weight, bias, input_range=input_range, non_negative=non_negative))
    interface = Interface({"x": torch.ones(3, weight.shape[1])}, {"x": {0: Dim("N")}}, ["x"], ["y"])
    write_onnx(module, interface, folder / "linear.onnx")
    return open_session(folder / "linear.onnx", 1).run(None, {"x": x})[0]


@pytest.fixture(scope="module")
def weight() -> Tensor:
    return torch.randn(OUTPUT, INPUT, generator=torch.Generator().manual_seed(1))


def random_rows(count: int, width: int = INPUT) -> Any:
    return np.random.default_rng(2).standard_normal((count, width)).astype(np.float32)


def test_weights_round_to_half_a_step(weight: Tensor) -> None:
    codes, scale = quantize_weight(weight)
    assert codes.dtype == torch.int8
    assert codes.abs().amax(dim=1).tolist() == [WEIGHT_LEVELS] * OUTPUT
    assert ((codes * scale[:, None] - weight).abs() <= scale[:, None] * 0.5001).all()


def test_a_column_of_zeros_stays_zero() -> None:
    codes, scale = quantize_weight(torch.zeros(2, 3))
    assert not codes.any()
    assert (scale > 0).all()


def test_pairs_of_products_fit_into_sixteen_bits() -> None:
    """x86 without VNNI adds two products of an unsigned and a signed byte in 16 bits; more would saturate there."""
    largest_sum = 2 * 255 * WEIGHT_LEVELS
    assert largest_sum <= np.iinfo(np.int16).max


@pytest.mark.parametrize("non_negative", [False, True])
def test_product_is_exact_in_integers(weight: Tensor, tmp_path: Path, *, non_negative: bool) -> None:
    x = np.abs(random_rows(5)) if non_negative else random_rows(5)
    bias = torch.randn(OUTPUT, generator=torch.Generator().manual_seed(3))
    found = run_linear(tmp_path, weight, bias, x, non_negative=non_negative)
    codes, column_scale = quantize_weight(weight)
    levels = 255 if non_negative else 127
    row_scale = np.abs(x).max(axis=1, keepdims=True) * np.float32(1 / levels)
    integers = np.rint(x / row_scale) @ codes.numpy().T.astype(np.float64)
    np.testing.assert_allclose(found, integers * row_scale * column_scale.numpy() + bias.numpy(), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(found, x @ weight.numpy().T + bias.numpy(), atol=0.3)


@pytest.mark.parametrize("non_negative", [False, True])
def test_a_calibrated_product_is_exact_in_integers_and_cut_at_its_range(
    weight: Tensor, tmp_path: Path, *, non_negative: bool
) -> None:
    """Where nothing may be negative, what is negative becomes zero: the ReLU before such a layer needs no node."""
    x = random_rows(5)
    bias = torch.randn(OUTPUT, generator=torch.Generator().manual_seed(3))
    found = run_linear(tmp_path, weight, bias, x, non_negative=non_negative, input_range=1.5)
    codes, column_scale = quantize_weight(weight)
    levels, lowest = (255, 0) if non_negative else (127, -128)
    scale = np.float32(1.5 / levels)
    integers = np.clip(np.rint(x / scale), lowest, 255 if non_negative else 127) @ codes.numpy().T.astype(np.float64)
    np.testing.assert_allclose(found, integers * scale * column_scale.numpy() + bias.numpy(), rtol=1e-5, atol=1e-5)


def test_a_calibrated_product_has_two_nodes(weight: Tensor, tmp_path: Path) -> None:
    run_linear(tmp_path, weight, torch.ones(OUTPUT), random_rows(1), non_negative=False, input_range=3.0)
    nodes = [node.op_type for node in onnx.load(tmp_path / "linear.onnx").graph.node]
    assert nodes == ["QuantizeLinear", "MatMulIntegerToFloat"]


def test_a_layer_that_was_not_calibrated_is_an_error() -> None:
    with pytest.raises(KeyError):
        Quantization({}).input_range(nn.Linear(2, 2))
    assert Quantization().input_range(nn.Linear(2, 2)) is None


@pytest.mark.parametrize("non_negative", [False, True])
def test_a_row_of_zeros_gives_the_bias(weight: Tensor, tmp_path: Path, *, non_negative: bool) -> None:
    x = np.abs(random_rows(3))
    x[1] = 0
    bias = torch.ones(OUTPUT)
    found = run_linear(tmp_path, weight, bias, x, non_negative=non_negative)
    assert found[1].tolist() == [1.0] * OUTPUT
    assert np.isfinite(found).all()


def test_a_large_row_does_not_coarsen_its_neighbour(weight: Tensor, tmp_path: Path) -> None:
    """One scale for the whole batch would leave nothing of the first row."""
    x = random_rows(2) * np.array([[1e-4], [1e4]], np.float32)
    found = run_linear(tmp_path, weight, None, x, non_negative=False)
    expected = x @ weight.numpy().T
    assert np.abs(found - expected).max(axis=1) / np.abs(expected).max(axis=1) == pytest.approx([0, 0], abs=0.03)


def test_embedding_table_serves_both_directions() -> None:
    table = torch.randn(6, 8, generator=torch.Generator().manual_seed(4))
    embedding = Int8Embedding(table, 2.0, input_range=None)
    found = embedding.lookup(torch.tensor([5, 0]))
    assert torch.allclose(found, table[[5, 0]] * 2, atol=0.05)
    assert torch.equal(
        embedding.weight.float() * embedding.weight_scale[:, None] * 2, embedding.lookup(torch.arange(6))
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("precision", ["fp32", "int8", "calibrated"])
def test_rows_are_bit_identical_alone_and_in_any_company(
    precision: str, threads: int, model: Transformer, request: pytest.FixtureRequest
) -> None:
    graphs = open_graphs(request.getfixturevalue(f"{precision}_folder"), model.config, threads)
    random = np.random.default_rng(0)
    sources = [[*random.integers(3, 300, length).tolist(), 2] for length in (0, 1, 2, 5, 9, 14, 23, 40, 47)]
    targets = random.integers(3, 300, (len(sources), 12))
    alone = [translate(graphs, [source], targets[[row]]) for row, source in enumerate(sources)]
    for _ in range(6):
        rows = random.permutation(len(sources))[: random.integers(2, len(sources) + 1)]
        together = translate(graphs, [sources[row] for row in rows], targets[rows])
        for place, row in enumerate(rows):
            assert np.array_equal(together[place], alone[row][0])


def translate(graphs: OnnxModel, sources: list[list[int]], targets: Any) -> Any:
    """Teacher-forced logits [B, T, V]."""
    decoding = OnnxDecoding(graphs, sources, targets.shape[1])
    return np.stack([decoding.step(np.ascontiguousarray(tokens)) for tokens in targets.T], axis=1)
