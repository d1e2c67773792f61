"""ONNX Runtime's own operators, written from PyTorch modules.

Under the exporter each call becomes one node of the `com.microsoft` domain; run by PyTorch itself it gives zeros.
So a module built from these is checked by exporting it and running the graph, never by calling it.
"""

from collections.abc import Sequence

import torch
from torch import SymInt, Tensor
from torch.onnx.ops import symbolic, symbolic_multi_out

_DOMAIN = "com.microsoft"
_VERSION = 1

Shape = Sequence[int | SymInt]


def attention(
    query: Tensor,
    key_value: tuple[Tensor, Tensor] | None,
    past: tuple[Tensor, Tensor] | None,
    last_positions: Tensor,
    capacity: Tensor,
    *,
    num_heads: int,
    head_size: int,
    causal: bool,
) -> tuple[Tensor, Tensor, Tensor]:
    """Attention over ragged rows: row b looks at the positions 0..last_positions[b] and at no other.

    query [B, T, H*D], or [B, T, 3*H*D] holding query, key and value when `key_value` is None; scaled by D^-0.5
    already, see `with_scaled_queries`. `past` is [B, H, capacity, D]; it is written in place where its buffer is also
    bound as the output. `capacity` [1] is at least every row's length. Returns [B, T, H*D] and both caches.
    """
    rows, length = query.shape[0], query.shape[1]
    key, value = key_value or (None, None)
    past_key, past_value = past or (None, None)
    cached = length if past_key is None else past_key.shape[2]
    cache: Shape = (rows, num_heads, cached, head_size)
    attended, new_key, new_value = symbolic_multi_out(
        f"{_DOMAIN}::GroupQueryAttention",
        (query, key, value, past_key, past_value, last_positions, capacity),
        {"num_heads": num_heads, "kv_num_heads": num_heads, "causal": int(causal), "scale": 1.0},
        dtypes=(query.dtype,) * 3,
        shapes=((rows, length, num_heads * head_size), cache, cache),
        version=_VERSION,
    )
    return attended, new_key, new_value


def add_and_normalise(
    stream: Tensor, result: Tensor, bias: Tensor | None, norm: torch.nn.LayerNorm
) -> tuple[Tensor, Tensor]:
    """sum = stream + result + bias, all [..., d]; returns (norm(sum), sum).

    On GPUs, where float16 runs, one fused node. On CPUs that node is not vectorised: three to five times slower at
    32 rows and more than a sum and a norm.
    """
    if stream.dtype == torch.float16:
        return _fused_add_and_normalise(stream, result, bias, norm)
    terms = (stream, result) if bias is None else (stream, result, bias)
    # `Sum` is one node for all terms, and the runtime's fusions of additions with a norm pass it by.
    total = symbolic("Sum", terms, dtype=stream.dtype, shape=stream.shape)
    return norm(total), total


def _fused_add_and_normalise(
    stream: Tensor, result: Tensor, bias: Tensor | None, norm: torch.nn.LayerNorm
) -> tuple[Tensor, Tensor]:
    statistics: Shape = (*stream.shape[:-1], 1)
    normed, _, _, total = symbolic_multi_out(
        f"{_DOMAIN}::SkipLayerNormalization",
        (stream, result, norm.weight, norm.bias, bias),
        {"epsilon": norm.eps},
        dtypes=(stream.dtype, torch.float32, torch.float32, stream.dtype),
        shapes=(stream.shape, statistics, statistics, stream.shape),
        version=_VERSION,
    )
    return normed, total


def quantize_rows(x: Tensor, scale: Tensor, zero_point: Tensor | None) -> Tensor:
    """x [..., K], scale and zero point [..., 1] -> uint8 [..., K]: round(x / scale) + zero_point."""
    # One block as long as the row: a scale per row in the row's own rank, so that nothing is reshaped.
    return symbolic(
        "QuantizeLinear",
        (x, scale, zero_point),
        {"axis": x.dim() - 1, "block_size": x.shape[-1]},
        dtype=torch.uint8,
        shape=x.shape,
    )


def quantize(x: Tensor, scale: Tensor, zero_point: Tensor) -> Tensor:
    """x of any shape, scale and zero point [] -> uint8: round(x / scale) + zero_point, at most 255, at least 0."""
    return symbolic("QuantizeLinear", (x, scale, zero_point), dtype=torch.uint8, shape=x.shape)


def integer_product(
    codes: Tensor,
    weight: Tensor,
    scales: tuple[Tensor, Tensor],
    zero_point: Tensor | None,
    bias: Tensor | None = None,
) -> Tensor:
    """(codes - zero_point) @ weight in integers, times both scales, plus the bias.

    uint8 [..., K], int8 [K, C], scales of the codes [] and of the weight's columns [C], bias [C] -> float [..., C].
    """
    return symbolic(
        f"{_DOMAIN}::MatMulIntegerToFloat",
        (codes, weight, *scales, zero_point, None, bias),
        dtype=torch.float32,
        shape=(*codes.shape[:-1], weight.shape[1]),
        version=_VERSION,
    )
