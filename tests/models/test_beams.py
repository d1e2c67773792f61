"""The bookkeeping of beam search, on numbers small enough to follow."""

import numpy as np
import pytest
from numpy.typing import NDArray

from models.beams import Beams

END = 0


def rows(*probabilities: tuple[float, ...]) -> NDArray[np.float32]:
    with np.errstate(divide="ignore"):
        return np.log(np.array(probabilities, np.float32))


def test_the_first_step_spreads_from_one_row() -> None:
    beams = Beams(num_beams=2, max_length=9, eos_id=END, length_penalty=1.0)
    step = beams.advance(rows((0.1, 0.2, 0.4, 0.3), (0.1, 0.2, 0.4, 0.3)))
    assert step.parents.tolist() == [0, 0]
    assert step.tokens.tolist() == [2, 3]


def test_a_better_row_takes_the_place_of_a_worse_one() -> None:
    beams = Beams(2, 9, END, 1.0)
    beams.advance(rows((0.1, 0.2, 0.4, 0.3), (0.1, 0.2, 0.4, 0.3)))
    step = beams.advance(rows((0.1, 0.3, 0.3, 0.3), (0.0, 0.9, 0.06, 0.04)))
    # Row 1: 0.3 x 0.9 = 0.27; row 0: 0.4 x 0.3 = 0.12.
    assert (step.parents[0], step.tokens[0]) == (1, 1)
    assert beams.live[0] == [3, 1]
    assert step.parents[1] == 0


def test_an_end_below_the_best_k_does_not_count() -> None:
    """With one beam the search stopped at a second-best end token and returned the worse hypothesis."""
    beams = Beams(1, 9, END, 1.0)
    beams.advance(rows((0.4, 0.5, 0.1)))
    assert not beams.is_done
    assert not beams.ended
    beams.advance(rows((0.9, 0.05, 0.05)))
    assert beams.is_done
    assert beams.best() == [1]


def test_scores_are_divided_by_the_length_with_the_end_token() -> None:
    for penalty, best in ((0.0, []), (1.0, [1])):
        beams = Beams(2, 9, END, penalty)
        beams.advance(rows((0.5, 0.45, 0.05), (0.5, 0.45, 0.05)))
        beams.advance(rows((0.9, 0.05, 0.05), (0.1, 0.1, 0.8)))
        # log 0.5 / 1 against log(0.45 x 0.9) / 2
        assert [tokens for _, tokens in beams.ended] == [[], [1]]
        assert beams.is_done
        assert beams.best() == best


def test_at_the_limit_an_ended_hypothesis_goes_before_a_live_one() -> None:
    beams = Beams(2, 2, END, 1.0)
    beams.advance(rows((0.3, 0.6, 0.1), (0.3, 0.6, 0.1)))
    beams.advance(rows((0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    assert beams.is_done
    assert beams.best() == []


def test_without_an_end_the_best_live_hypothesis_is_returned() -> None:
    beams = Beams(2, 2, END, 1.0)
    beams.advance(rows((0.0, 0.6, 0.4), (0.0, 0.6, 0.4)))
    beams.advance(rows((0.0, 0.2, 0.8), (0.0, 0.9, 0.1)))
    assert beams.best() == [1, 2]


def test_rows_that_find_no_token_take_part_no_more() -> None:
    beams = Beams(3, 9, END, 1.0)
    beams.advance(rows(*[(0.2, 0.8)] * 3))
    assert np.isfinite(beams.scores).sum() == 1
    beams.advance(rows((1.0, 0.0), (0.5, 0.5), (0.5, 0.5)))
    assert beams.is_done
    assert beams.best() == [1]


def test_once_done_nothing_changes() -> None:
    beams = Beams(1, 9, END, 1.0)
    beams.advance(rows((0.9, 0.1)))
    before = beams.best(), beams.length
    step = beams.advance(rows((0.1, 0.9)))
    assert step.parents.tolist() == [0]
    assert (beams.best(), beams.length) == before


@pytest.mark.parametrize("num_beams", [1, 2, 5])
def test_rows_come_best_first(num_beams: int) -> None:
    random = np.random.default_rng(0)
    beams = Beams(num_beams, 9, END, 1.0)
    for _ in range(4):
        logits = random.standard_normal((num_beams, 12)).astype(np.float32)
        beams.advance(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))
        assert beams.scores.tolist() == sorted(beams.scores, reverse=True)
