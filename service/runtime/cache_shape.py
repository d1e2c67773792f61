"""What a model's caches are made of, and how much of it one row takes.

L decoder layers, H heads, D head size.
"""

from typing import Any, Final

import numpy as np

from service.runtime.bundle import BundleManifest

KEY_AND_VALUE: Final = 2


def bytes_per_row(manifest: BundleManifest) -> int:
    """Memory that one slot of a model takes."""
    parts, heads, size = cache_sizes(manifest)
    tokens = manifest.limits.max_target_tokens + manifest.limits.max_source_tokens
    return parts * heads * tokens * size * np.dtype(cache_dtype(manifest)).itemsize


def cache_dtype(manifest: BundleManifest) -> type[np.floating[Any]]:
    """What keys and values are numbers of."""
    return np.float16 if manifest.precision == "fp16" else np.float32


def cache_sizes(manifest: BundleManifest) -> tuple[int, int, int]:
    """2L, H and D."""
    sizes = manifest.sizes
    return KEY_AND_VALUE * sizes.decoder_layers, sizes.num_heads, sizes.head_size
