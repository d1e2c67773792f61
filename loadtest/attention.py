"""`python -m loadtest.attention`: what one attention node of a decoder step takes, in the forms that it could have.

n rows, K beams of a search, H heads, D numbers of each, M places of the cache. Every form attends from one token of
each row to `--length` cached ones.
"""

import argparse
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
from onnx import TensorProto, helper

Array = npt.NDArray[Any]

STEPS: Final = 200
CACHE_SCALE: Final = 0.05
OPSET: Final = 21
IR_VERSION: Final = 10
DOMAIN: Final = "com.microsoft"


@dataclass(frozen=True, slots=True)
class Form:
    """A way of attending: `num_together` rows of one source read its cache together."""

    name: str
    dtype: npt.DTypeLike = np.float32
    cache_dtype: npt.DTypeLike = np.float32
    num_together: int = 1


FORMS: Final = (
    Form("float32"),
    Form("float16", np.float16, np.float16),
    Form("int8 caches", cache_dtype=np.int8),
    Form("float32, 4 beams share a cache", num_together=4),
)


def measure(form: Form, *, rows: int, heads: int, size: int, length: int) -> float:
    """Seconds of one run of the node, the median of many."""
    inputs = _inputs(form, rows // form.num_together, heads, size, length)
    session = _session(_node(form, heads), inputs, form)
    binding = session.io_binding()
    values = {name: onnxruntime.OrtValue.ortvalue_from_numpy(value) for name, value in inputs.items()}
    for name, value in values.items():
        binding.bind_ortvalue_input(name, value)
    binding.bind_ortvalue_output("y", onnxruntime.OrtValue.ortvalue_from_numpy(np.zeros_like(inputs["query"])))
    binding.bind_ortvalue_output("keys_out", values["keys"])  # in place, as in a decoder
    binding.bind_ortvalue_output("values_out", values["values"])
    return statistics.median(_seconds(session, binding) for _ in range(STEPS))


def _inputs(form: Form, num_caches: int, heads: int, size: int, length: int) -> dict[str, Array]:
    """By the name of the node's input; caches [n / K, H, M, D] with room for one more token."""
    random = np.random.default_rng(0)
    width = heads * size
    cache = (num_caches, heads, length + 1, size)
    scale = 1 / CACHE_SCALE if form.cache_dtype == np.int8 else 1
    return {
        "query": random.standard_normal((num_caches, 1, width * form.num_together)).astype(form.dtype),
        "key": random.standard_normal((num_caches, 1, width)).astype(form.dtype),
        "value": random.standard_normal((num_caches, 1, width)).astype(form.dtype),
        "keys": (scale * random.standard_normal(cache)).astype(form.cache_dtype),
        "values": (scale * random.standard_normal(cache)).astype(form.cache_dtype),
        "lengths": np.full(num_caches, length, np.int32),
        "longest": np.array(length + 1, np.int32),
    }


def _node(form: Form, heads: int) -> onnx.NodeProto:
    names = ["query", "key", "value", "keys", "values", "lengths", "longest"]
    attributes: dict[str, Any] = {"num_heads": heads * form.num_together, "kv_num_heads": heads}
    if form.cache_dtype == np.int8:
        names += ["", "", "", "", "", "key_scale", "value_scale"]
        attributes |= {"k_quant_type": "PER_TENSOR", "v_quant_type": "PER_TENSOR", "kv_cache_bit_width": 8}
    outputs = ["y", "keys_out", "values_out"]
    return helper.make_node("GroupQueryAttention", names, outputs, domain=DOMAIN, **attributes)


def _session(node: onnx.NodeProto, inputs: Mapping[str, Array], form: Form) -> onnxruntime.InferenceSession:
    scales = [helper.make_tensor(name, TensorProto.FLOAT, [1], [CACHE_SCALE]) for name in ("key_scale", "value_scale")]
    graph = helper.make_graph(
        [node],
        "attention",
        [_described(name, value) for name, value in inputs.items()],
        [
            _described("y", inputs["query"]),
            _described("keys_out", inputs["keys"]),
            _described("values_out", inputs["values"]),
        ],
        scales if form.cache_dtype == np.int8 else [],
    )
    imports = [helper.make_opsetid("", OPSET), helper.make_opsetid(DOMAIN, 1)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=IR_VERSION)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _described(name: str, value: Array) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)


def _seconds(session: onnxruntime.InferenceSession, binding: onnxruntime.IOBinding) -> float:
    started = time.perf_counter()
    session.run_with_iobinding(binding)
    return time.perf_counter() - started


def main(arguments: Sequence[str] | None = None) -> None:
    """Print microseconds by form."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.attention", description=__doc__)
    parser.add_argument("--rows", type=int, default=128, help="rows of the step (128)")
    parser.add_argument("--heads", type=int, default=4, help="heads of the attention (4)")
    parser.add_argument("--size", type=int, default=64, help="numbers of each head (64)")
    parser.add_argument("--length", type=int, default=20, help="tokens that are attended to (20)")
    options = parser.parse_args(arguments)
    for form in FORMS:
        seconds = measure(form, **vars(options))
        print(f"{form.name:32}{1e6 * seconds:10.1f} us", flush=True)


if __name__ == "__main__":
    main()
