"""A CTranslate2 model folder from a bundle's weights."""

from pathlib import Path
from typing import Any, Final, Literal

from ctranslate2.specs import common_spec
from ctranslate2.specs.transformer_spec import TransformerSpec

from export.folders import replacing
from loadtest.peers.weights import Array, Weights, sinusoidal_positions

ACTIVATIONS: Final = {
    "relu": common_spec.Activation.RELU,
    "gelu": common_spec.Activation.GELU,
    "swish": common_spec.Activation.SWISH,
}
LAYER_NORM_EPSILON: Final = 1e-5

PeerPrecision = Literal["int8", "float32"]


def write_ctranslate2_model(weights: Weights, folder: Path, precision: PeerPrecision) -> None:
    """Write a model folder. The token with id i has the name `str(i)`; sources bring their own end token.

    Raises ValueError for a shape that CTranslate2 does not have.
    """
    config = weights.config
    if config.attention_size != config.d_model:
        raise ValueError(f"the heads are {config.attention_size} wide, CTranslate2 needs d_model, {config.d_model}")
    spec = _make_spec(weights)
    spec.validate()
    spec.optimize(precision)
    with replacing(folder) as built:
        spec.save(str(built))


def _make_spec(weights: Weights) -> TransformerSpec:
    config = weights.config
    spec = TransformerSpec.from_config(
        (config.encoder_layers, config.decoder_layers),
        config.num_heads,
        pre_norm=config.norm_position == "pre",
        activation=ACTIVATIONS[config.activation],
    )
    _fill_stack(spec.encoder, weights, "encoder", spec.encoder.embeddings[0])
    _fill_stack(spec.decoder, weights, "decoder", spec.decoder.embeddings)
    for index, layer in enumerate(spec.decoder.layer):
        _fill_cross_attention(layer.attention, weights, f"decoder.{index}")
    spec.decoder.projection.weight = _copy(weights.tensors["embedding.weight"])
    _name_tokens(spec, weights)
    return spec


def _name_tokens(spec: TransformerSpec, weights: Weights) -> None:
    config = weights.config
    names = [str(token_id) for token_id in range(config.vocab_size)]
    spec.register_source_vocabulary(names)
    spec.register_target_vocabulary(names)
    spec.config.unk_token = str(config.pad_id)
    spec.config.bos_token = spec.config.decoder_start_token = str(config.bos_id)
    spec.config.eos_token = str(config.eos_id)
    spec.config.layer_norm_epsilon = LAYER_NORM_EPSILON


def _fill_stack(stack: Any, weights: Weights, name: str, embeddings: Any) -> None:
    """What the encoder and the decoder have in common."""
    config = weights.config
    embeddings.weight = _copy(weights.tensors["embedding.weight"])
    stack.scale_embeddings = config.scale_embedding
    stack.position_encodings.encodings = sinusoidal_positions(config.max_positions, config.d_model)
    if config.norm_position == "pre":
        _fill_norm(stack.layer_norm, weights, f"{name}_norm")
    for index, layer in enumerate(stack.layer):
        _fill_self_attention(layer.self_attention, weights, f"{name}.{index}")
        _fill_feed_forward(layer.ffn, weights, f"{name}.{index}")


def _fill_self_attention(spec: Any, weights: Weights, layer: str) -> None:
    _fill_norm(spec.layer_norm, weights, f"{layer}.attention_residual.norm")
    for linear, name in zip(spec.linear, ("project", "output"), strict=True):
        _fill_linear(linear, weights, f"{layer}.attention.{name}")


def _fill_cross_attention(spec: Any, weights: Weights, layer: str) -> None:
    _fill_norm(spec.layer_norm, weights, f"{layer}.cross_attention_residual.norm")
    for linear, name in zip(spec.linear, ("query", "project", "output"), strict=True):
        _fill_linear(linear, weights, f"{layer}.cross_attention.{name}")


def _fill_feed_forward(spec: Any, weights: Weights, layer: str) -> None:
    _fill_norm(spec.layer_norm, weights, f"{layer}.feed_forward_residual.norm")
    _fill_linear(spec.linear_0, weights, f"{layer}.feed_forward.inner")
    _fill_linear(spec.linear_1, weights, f"{layer}.feed_forward.outer")


def _fill_linear(spec: Any, weights: Weights, name: str) -> None:
    weight, bias = weights.linear(name)
    spec.weight = _copy(weight)
    if bias is not None:
        spec.bias = _copy(bias)


def _fill_norm(spec: Any, weights: Weights, name: str) -> None:
    spec.gamma = _copy(weights.tensors[f"{name}.weight"])
    spec.beta = _copy(weights.tensors[f"{name}.bias"])


def _copy(array: Array) -> Array:
    """Of one's own: quantising a specification changes its arrays in place."""
    return array.copy()
