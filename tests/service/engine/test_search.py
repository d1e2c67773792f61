"""The rules by which a beam search ranks and ends, worked out by hand. K is the number of beams."""

import math
from typing import Any

import pytest

from service.engine.events import FinishReason, TokenEvent
from service.engine.notes import PlainTokens
from service.engine.search import BeamSearch
from service.engine.sequence import new_sequence
from tests.fakes import EOS, RecordingSink
from tests.service.engine.bench import make_request


def search(*ended: tuple[float, int], **options: Any) -> BeamSearch:
    """Hypotheses of these log-probabilities and lengths have ended."""
    request = make_request("r", 5, **{"num_beams": 2, "max_new_tokens": 10, **options})
    made = BeamSearch(new_sequence(request, RecordingSink(), eos=EOS, now=0.0))
    for total, length in ended:
        made.end([*request.options.prefix, *[7] * length], total, FinishReason.STOP, [])
    return made


def scores(made: BeamSearch) -> list[float]:
    return [beam.score for beam in made.ended]


@pytest.mark.parametrize(("penalty", "score"), [(1.0, -1.5), (0.0, -6.0), (2.0, -0.375), (-1.0, -24.0)])
def test_the_score_is_the_log_probability_over_the_length_to_the_penalty(penalty: float, score: float) -> None:
    assert scores(search((-6.0, 4), length_penalty=penalty)) == [pytest.approx(score)]


def test_the_prefix_does_not_count_as_length() -> None:
    assert scores(search((-6.0, 4), prefix=(8, 9))) == [-1.5]


def test_the_k_best_stay_best_first() -> None:
    assert scores(search((-3.0, 1), (-1.0, 1), (-2.0, 1), (-4.0, 1))) == [-1.0, -2.0]


def test_of_equals_the_one_that_ended_first_is_better() -> None:
    made = search((-6.0, 3), (-2.0, 1), (-4.0, 2))
    assert [len(beam.token_ids) for beam in made.ended] == [3, 1]


def test_what_is_not_among_the_k_best_is_not_kept() -> None:
    made = search((-1.0, 1), (-3.0, 1))
    assert [made.keeps(total, length) for total, length in ((-2.9, 1), (-3.0, 1), (-5.0, 2))] == [True, False, True]
    assert search((-1.0, 1)).keeps(-1e6, 1)


@pytest.mark.parametrize("penalty", [1e4, -1e4])
def test_an_absurd_penalty_is_no_error(penalty: float) -> None:
    assert len(scores(search((-6.0, 4), (-3.0, 2), length_penalty=penalty))) == 2


def test_it_goes_on_until_k_have_ended() -> None:
    for early_stopping in (True, False, "never"):
        made = search((-1.0, 1), early_stopping=early_stopping)
        assert not made.is_full
        assert not made.is_over(-1e6, 5)


def test_early_stopping_ends_it_as_soon_as_k_have_ended() -> None:
    assert search((-5.0, 1), (-6.0, 1), early_stopping=True).is_over(-0.001, 2)


def test_otherwise_it_ends_when_the_best_live_beam_is_no_better_than_the_worst_ended() -> None:
    """The worst ended has -3: a live beam of five tokens has to stay above -15."""
    made = search((-1.0, 1), (-3.0, 1), early_stopping=False)
    assert not made.is_over(-14.9, 5)
    assert made.is_over(-15.0, 5)
    assert made.is_over(-15.1, 5)


def test_never_looks_as_far_as_a_positive_penalty_may_help() -> None:
    """At the limit of ten tokens -29.9 would still be better than -3; with a penalty of 0, longer is not better."""
    ended = ((-1.0, 1), (-3.0, 1))
    assert not search(*ended, early_stopping="never").is_over(-29.9, 5)
    assert search(*ended, early_stopping="never").is_over(-30.0, 5)
    assert search(*ended, early_stopping="never", length_penalty=0.0).is_over(-3.0, 5)
    assert search(*ended, early_stopping="never", length_penalty=-1.0).is_over(-0.61, 5)
    assert not search(*ended, early_stopping="never", length_penalty=-1.0).is_over(-0.59, 5)


def test_it_ends_when_nothing_lives() -> None:
    assert search().is_over(-math.inf, 3)


def test_hypotheses_are_as_many_as_were_asked_for() -> None:
    made = search((-2.0, 1), (-1.0, 2), num_return_sequences=1)
    [best] = made.hypotheses(PlainTokens())
    assert (best.token_ids, best.reason, best.score) == ((7, 7), FinishReason.STOP, -0.5)


def test_notes_are_told_instead_of_mere_ids() -> None:
    made = search()
    notes = [TokenEvent(7, -0.1), TokenEvent(EOS, -0.2)]
    made.end([7, EOS], -0.3, FinishReason.STOP, notes)
    assert made.hypotheses(PlainTokens())[0].tokens == tuple(notes)


@pytest.mark.parametrize("penalty", [-1e9, 1e9])
def test_an_absurd_penalty_breaks_nothing(penalty: float) -> None:
    made = search((-2.0, 3), (-1.0, 4), length_penalty=penalty)
    assert made.is_full
    assert not any(map(math.isnan, scores(made)))
    made.is_over(-1.0, 5)
