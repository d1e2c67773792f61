import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from service.runtime.packing import pack_sources


def test_two_sources_of_three_and_one_tokens() -> None:
    packed = {name: array.tolist() for name, array in pack_sources([[7, 8, 2], [2]]).items()}
    assert packed == {
        "input_ids": [7, 8, 2, 2],
        "positions": [0, 1, 2, 0],
        "pack_index": [0, 1, 2, 3],
        "unpack_index": [[0, 1, 2], [3, 0, 0]],
        "source_lengths": [3, 1],
    }


def test_element_types_are_those_of_the_graph() -> None:
    dtypes = {name: array.dtype for name, array in pack_sources([[7, 2], [2]]).items()}
    assert dtypes.pop("source_lengths") == np.int32
    assert set(dtypes.values()) == {np.dtype(np.int64)}


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=9), min_size=1, max_size=8))
def test_unpacking_restores_every_source(sources: list[list[int]]) -> None:
    packed = pack_sources(sources)
    grid = packed["input_ids"][packed["unpack_index"]]
    assert grid.shape == (len(sources), max(map(len, sources)))
    lengths = packed["source_lengths"].tolist()
    assert [row[:length].tolist() for row, length in zip(grid, lengths, strict=True)] == sources
    assert grid.ravel()[packed["pack_index"]].tolist() == packed["input_ids"].tolist()
