from collections.abc import Callable
from dataclasses import dataclass

import pytest

from service.runtime.bundle import (
    CHOICE_OUTPUTS,
    COPY_INPUTS,
    COPY_OUTPUT,
    DECODER_INPUTS,
    ENCODER_INPUTS,
    ENCODER_OUTPUT,
    BundleError,
)
from service.runtime.signature import Signature, TensorSpec, copy_signature, graph_signatures
from tests.service.runtime.manifests import make_manifest


@dataclass
class Arg:
    name: str
    type: str
    shape: list[int | str | None]


def args(specs: dict[str, TensorSpec]) -> list[Arg]:
    """What a graph that fits would say: free dimensions have names."""
    return [
        Arg(name, spec.dtype, [f"dim_{axis}" if dim is None else dim for axis, dim in enumerate(spec.dims)])
        for name, spec in specs.items()
    ]


Alter = Callable[[dict[str, Arg]], object]


def check(signature: Signature, alter: Alter = lambda found: None) -> None:
    """Check a graph that fits, but for what `alter` did to its inputs and outputs."""
    inputs = {arg.name: arg for arg in args(dict(signature.inputs))}
    outputs = {arg.name: arg for arg in args(dict(signature.outputs))}
    both = inputs | outputs
    alter(both)
    signature.check(
        "decoder.onnx",
        [both[name] for name in both if name not in outputs],
        [both[name] for name in both if name in outputs],
    )


@pytest.fixture
def decoder() -> Signature:
    return graph_signatures(make_manifest())[1]


def test_the_signatures_name_every_tensor_of_both_graphs() -> None:
    encoder, decoder = graph_signatures(make_manifest())
    assert tuple(encoder.inputs) == ENCODER_INPUTS
    assert dict(encoder.outputs) == {ENCODER_OUTPUT: TensorSpec("tensor(float)", (None, 2 * 2 * 2 * 4))}
    assert tuple(decoder.inputs)[: len(DECODER_INPUTS)] == DECODER_INPUTS
    assert len(decoder.inputs) == len(DECODER_INPUTS) + 2 * 4
    assert len(decoder.outputs) == 1 + 2 * 4 + 2
    assert decoder.inputs["no_tokens"] == TensorSpec("tensor(float)", (None, 0, 8))
    assert decoder.outputs["cross_query_1"] == TensorSpec("tensor(float)", (None, 1, 8))
    assert decoder.inputs["self_key_0"] == TensorSpec("tensor(float)", (None, 2, 5, 4))
    assert decoder.outputs["cross_value_out_1"] == TensorSpec("tensor(float)", (None, 2, 6, 4))
    assert decoder.outputs["logits"] == TensorSpec("tensor(float)", (None, 1, 30))


def test_caches_of_a_float16_bundle_are_float16_and_logits_stay_float32() -> None:
    encoder, decoder = graph_signatures(make_manifest(precision="fp16"))
    assert {spec.dtype for spec in encoder.outputs.values()} == {"tensor(float16)"}
    assert {decoder.inputs[name].dtype for name in ("self_key_0", "no_tokens")} == {"tensor(float16)"}
    assert decoder.outputs["logits"].dtype == "tensor(float)"


def test_only_a_float16_decoder_chooses_tokens_itself(decoder: Signature) -> None:
    best, best_logit = CHOICE_OUTPUTS
    float16 = graph_signatures(make_manifest(precision="fp16"))[1]
    assert float16.outputs[best] == TensorSpec("tensor(int64)", (None, 1))
    assert float16.outputs[best_logit] == TensorSpec("tensor(float)", (None, 1))
    assert set(float16.outputs) - set(decoder.outputs) == {best, best_logit}


def test_the_graph_that_copies_knows_no_model() -> None:
    signature = copy_signature()
    assert set(signature.inputs) == set(COPY_INPUTS)
    assert dict(signature.outputs) == {COPY_OUTPUT: TensorSpec("tensor(int32)", (None, None))}


def test_a_graph_that_fits_passes(decoder: Signature) -> None:
    check(decoder)


def test_a_dimension_that_the_exporter_left_free_passes(decoder: Signature) -> None:
    check(decoder, lambda found: found["self_key_0"].shape.__setitem__(slice(None), ["b", "h", "m", "d"]))


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (lambda found: found.pop("self_key_1"), "input 'self_key_1' is missing"),
        (lambda found: found.update(mask=Arg("mask", "tensor(bool)", [1])), "input 'mask' is unknown"),
        (lambda found: found.pop("logits"), "output 'logits' is missing"),
        (
            lambda found: setattr(found["input_ids"], "type", "tensor(int32)"),
            r"input 'input_ids' is tensor\(int32\), expected tensor\(int64\)",
        ),
        (
            lambda found: setattr(found["logits"], "shape", ["b", 30]),
            "output 'logits' has 2 dimensions, expected 3",
        ),
        (
            lambda found: setattr(found["logits"], "shape", ["b", 1, 31]),
            "output 'logits' has 31 at axis 2, expected 30",
        ),
        (
            lambda found: setattr(found["self_key_0"], "shape", ["b", 3, 5, 4]),
            "input 'self_key_0' has 3 at axis 1, expected 2",
        ),
        (
            lambda found: setattr(found["cached_lengths"], "shape", [1]),
            "input 'cached_lengths' has 1 at axis 0, expected a free dimension",
        ),
    ],
)
def test_a_difference_is_refused_with_the_tensor_and_what_was_expected(
    decoder: Signature, alter: Alter, message: str
) -> None:
    with pytest.raises(BundleError, match=f"decoder.onnx: {message}.*export the bundle again"):
        check(decoder, alter)
