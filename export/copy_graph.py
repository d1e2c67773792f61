"""The graph by which a device copies cache cells, so that the server needs nothing but ONNX Runtime for it.

It knows no model: a cell is a row of 32-bit words, whatever numbers they are, and its inputs say where cells lie. So
one file of some hundred bytes does for placing sources, for forking beams and for moving rows. It belongs to the
bundle, which is verified as a whole, rather than to the server's package, which then has no data files.
"""

from pathlib import Path

import onnx
from onnx import TensorProto, helper

from export.onnx_file import OPSET
from service.runtime.bundle import COPY_INPUTS, COPY_OUTPUT

_IR_VERSION = 10
# The letters are those of `service.runtime.copying`.
_SHAPES: dict[str, tuple[int, list[str | int]]] = {
    "origin": (TensorProto.INT32, ["origin cells", "W"]),
    "target": (TensorProto.INT32, ["target cells", "W"]),
    "origin_starts": (TensorProto.INT64, ["r", 1, 1]),
    "target_starts": (TensorProto.INT64, ["r", 1, 1]),
    "origin_offsets": (TensorProto.INT64, ["P * H", "origin capacity"]),
    "target_offsets": (TensorProto.INT64, ["P * H", "target capacity"]),
    "length": (TensorProto.INT64, [1]),
}


def write_copy_graph(path: Path) -> None:
    """target[target_starts + target_offsets] = origin[origin_starts + origin_offsets], of `length` offsets each.

    The output is the target: bound to the same buffer, only those rows of it are written.
    """
    nodes = [
        *_places("origin", "rows"),
        *_places("target", "column"),
        helper.make_node("Gather", ["origin", "origin_places"], ["words"]),
        helper.make_node("ScatterND", ["target", "target_places", "words"], [COPY_OUTPUT]),
    ]
    constants = {"first": [0], "token_axis": [1], "rows": [-1], "column": [-1, 1]}
    graph = helper.make_graph(
        nodes,
        "copy",
        [helper.make_tensor_value_info(name, *_SHAPES[name]) for name in COPY_INPUTS],
        [helper.make_tensor_value_info(COPY_OUTPUT, *_SHAPES["target"])],
        [helper.make_tensor(name, TensorProto.INT64, [len(value)], value) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=_IR_VERSION)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _places(side: str, shape: str) -> list[onnx.NodeProto]:
    """The nodes that list the rows of all cells of one side, [r * P * H * length] or one index to a line."""
    return [
        helper.make_node("Slice", [f"{side}_offsets", "first", "length", "token_axis"], [f"{side}_cells"]),
        helper.make_node("Add", [f"{side}_starts", f"{side}_cells"], [f"{side}_all"]),
        helper.make_node("Reshape", [f"{side}_all", shape], [f"{side}_places"]),
    ]
