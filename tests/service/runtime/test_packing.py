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
        "last_source_positions": [2, 0],
        "source_capacity": [3],
    }


def test_element_types_are_those_of_the_graph() -> None:
    dtypes = {name: array.dtype for name, array in pack_sources([[7, 2], [2]]).items()}
    assert dtypes.pop("last_source_positions") == np.int32
    assert dtypes.pop("source_capacity") == np.int32
    assert set(dtypes.values()) == {np.dtype(np.int64)}


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=9), min_size=1, max_size=8))
def test_unpacking_restores_every_source(sources: list[list[int]]) -> None:
    packed = pack_sources(sources)
    grid = packed["input_ids"][packed["unpack_index"]]
    assert grid.shape == (len(sources), max(map(len, sources)))
    lengths = (packed["last_source_positions"] + 1).tolist()
    assert packed["source_capacity"].tolist() == [max(lengths)]
    assert [row[:length].tolist() for row, length in zip(grid, lengths, strict=True)] == sources
    assert grid.ravel()[packed["pack_index"]].tolist() == packed["input_ids"].tolist()
