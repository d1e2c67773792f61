"""Packs several sources into the encoder's inputs, so that no linear layer works on padding.

B sources, N tokens of all of them together, S tokens of the longest.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

EncoderInputs = dict[str, npt.NDArray[np.int64] | npt.NDArray[np.int32]]


def pack_sources(sources: Sequence[Sequence[int]]) -> EncoderInputs:
    """The encoder graph's inputs for `sources`, none of which may be empty."""
    lengths = np.array([len(source) for source in sources], np.int64)
    longest = int(lengths.max())
    starts = np.cumsum(lengths) - lengths
    positions = np.arange(lengths.sum()) - np.repeat(starts, lengths)
    pack_index = np.repeat(np.arange(len(sources)) * longest, lengths) + positions
    return {
        "input_ids": np.concatenate([np.asarray(source, np.int64) for source in sources]),
        "positions": positions,
        "pack_index": pack_index,
        "unpack_index": _invert(pack_index, len(sources), longest),
        "last_source_positions": (lengths - 1).astype(np.int32),
        "source_capacity": np.array([longest], np.int32),
    }


def _invert(pack_index: npt.NDArray[np.int64], num_sources: int, longest: int) -> npt.NDArray[np.int64]:
    """[B, S]: the packed token of each grid cell; padding cells point at token 0 and are masked by length."""
    grid = np.zeros(num_sources * longest, np.int64)
    grid[pack_index] = np.arange(len(pack_index))
    return grid.reshape(num_sources, longest)
