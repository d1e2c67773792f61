"""Packs several sources into the encoder's inputs, so that no linear layer works on padding.

B sources, N tokens of all of them together, S tokens of the longest.
"""

import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from service.runtime.compiling import compiled

Indices = npt.NDArray[np.int64]
EncoderInputs = dict[str, Indices | npt.NDArray[np.int32]]


def pack_sources(sources: Sequence[Sequence[int]]) -> EncoderInputs:
    """The encoder graph's inputs for `sources`, none of which may be empty."""
    lengths = np.fromiter(map(len, sources), np.int64, len(sources))
    num_tokens, longest = int(lengths.sum()), int(lengths.max())
    positions, pack_index = np.empty(num_tokens, np.int64), np.empty(num_tokens, np.int64)
    # Padding cells point at token 0 and are masked by length.
    unpack_index = np.zeros((len(sources), longest), np.int64)
    _index(lengths, positions, pack_index, unpack_index)
    return {
        "input_ids": np.fromiter(itertools.chain.from_iterable(sources), np.int64, num_tokens),
        "positions": positions,
        "pack_index": pack_index,
        "unpack_index": unpack_index,
        "last_source_positions": (lengths - 1).astype(np.int32),
        "source_capacity": np.array([longest], np.int32),
    }


@compiled("void(int64[::1], int64[::1], int64[::1], int64[:, ::1])")
def _index(lengths: Indices, positions: Indices, pack_index: Indices, unpack_index: Indices) -> None:
    """Where each of N tokens stands in its source, in which cell of the grid [B, S], and which of them is in a cell."""
    token = 0
    for source in range(len(lengths)):
        for position in range(lengths[source]):
            positions[token] = position
            pack_index[token] = source * unpack_index.shape[1] + position
            unpack_index[source, position] = token
            token += 1
