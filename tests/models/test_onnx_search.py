"""Search over exported graphs: the same ids as the PyTorch model, and no row that knows its neighbours."""

import random
from pathlib import Path

import numpy as np
import pytest

from models import search
from models.decoding import Floats, TargetMarks
from models.onnx_search import OnnxDecoding, OnnxModel, beam, cache_output_name, greedy, pack_sources
from models.transformer import Transformer
from tests.tiny import MAX_TOKENS, random_model

EOS = 2
MARKS = TargetMarks(start=1, end=EOS)


@pytest.fixture(scope="module")
def exact(tiny_bundles: dict[str, Path]) -> OnnxModel:
    return OnnxModel(tiny_bundles["fp32"], MARKS, MAX_TOKENS, threads=1)


@pytest.fixture(scope="module")
def rounded(tiny_bundles: dict[str, Path]) -> OnnxModel:
    return OnnxModel(tiny_bundles["int8"], MARKS, MAX_TOKENS, threads=1)


@pytest.fixture(scope="module")
def vocab_size(exact: OnnxModel) -> int:
    return OnnxDecoding(exact, [[EOS]], 1).step(np.array([1])).shape[1]


@pytest.fixture(scope="module")
def model(vocab_size: int) -> Transformer:
    """The weights that the fp32 bundle was exported from."""
    return random_model(vocab_size, seed=0)


@pytest.fixture(scope="module")
def sources(vocab_size: int) -> list[list[int]]:
    chance = random.Random(1)
    return [[*(chance.randrange(259, vocab_size) for _ in range(n % 9)), EOS] for n in range(12)]


def test_sources_are_packed_without_padding() -> None:
    packed = pack_sources([[5, 6, 2], [2], [7, 2]])
    assert packed["input_ids"].tolist() == [5, 6, 2, 2, 7, 2]
    assert packed["positions"].tolist() == [0, 1, 2, 0, 0, 1]
    assert packed["pack_index"].tolist() == [0, 1, 2, 3, 6, 7]
    assert packed["unpack_index"].tolist() == [[0, 1, 2], [3, 0, 0], [4, 5, 0]]
    assert packed["last_source_positions"].tolist() == [2, 0, 1]
    assert packed["source_capacity"].tolist() == [3]
    kinds = [packed[name].dtype.name for name in ("input_ids", "last_source_positions", "source_capacity")]
    assert kinds == ["int64", "int32", "int32"]


def test_cache_outputs_are_named_after_their_inputs() -> None:
    assert cache_output_name("cross_value_11") == "cross_value_out_11"


def test_greedy_is_that_of_pytorch(exact: OnnxModel, model: Transformer, sources: list[list[int]]) -> None:
    assert greedy(exact, sources) == search.greedy(model, sources)


def test_beam_search_is_that_of_pytorch(exact: OnnxModel, model: Transformer, sources: list[list[int]]) -> None:
    found, expected = beam(exact, sources[:6], num_beams=3), search.beam(model, sources[:6], num_beams=3)
    assert found == expected


def test_one_beam_is_greedy(rounded: OnnxModel, sources: list[list[int]]) -> None:
    assert beam(rounded, sources, num_beams=1) == greedy(rounded, sources)


def test_a_row_has_the_same_result_in_any_company(rounded: OnnxModel, sources: list[list[int]]) -> None:
    assert greedy(rounded, sources) == [greedy(rounded, [source])[0] for source in sources]


def test_reordered_rows_go_on_with_the_other_rows_target(exact: OnnxModel, vocab_size: int) -> None:
    source = [vocab_size - 1, EOS]

    def logits_after(*target: int) -> Floats:
        decoding = OnnxDecoding(exact, [source], 8)
        return [decoding.step(np.array([token])) for token in target][-1][0]

    decoding = OnnxDecoding(exact, [source], 8, rows_per_source=2)
    decoding.step(np.array([1, 1]))
    decoding.step(np.array([300, 301]))
    decoding.reorder(np.array([1, 0]))
    swapped = decoding.step(np.array([299, 299]))
    np.testing.assert_array_equal(swapped[0], logits_after(1, 301, 299))
    np.testing.assert_array_equal(swapped[1], logits_after(1, 300, 299))
