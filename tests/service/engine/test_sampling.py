from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.options import DecodingOptions
from service.engine.sampling import Sampler

Logits = npt.NDArray[np.float32]


def sampler(seed: tuple[int, ...] = (0, 0), **options: Any) -> Sampler:
    return Sampler(DecodingOptions(max_new_tokens=5, do_sample=True, **options), seed)


def draws(logits: Logits, count: int, **options: Any) -> npt.NDArray[np.intp]:
    chosen = sampler(**options)
    return np.array([chosen.pick(logits) for _ in range(count)])


def random_logits(seed: int, *shape: int) -> Logits:
    return (3 * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


def test_a_sequence_draws_the_same_whoever_is_drawn_for_beside_it() -> None:
    """Sequence i has the seed (seed, i), so the first is the same for every number of sequences."""
    logits = random_logits(1, 40)
    alone = draws(logits, 20, seed=(3, 1))
    first, second = sampler((3, 0)), sampler((3, 1))
    interleaved = [(first.pick(logits), second.pick(logits))[1] for _ in range(20)]
    assert interleaved == alone.tolist()


def test_a_forbidden_token_is_never_drawn() -> None:
    logits = np.array([0.0, -np.inf, 0.0, -np.inf], np.float32)
    assert set(draws(logits, 200)) == {0, 2}
    assert set(draws(logits, 200, top_p=0.9)) == {0, 2}
    assert set(draws(logits, 200, top_k=3)) == {0, 2}


@settings(deadline=None)
@given(st.lists(st.floats(-20, 0, width=32), min_size=1, max_size=9))
def test_the_largest_random_number_draws_the_last_token_that_may_be_drawn(values: list[float]) -> None:
    class Largest:
        def random(self) -> float:
            return 1 - 2.0**-53

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np.random, "default_rng", lambda seed: Largest())
        assert sampler().pick(np.array([0.0, *values, -np.inf], np.float32)) == len(values)


def test_the_smallest_random_number_draws_the_first_token_that_may_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Smallest:
        def random(self) -> float:
            return 0.0

    monkeypatch.setattr(np.random, "default_rng", lambda seed: Smallest())
    assert sampler().pick(np.array([-np.inf, 0.0, 0.0], np.float32)) == 1


def test_the_same_seed_draws_the_same_tokens() -> None:
    logits = random_logits(5, 40)
    assert draws(logits, 50, seed=(3, 0)).tolist() == draws(logits, 50, seed=(3, 0)).tolist()
    for other in ((4, 0), (3, 1)):
        assert draws(logits, 50, seed=(3, 0)).tolist() != draws(logits, 50, seed=other).tolist()


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_draws_follow_the_softmax_at_the_temperature(temperature: float) -> None:
    logits = np.array([2.0, 1.0, 0.0, -1.0], np.float32)
    frequencies = np.bincount(draws(logits, 20_000, temperature=temperature), minlength=4) / 20_000
    weights = np.exp(logits.astype(np.float64) / temperature)
    # Four standard deviations of a frequency around 0.5 over 20,000 draws.
    np.testing.assert_allclose(frequencies, weights / weights.sum(), atol=0.0142)


def test_a_temperature_near_zero_is_greedy() -> None:
    assert set(draws(random_logits(6, 50), 50, temperature=1e-300)) == {random_logits(6, 50).argmax()}


def test_top_k_keeps_the_k_best_and_lower_ids_among_equals() -> None:
    logits = np.array([1.0, 3.0, 1.0, 2.0, 1.0], np.float32)
    assert set(draws(logits, 500, top_k=2)) == {1, 3}
    assert set(draws(logits, 500, top_k=3)) == {0, 1, 3}


def test_top_k_above_the_vocabulary_keeps_everything() -> None:
    assert set(draws(np.zeros(4, np.float32), 500, top_k=99)) == {0, 1, 2, 3}


def test_top_p_keeps_the_smallest_set_that_reaches_p() -> None:
    """Probabilities 0.5, 0.3, 0.2: the first alone reaches 0.5, the first two 0.8."""
    logits = np.log(np.array([0.2, 0.5, 0.3], np.float64)).astype(np.float32)
    assert set(draws(logits, 500, top_p=0.49)) == {1}
    assert set(draws(logits, 500, top_p=0.75)) == {1, 2}
    assert set(draws(logits, 500, top_p=0.95)) == {0, 1, 2}


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=6), st.integers(1, 996))
def test_top_p_keeps_exactly_what_sorting_and_adding_up_says(weights: list[int], p: int) -> None:
    """No sum of shares, which have denominators up to 30, is exactly a multiple of 1 / 997."""
    shares = np.array(weights) / sum(weights)
    order = np.argsort(-shares, kind="stable")
    kept = order[: int((np.cumsum(shares[order]) < p / 997).sum()) + 1]
    assert set(draws(np.log(shares).astype(np.float32), 600, top_p=p / 997)) == set(kept)


def test_top_p_works_on_what_top_k_left() -> None:
    """After top-k 2 the probabilities are 0.625 and 0.375, so 0.6 keeps one token; without top-k, two."""
    logits = np.log(np.array([0.5, 0.3, 0.2], np.float64)).astype(np.float32)
    assert set(draws(logits, 500, top_k=2, top_p=0.6)) == {0}
    assert set(draws(logits, 500, top_p=0.6)) == {0, 1}


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.floats(-(2.0**99), 2.0**99, width=32), min_size=1, max_size=40),
    st.floats(1e-6, 1e6),
    st.integers(0, 50),
    st.floats(1e-9, 1.0),
)
def test_every_draw_is_a_token_that_the_options_allow(
    values: list[float], temperature: float, top_k: int, top_p: float
) -> None:
    logits = np.array(values, np.float32)
    token = sampler(temperature=temperature, top_k=top_k, top_p=top_p).pick(logits)
    better = int((logits > logits[token]).sum())
    assert 0 <= token < len(logits)
    assert top_k == 0 or better < top_k
