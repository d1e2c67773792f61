"""Search over the PyTorch model with its cache."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import torch

from models.decoding import Floats
from models.reference import Reference
from models.search import TorchDecoding, beam, greedy
from models.transformer import Transformer
from tests.models.toys import TOY, random_sources, search_model, toy_model


def test_greedy_in_a_batch_is_greedy_alone() -> None:
    model, sources = search_model(), random_sources(12)
    together = greedy(model, sources)
    assert together == [greedy(model, [source])[0] for source in sources]
    assert len({tuple(target) for target in together}) > 4
    assert len({len(target) for target in together}) > 4


def test_a_search_ends_at_its_own_limit_whatever_its_neighbours_are() -> None:
    model = search_model()
    model.embedding.weight.data[TOY.eos_id] = 0.0
    short, long = greedy(model, [[5, 2], [5, 6, 7, 8, 9, 10, 2]])
    assert (len(short), len(long)) == (2 * 2 + 20, 2 * 7 + 20)


def test_one_beam_is_greedy() -> None:
    model, sources = search_model(), random_sources(12)
    assert beam(model, sources, num_beams=1) == greedy(model, sources)


def test_beams_in_a_batch_are_beams_alone() -> None:
    model, sources = search_model(), random_sources(6)
    together = beam(model, sources, num_beams=3)
    assert together == [beam(model, [source], num_beams=3)[0] for source in sources]


def test_reordered_rows_go_on_with_the_other_rows_target() -> None:
    model, source = search_model(), [5, 6, 2]

    def logits_after(*target: int) -> Floats:
        decoding = TorchDecoding(model, [source])
        return [decoding.step(np.array([token])) for token in target][-1][0]

    with torch.inference_mode():
        decoding = TorchDecoding(model, [source], rows_per_source=2)
        decoding.step(np.array([1, 1]))
        decoding.step(np.array([7, 8]))
        decoding.reorder(np.array([1, 0]))
        swapped = decoding.step(np.array([9, 9]))
        np.testing.assert_allclose(swapped[0], logits_after(1, 8, 9), atol=1e-5)
        np.testing.assert_allclose(swapped[1], logits_after(1, 7, 9), atol=1e-5)
        assert np.abs(swapped[0] - swapped[1]).max() > 1e-3


def log_probability(oracle: Reference, source: list[int], target: tuple[int, ...]) -> float:
    ids = (oracle.config.bos_id, *target)
    scores = oracle.logits(source, ids).log_softmax(dim=1)
    return sum(float(row[token]) for row, token in zip(scores, (*target, oracle.config.eos_id), strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_beam_search_on_a_toy_vocabulary_is_exhaustive_search(seed: int) -> None:
    """Vocabulary of four, three positions: 1 + 3 + 9 targets end in time, and 30 beams lose none of them."""
    config = replace(TOY, vocab_size=4, max_positions=3, encoder_layers=1, decoder_layers=1)
    model = toy_model(config, seed)
    oracle, source = Reference(model), [3, 2]
    targets: list[tuple[int, ...]] = [target for length in range(3) for target in product((0, 1, 3), repeat=length)]
    scores = {target: log_probability(oracle, source, target) / (len(target) + 1) for target in targets}
    best = max(targets, key=lambda target: scores[target])
    assert beam(model, [source], num_beams=30) == [list(best)]


def test_no_gradients_are_kept() -> None:
    model: Transformer = toy_model().train()
    greedy(model, random_sources(2))
    assert all(parameter.grad is None for parameter in model.parameters())
    assert torch.is_grad_enabled()
