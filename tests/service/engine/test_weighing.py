"""The pass over logits, beside numpy in double precision. What `Ranking` makes of it is in test_topk.py."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.arrays import Logits, LogProbs
from service.engine.weighing import BLOCK_SIZE, weigh


def weighed(logits: Logits) -> tuple[Logits, Logits, LogProbs, bool]:
    """Peaks of blocks, peaks and normalizers of all rows, and whether they are sound."""
    num_rows, vocab_size = logits.shape
    block_peaks = np.zeros((num_rows, -(-vocab_size // BLOCK_SIZE)), np.float32)
    peaks, normalizers = np.zeros(num_rows, np.float32), np.zeros(num_rows)
    is_sound = weigh(logits, np.arange(num_rows), block_peaks, peaks, normalizers)
    return block_peaks, peaks, normalizers, is_sound


@settings(deadline=None)
@given(st.integers(0, 999), st.integers(1, 300), st.floats(0.01, 90), st.floats(-200, 200))
def test_every_row_is_weighed_as_in_double_precision(seed: int, size: int, scale: float, shift: float) -> None:
    logits = (shift + scale * np.random.default_rng(seed).standard_normal((3, size))).astype(np.float32)
    block_peaks, peaks, normalizers, is_sound = weighed(logits)
    wide = logits.astype(np.float64)
    expected = wide.max(axis=1) + np.log(np.exp(wide - wide.max(axis=1, keepdims=True)).sum(axis=1))
    np.testing.assert_allclose(normalizers, expected, rtol=0, atol=4e-6)
    assert (peaks == logits.max(axis=1)).all()
    starts = range(0, size, BLOCK_SIZE)
    assert (block_peaks == np.stack([logits[:, start : start + BLOCK_SIZE].max(axis=1) for start in starts], 1)).all()
    assert is_sound


@pytest.mark.parametrize("bad", [np.nan, -np.nan, np.inf])
@pytest.mark.parametrize("place", [0, 63, 64, 99])
def test_a_number_that_is_none_shows_in_the_peak(bad: float, place: int) -> None:
    logits = np.zeros((2, 100), np.float32)
    logits[1, place] = bad
    _, peaks, normalizers, is_sound = weighed(logits)
    assert np.isfinite(peaks).tolist() == [True, False]
    assert normalizers[0] == pytest.approx(np.log(100))
    assert not is_sound


def test_a_row_in_which_everything_is_forbidden_is_not_sound() -> None:
    _, peaks, _, is_sound = weighed(np.full((1, 70), -np.inf, np.float32))
    assert (peaks[0], is_sound) == (-np.inf, False)
