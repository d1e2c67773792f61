from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.options import SamplingOptions
from service.engine.sampling import Sampler, TokenChooser

Logits = npt.NDArray[np.float32]


def sampler(seed: int = 0, **options: Any) -> Sampler:
    return Sampler(SamplingOptions(5, do_sample=True, **options), seed)


def draws(logits: Logits, count: int, **options: Any) -> npt.NDArray[np.intp]:
    chosen = sampler(**options)
    return np.array([chosen.pick(logits) for _ in range(count)])


def random_logits(seed: int, *shape: int) -> Logits:
    return (3 * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


def log_softmax(row: Logits) -> npt.NDArray[np.float64]:
    wide = row.astype(np.float64)
    result: npt.NDArray[np.float64] = wide - wide.max() - np.log(np.exp(wide - wide.max()).sum())
    return result


def test_greedy_takes_the_best_token_of_each_row_and_its_log_probability() -> None:
    logits = random_logits(1, 5, 300)
    tokens, scores = TokenChooser(8, 300).choose(logits, [None] * 5)
    assert tokens.tolist() == logits.argmax(axis=1).tolist()
    assert scores.dtype == np.float32
    np.testing.assert_allclose(scores, [log_softmax(row).max() for row in logits], atol=1e-6)


def test_a_sampled_token_is_scored_under_the_unchanged_distribution() -> None:
    """Temperature and top-k shape the draw; the reported score stays the model's own."""
    logits = random_logits(2, 1, 300)
    tokens, scores = TokenChooser(1, 300).choose(logits, [sampler(temperature=4.0, top_k=50)])
    assert scores[0] == pytest.approx(log_softmax(logits[0])[tokens[0]], abs=1e-5)


@pytest.mark.parametrize("vocab_size", [7, 600, 8000])
def test_tokens_and_scores_are_bit_identical_whoever_the_neighbours_are(vocab_size: int) -> None:
    logits = random_logits(3, 33, vocab_size)
    chooser = TokenChooser(33, vocab_size)

    def choose(rows: range) -> list[tuple[int, bytes]]:
        samplers = [sampler(seed=row) if row % 2 else None for row in rows]
        tokens, scores = chooser.choose(logits[rows.start : rows.stop], samplers)
        return [(token, score.tobytes()) for token, score in zip(tokens.tolist(), scores, strict=True)]

    together = choose(range(33))
    assert [choose(range(row, row + 1))[0] for row in range(33)] == together
    assert choose(range(5, 22)) == together[5:22]


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_logits_that_are_no_numbers_give_a_score_that_is_not_finite(bad: float) -> None:
    logits = random_logits(4, 3, 20)
    logits[1, 3] = bad
    _, scores = TokenChooser(3, 20).choose(logits, [None, sampler(top_p=0.5), sampler()])
    assert np.isfinite(scores).tolist() == [True, False, True]


def test_minus_infinity_only_forbids_a_token() -> None:
    logits = np.array([[0.0, -np.inf, 0.0]], np.float32)
    _, scores = TokenChooser(1, 3).choose(logits, [None])
    assert scores[0] == pytest.approx(np.log(0.5))
    assert 1 not in draws(logits[0], 200)


def test_the_same_seed_draws_the_same_tokens() -> None:
    logits = random_logits(5, 40)
    assert draws(logits, 50, seed=3).tolist() == draws(logits, 50, seed=3).tolist()
    assert draws(logits, 50, seed=3).tolist() != draws(logits, 50, seed=4).tolist()


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
