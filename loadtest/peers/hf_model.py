"""A Hugging Face transformers model from a bundle's weights: M2M100 for pre-norm, Marian for post-norm."""

from typing import Any, Final

import torch
from transformers import M2M100Config, M2M100ForConditionalGeneration, MarianConfig, MarianMTModel

from loadtest.peers.weights import Array, Weights, sinusoidal_positions

HfModel = Any
"""M2M100ForConditionalGeneration or MarianMTModel; their methods are untyped."""

ATTENTIONS: Final = {"attention": "self_attn", "cross_attention": "encoder_attn"}
FEED_FORWARD: Final = {"inner": "fc1", "outer": "fc2"}
PARTS: Final = {
    ("attention", "project"): ("q_proj", "k_proj", "v_proj"),
    ("attention", "output"): ("out_proj",),
    ("cross_attention", "query"): ("q_proj",),
    ("cross_attention", "project"): ("k_proj", "v_proj"),
    ("cross_attention", "output"): ("out_proj",),
}
NORMS: Final = {
    "attention_residual": "self_attn_layer_norm",
    "cross_attention_residual": "encoder_attn_layer_norm",
    "feed_forward_residual": "final_layer_norm",
}


def make_hf_model(weights: Weights) -> HfModel:
    """A model in evaluation mode. Raises ValueError for a shape that neither architecture has."""
    config = weights.config
    if config.attention_size != config.d_model or not config.attention_bias:
        raise ValueError("M2M100 and Marian have biases in attention, and heads that together are d_model wide")
    is_pre = config.norm_position == "pre"
    model: HfModel = M2M100ForConditionalGeneration(_pre(weights)) if is_pre else MarianMTModel(_post(weights))
    missing, unknown = model.load_state_dict(_parameters(weights), strict=False)
    if unknown or not all("embed_positions" in name or name == "final_logits_bias" for name in missing):
        raise ValueError(f"the weights do not fit: missing {missing}, unknown {unknown}")
    model.tie_weights()
    _set_positions(model, weights)
    return model.eval()


def _pre(weights: Weights) -> M2M100Config:
    return M2M100Config(**_sizes(weights))


def _post(weights: Weights) -> MarianConfig:
    return MarianConfig(**_sizes(weights), forced_eos_token_id=None)


def _sizes(weights: Weights) -> dict[str, object]:
    config = weights.config
    sizes: dict[str, object] = {
        "vocab_size": config.vocab_size,
        "max_position_embeddings": config.max_positions,
        "d_model": config.d_model,
        "activation_function": config.activation,
        "scale_embedding": config.scale_embedding,
        "pad_token_id": config.pad_id,
        "bos_token_id": config.bos_id,
        "eos_token_id": config.eos_id,
        "decoder_start_token_id": config.bos_id,
    }
    for stack, layers in (("encoder", config.encoder_layers), ("decoder", config.decoder_layers)):
        sizes[f"{stack}_layers"] = layers
        sizes[f"{stack}_attention_heads"] = config.num_heads
        sizes[f"{stack}_ffn_dim"] = config.ffn_size
    return sizes


def _parameters(weights: Weights) -> dict[str, torch.Tensor]:
    """Every weight by the name that transformers has for it."""
    embedding = torch.from_numpy(weights.tensors["embedding.weight"])
    names = ("model.shared", "model.encoder.embed_tokens", "model.decoder.embed_tokens", "lm_head")
    found = {f"{name}.weight": embedding for name in names}
    for name, array in weights.tensors.items():
        if name != "embedding.weight":
            found |= {name: torch.from_numpy(part) for name, part in _renamed(name, array).items()}
    return found


def _renamed(name: str, array: Array) -> dict[str, Array]:
    """`decoder.0.attention.project.bias` gives three entries: that product makes queries, keys and values."""
    *stack, kind = name.split(".")
    if len(stack) == 1:  # encoder_norm, decoder_norm
        return {f"model.{stack[0].removesuffix('_norm')}.layer_norm.{kind}": array}
    side, index, block, part = stack
    layer = f"model.{side}.layers.{index}"
    if block in NORMS:
        return {f"{layer}.{NORMS[block]}.{kind}": array}
    if block == "feed_forward":
        return {f"{layer}.{FEED_FORWARD[part]}.{kind}": array}
    parts = PARTS[block, part]
    pieces = array.reshape(len(parts), -1, *array.shape[1:])
    return {f"{layer}.{ATTENTIONS[block]}.{name}.{kind}": piece for name, piece in zip(parts, pieces, strict=True)}


def _set_positions(model: HfModel, weights: Weights) -> None:
    """Sine and cosine stand in turn here, in halves there: both read their table from an array."""
    config = weights.config
    table = torch.from_numpy(sinusoidal_positions(config.max_positions, config.d_model))
    for stack in (model.model.encoder, model.model.decoder):
        if isinstance(model, MarianMTModel):
            stack.embed_positions.weight.data.copy_(table)
        else:  # its rows up to padding_idx belong to padding
            stack.embed_positions.weights = torch.cat([torch.zeros(config.pad_id + 1, config.d_model), table])
