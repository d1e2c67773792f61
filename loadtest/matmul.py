"""`python -m loadtest.matmul --threads N SHAPE...`: how fast this machine multiplies matrices, kernel by kernel.

A SHAPE is rows, inputs and outputs, as `32x512x2048`. The last line is a JSON object: seconds by shape and kernel.
"""

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

from loadtest.machine import pin_this_process
from loadtest.task import TaskPrecision

Shape = tuple[int, int, int]
Product = Callable[[], object]
Array = npt.NDArray[Any]

MEASURE_S: Final = 0.1
CENTRE: Final = 128
OPSET: Final = 21
IR_VERSION: Final = 10


def onnxruntime_product(shape: Shape, threads: int) -> Product:
    """MatMulInteger with constant weights, as it stands in a bundle's graphs."""
    rows, inputs, outputs = shape
    weight = np.random.default_rng(0).integers(-63, 64, (inputs, outputs), np.int8)
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["x", "weight", "centre"], ["y"])],
        "product",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [rows, inputs])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, [rows, outputs])],
        [numpy_helper.from_array(weight, "weight"), numpy_helper.from_array(np.array(CENTRE, np.uint8), "centre")],
    )
    session = _session(graph, threads)
    return _bound(session, np.full((rows, inputs), 7, np.uint8), np.zeros((rows, outputs), np.int32))


def _bound(session: onnxruntime.InferenceSession, x: Array, y: Array) -> Product:
    """A run of the session from x to y, without copies."""
    binding = session.io_binding()
    binding.bind_cpu_input("x", x)
    binding.bind_ortvalue_output("y", onnxruntime.OrtValue.ortvalue_from_numpy(y))
    return lambda: session.run_with_iobinding(binding)


def onnxruntime_float_product(shape: Shape, threads: int) -> Product:
    """MatMul with constant weights, as it stands in the graphs of a bundle in float32."""
    rows, inputs, outputs = shape
    weight = np.random.default_rng(0).standard_normal((inputs, outputs), np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "weight"], ["y"])],
        "product",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [rows, inputs])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [rows, outputs])],
        [numpy_helper.from_array(weight, "weight")],
    )
    session = _session(graph, threads)
    return _bound(session, np.ones((rows, inputs), np.float32), np.zeros((rows, outputs), np.float32))


def _session(graph: onnx.GraphProto, threads: int) -> onnxruntime.InferenceSession:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def torch_float_product(shape: Shape, _: int) -> Product:
    """PyTorch's product of two matrices of float32, by the library for it that PyTorch was built with."""
    rows, inputs, outputs = shape
    x, weight, y = torch.ones(rows, inputs), torch.ones(inputs, outputs), torch.empty(rows, outputs)
    return lambda: torch.mm(x, weight, out=y)


def onednn_float_product(shape: Shape, _: int) -> Product:
    """oneDNN, through PyTorch."""
    rows, inputs, outputs = shape
    x, weight = torch.ones(rows, inputs).to_mkldnn(), torch.ones(outputs, inputs).to_mkldnn()
    return lambda: torch.ops.aten.mkldnn_linear(x, weight)


def torch_product(shape: Shape, _: int) -> Product:
    """PyTorch's product of two int8 matrices."""
    rows, inputs, outputs = shape
    x = torch.ones(rows, inputs, dtype=torch.int8)
    weight = torch.ones(inputs, outputs, dtype=torch.int8)
    return lambda: torch._int_mm(x, weight)


def onednn_product(shape: Shape, _: int) -> Product:
    """oneDNN with packed weights, through PyTorch; it uses AMX where there is any."""
    rows, inputs, outputs = shape
    x = torch.full((rows, inputs), 7, dtype=torch.uint8)
    weight = torch.ops.onednn.qlinear_prepack(torch.ones(outputs, inputs, dtype=torch.int8), [rows, inputs])
    scale, centre = torch.tensor(1.0), torch.tensor(CENTRE)
    scales, centres = torch.ones(outputs), torch.zeros(outputs, dtype=torch.int64)
    product = torch.ops.onednn.qlinear_pointwise
    return lambda: product(x, scale, centre, weight, scales, centres, None, 1.0, 0, torch.float32, "none", [], "")


KERNELS: Final[Mapping[TaskPrecision, Mapping[str, Callable[[Shape, int], Product]]]] = {
    "int8": {"onnxruntime": onnxruntime_product, "torch": torch_product, "onednn": onednn_product},
    "fp32": {"onnxruntime": onnxruntime_float_product, "torch": torch_float_product, "onednn": onednn_float_product},
}


def seconds_of(product: Product) -> float:
    """The fastest of all runs within MEASURE_S: what the machine can do when nothing is in the way."""
    product()
    best = float("inf")
    end = time.perf_counter() + MEASURE_S
    while (started := time.perf_counter()) < end:
        product()
        best = min(best, time.perf_counter() - started)
    return best


def measure(shapes: Sequence[Shape], precision: TaskPrecision, threads: int) -> dict[str, dict[str, float]]:
    """Seconds of one product, by shape and kernel."""
    kernels = KERNELS[precision]
    return {
        "x".join(map(str, shape)): {name: seconds_of(make(shape, threads)) for name, make in kernels.items()}
        for shape in shapes
    }


def _shape(text: str) -> Shape:
    rows, inputs, outputs = map(int, text.split("x"))
    return rows, inputs, outputs


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.matmul", description=__doc__)
    parser.add_argument("shapes", type=_shape, nargs="+", metavar="SHAPE")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--precision", choices=KERNELS, default="int8")
    options = parser.parse_args(arguments)
    pin_this_process(options.threads)
    torch.set_num_threads(options.threads)
    print(json.dumps(measure(options.shapes, options.precision, options.threads)))


if __name__ == "__main__":
    main()
