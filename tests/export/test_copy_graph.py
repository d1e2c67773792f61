from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

from export.copy_graph import write_copy_graph
from service.runtime.bundle import COPY_INPUTS, COPY_OUTPUT


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("copy") / "copy.onnx"
    write_copy_graph(path)
    return path


def test_inputs_and_outputs_are_the_contract(path: Path) -> None:
    graph = onnx.load(path).graph
    assert [value.name for value in graph.input] == [*COPY_INPUTS]
    assert [value.name for value in graph.output] == [COPY_OUTPUT]


def test_chosen_rows_replace_chosen_rows(path: Path) -> None:
    origin, target = np.arange(40, dtype=np.int32).reshape(20, 2), np.zeros((10, 2), np.int32)
    feeds: dict[str, Any] = {
        "origin": origin,
        "target": target,
        "origin_starts": np.array([10, 0])[:, None, None],
        "target_starts": np.array([0, 5])[:, None, None],
        "origin_offsets": np.array([[1, 2, 9], [4, 5, 9]]),  # of two heads; the last token is not copied
        "target_offsets": np.array([[0, 1, 9], [2, 3, 9]]),
        "length": np.array([2]),
    }
    (found,) = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]).run([COPY_OUTPUT], feeds)
    assert found[:, 0].tolist() == [22, 24, 28, 30, 0, 2, 4, 8, 10, 0]
    assert found[:, 1].tolist() == [23, 25, 29, 31, 0, 3, 5, 9, 11, 0]


def test_it_is_small_and_always_the_same(path: Path, tmp_path: Path) -> None:
    write_copy_graph(tmp_path / "again.onnx")
    assert (tmp_path / "again.onnx").read_bytes() == path.read_bytes()
    assert path.stat().st_size < 2000
