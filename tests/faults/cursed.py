"""A bundle whose model does on demand what a broken one does: hang, fail, or compute nonsense for one row."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from service.runtime.tokenizer import Tokenizer

# A target that goes on behind one of these words meets the fault.
HANG, FAIL, NONSENSE = "Ж", "Щ", "Ю"
FOR_EVER: Final = 10**15  # iterations


def curse(bundle: Path, copy: Path) -> Path:
    """A copy of `bundle`, changed in its decoder."""
    shutil.copytree(bundle, copy)
    tokenizer = Tokenizer.from_file(copy / "tokenizer.json")
    model = onnx.load(copy / "decoder.onnx")
    [logits] = [node for node in model.graph.node if "logits" in node.output]
    logits.output[list(logits.output).index("logits")] = "sane_logits"
    model.graph.node.extend(_faults({word: _token_of(word, tokenizer) for word in (HANG, FAIL, NONSENSE)}))
    onnx.save(model, copy / "decoder.onnx")
    _sign(copy)
    return copy


def _token_of(word: str, tokenizer: Tokenizer) -> int:
    *_, token_id = tokenizer.encode(word)
    return token_id


def _faults(tokens: dict[str, int]) -> list[onnx.NodeProto]:
    """From `input_ids` [n] and `sane_logits` [n, V] to `logits` [n, V]."""
    return [
        *_constant("for_ever", np.array(FOR_EVER, np.int64)),
        *_constant("true", np.array(True)),
        *_constant("nothing", np.zeros(1, np.float32)),
        *_constant("nan", np.array(np.nan, np.float32)),
        *_constant("zero", np.array(0, np.float32)),
        *_constant("row_axis", np.array([1], np.int64)),
        *_flag("hang", tokens[HANG]),
        helper.make_node("Mul", ["hang_met", "for_ever"], ["num_rounds"]),
        helper.make_node("Loop", ["num_rounds", "true", "zero"], ["looped"], body=_endless_body()),
        # One element, asked for at 0, or at 1, which the runtime refuses.
        *_flag("fail", tokens[FAIL]),
        helper.make_node("Gather", ["nothing", "fail_met"], ["gathered"]),
        *_flag("nonsense", tokens[NONSENSE]),
        helper.make_node("Where", ["nonsense_rows", "nan", "zero"], ["row_faults"]),
        helper.make_node("Unsqueeze", ["row_faults", "row_axis"], ["column"]),
        helper.make_node("Sum", ["sane_logits", "looped", "gathered", "column"], ["logits"]),
    ]


def _flag(name: str, token_id: int) -> list[onnx.NodeProto]:
    """`{name}_rows` [n], and `{name}_met`: 1 if the token is any row's last token, else 0."""
    return [
        *_constant(f"{name}_id", np.array(token_id, np.int64)),
        helper.make_node("Equal", ["input_ids", f"{name}_id"], [f"{name}_rows"]),
        helper.make_node("Cast", [f"{name}_rows"], [f"{name}_counts"], to=TensorProto.INT64),
        helper.make_node("ReduceMax", [f"{name}_counts"], [f"{name}_met"], keepdims=0),
    ]


def _endless_body() -> onnx.GraphProto:
    """Hands one number from round to round."""
    return helper.make_graph(
        [
            helper.make_node("Identity", ["goes_on"], ["goes_on_out"]),
            helper.make_node("Identity", ["value"], ["value_out"]),
        ],
        "endless",
        [
            helper.make_tensor_value_info("round", TensorProto.INT64, []),
            helper.make_tensor_value_info("goes_on", TensorProto.BOOL, []),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, []),
        ],
        [
            helper.make_tensor_value_info("goes_on_out", TensorProto.BOOL, []),
            helper.make_tensor_value_info("value_out", TensorProto.FLOAT, []),
        ],
    )


def _constant(name: str, value: np.ndarray) -> list[onnx.NodeProto]:
    return [helper.make_node("Constant", [], [name], value=numpy_helper.from_array(value, name))]


def _sign(bundle: Path) -> None:
    """The manifest knows the checksum of every file."""
    path = bundle / "bundle.json"
    manifest = json.loads(path.read_text("utf-8"))
    content = (bundle / "decoder.onnx").read_bytes()
    manifest["files"]["decoder.onnx"] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    path.write_text(json.dumps(manifest), "utf-8")
