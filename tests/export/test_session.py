import numpy as np

from export.session import pack_sources


def test_packing_goes_to_the_grid_and_back() -> None:
    packed = pack_sources([[5, 6, 2], [2], [7, 2]])
    assert packed["input_ids"].tolist() == [5, 6, 2, 2, 7, 2]
    assert packed["positions"].tolist() == [0, 1, 2, 0, 0, 1]
    assert packed["pack_index"].tolist() == [0, 1, 2, 3, 6, 7]
    assert packed["unpack_index"].tolist() == [[0, 1, 2], [3, 0, 0], [4, 5, 0]]
    assert packed["source_lengths"].tolist() == [3, 1, 2]
    grid = packed["input_ids"][packed["unpack_index"]]
    assert np.array_equal(grid.reshape(-1)[packed["pack_index"]], packed["input_ids"])


def test_types_are_those_of_the_graph() -> None:
    types = {name: array.dtype.name for name, array in pack_sources([[2]]).items()}
    assert types.pop("source_lengths") == "int32"
    assert set(types.values()) == {"int64"}
