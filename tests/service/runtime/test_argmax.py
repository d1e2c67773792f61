import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.runtime.argmax import choose_best


def chosen(*rows: list[float], num_rows: int | None = None) -> list[tuple[int, float]]:
    """Id and logit of the first rows; (-1, -1) for one that is not looked at."""
    logits = np.array(rows, np.float32)[:, None]
    best, best_logits = np.full((len(rows), 1), -1), np.full((len(rows), 1), -1, np.float32)
    choose_best(logits, len(rows) if num_rows is None else num_rows, best, best_logits)
    return list(zip(best[:, 0].tolist(), best_logits[:, 0].tolist(), strict=True))


@pytest.mark.parametrize("vocab_size", [1, 7, 127, 128, 129, 8000, 8003])
@pytest.mark.parametrize("seed", range(3))
def test_the_highest_of_every_row(vocab_size: int, seed: int) -> None:
    logits = np.random.default_rng(seed).standard_normal((5, vocab_size)).astype(np.float32)
    expected = list(zip(logits.argmax(axis=1).tolist(), logits.max(axis=1).tolist(), strict=True))
    assert chosen(*logits.tolist()) == expected


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([-np.inf, -1.0, 0.0, 1.0, np.inf, np.nan]), min_size=1, max_size=6).flatmap(
        lambda few: st.tuples(st.just(few), st.integers(1, 300), st.integers(0, 9))
    )
)
def test_the_lowest_of_equal_ones_and_the_first_that_is_no_number(case: tuple[list[float], int, int]) -> None:
    values, size, seed = case
    row = np.random.default_rng(seed).choice(np.array(values, np.float32), size)
    ((token, logit),) = chosen(row.tolist())
    assert token == row.argmax()
    assert np.array_equal(logit, row[token], equal_nan=True)


@pytest.mark.parametrize("place", [0, 5, 127, 128, 299])
def test_a_logit_that_is_no_number_is_shown_wherever_it_stands(place: int) -> None:
    row = [1.0] * 300
    row[place] = np.nan
    token, logit = chosen(row, [0.0] * 300)[0]
    assert token == place
    assert np.isnan(logit)


def test_rows_behind_those_in_use_are_left_alone() -> None:
    assert chosen([1, 2], [3, 0], [5, 6], num_rows=2) == [(1, 2), (0, 3), (-1, -1)]
