"""A PyTorch module as an ONNX file whose content depends on the module alone."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import onnx_ir
import torch
from torch import nn

OPSET = 21
# Optional outputs that nothing may read; without a name the runtime does not make them.
_OPTIONAL_OUTPUTS = {"SkipLayerNormalization": (1, 2, 3), "GroupQueryAttention": (1, 2)}
# On CUDA, where float16 runs, attention computes from the caches that it has given out itself.
_NEEDED_IN_FLOAT16 = frozenset({"GroupQueryAttention"})


@dataclass(frozen=True, slots=True)
class Interface:
    """Example arguments of a graph's `forward`, their dynamic axes, and the names in the file."""

    arguments: dict[str, Any]
    axes: dict[str, Any]
    input_names: list[str]
    output_names: list[str]


def write_onnx(module: nn.Module, interface: Interface, path: Path) -> None:
    """Trace `module` with the interface's arguments and write the graph."""
    with _quiet_exporter(), torch.no_grad():
        program = torch.onnx.export(
            module.eval(),
            kwargs=interface.arguments,
            dynamo=True,
            dynamic_shapes=interface.axes,
            input_names=interface.input_names,
            output_names=interface.output_names,
            opset_version=OPSET,
            verbose=False,
        )
    if program is None:
        raise RuntimeError(f"torch.onnx.export made nothing for {path.name}")
    _strip(program.model)
    onnx_ir.save(program.model, path)


def _strip(model: onnx_ir.Model) -> None:
    """Drop what describes the exporting machine (stack traces, paths) and the names of outputs that nothing reads."""
    graph = model.graph
    outputs = [output for node in graph for output in node.outputs]
    for item in (model, graph, *graph, *graph.inputs, *graph.initializers.values(), *outputs):
        item.metadata_props.clear()
    for node in graph:
        for index in _OPTIONAL_OUTPUTS.get(node.op_type, ()):
            output = node.outputs[index]
            if not output.uses() and not output.is_graph_output() and not _is_needed(node):
                output.name = ""


def _is_needed(node: onnx_ir.Node) -> bool:
    return node.op_type in _NEEDED_IN_FLOAT16 and node.outputs[0].dtype == onnx_ir.DataType.FLOAT16


@contextmanager
def _quiet_exporter() -> Iterator[None]:
    """The exporter logs and warns about its own internals; what matters still comes through as an exception."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
