"""Each processor against a slow definition of what it forbids or discourages."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from service.engine.options import DecodingOptions
from service.engine.processors import make_processors

VOCAB_SIZE = 12
EOS = 2
FORBIDDEN = -np.inf

Scores = npt.NDArray[np.float32]

TOKEN_IDS = st.lists(st.integers(0, VOCAB_SIZE - 1), max_size=30)
SCORES = arrays(np.float32, VOCAB_SIZE, elements=st.floats(-50, 50, width=32) | st.just(FORBIDDEN))


def options(**values: Any) -> DecodingOptions:
    return DecodingOptions(max_new_tokens=30, **values)


def processed(scores: Scores, token_ids: list[int], **values: Any) -> Scores:
    """The scores that `options(**values)` make of `scores` behind these tokens."""
    result = scores.copy()
    for process in make_processors(options(**values), eos=EOS):
        process(np.array(token_ids, np.int32), result)
    return result


def forbidden(token_ids: list[int], **values: Any) -> set[int]:
    """Tokens that nobody may choose; the scores of all others have to stay as they are."""
    before = np.linspace(-3, 3, VOCAB_SIZE, dtype=np.float32)
    after = processed(before, token_ids, **values)
    is_forbidden = after == FORBIDDEN
    assert (after == before)[~is_forbidden].all()
    return set(np.flatnonzero(is_forbidden).tolist())


# Repetition penalty


def penalised(score: np.float32, penalty: float) -> np.float32:
    return score * np.float32(penalty) if score < 0 else score / np.float32(penalty)


@given(scores=SCORES, token_ids=TOKEN_IDS, penalty=st.floats(0.1, 10))
def test_every_token_that_is_there_is_penalised_once(scores: Scores, token_ids: list[int], penalty: float) -> None:
    after = processed(scores, token_ids, repetition_penalty=penalty)
    expected = [penalised(score, penalty) if token in token_ids else score for token, score in enumerate(scores)]
    assert after.dtype == np.float32
    np.testing.assert_array_equal(after, expected)


def test_the_penalty_counts_against_a_token_whatever_the_sign_of_its_score() -> None:
    scores = np.array([4.0, -4.0, 4.0, -4.0], np.float32)
    assert processed(scores, [0, 1, 1], repetition_penalty=2.0).tolist() == [2.0, -8.0, 4.0, -4.0]


# No repeated n-gram


def completions(token_ids: list[int], size: int) -> set[int]:
    """Tokens that would end `token_ids` with `size` tokens that stand somewhere in it already."""
    ngrams = {tuple(token_ids[start : start + size]) for start in range(len(token_ids) - size + 1)}
    return {token for token in range(VOCAB_SIZE) if tuple([*token_ids, token][-size:]) in ngrams}


@given(token_ids=st.lists(st.integers(0, 3), max_size=30), size=st.integers(1, 6))
def test_no_ngram_is_completed_twice(token_ids: list[int], size: int) -> None:
    assert forbidden(token_ids, no_repeat_ngram_size=size) == completions(token_ids, size)


@pytest.mark.parametrize(
    ("token_ids", "size", "expected"),
    [
        ([5, 6, 7, 5, 6], 3, {7}),
        ([5, 6, 7, 5, 6, 8, 5, 6], 3, {7, 8}),
        ([5, 6, 5], 1, {5, 6}),
        ([5, 5], 2, {5}),
        ([5, 6], 3, set()),
        ([], 1, set()),
        ([5] * 10, 10**30, set()),
    ],
)
def test_what_completes_an_ngram(token_ids: list[int], size: int, expected: set[int]) -> None:
    assert forbidden(token_ids, no_repeat_ngram_size=size) == expected


# Shortest target


@pytest.mark.parametrize(("num_tokens", "expected"), [(0, {EOS}), (2, {EOS}), (3, set()), (9, set())])
def test_the_end_token_is_forbidden_until_there_are_enough(num_tokens: int, expected: set[int]) -> None:
    assert forbidden([5] * num_tokens, min_new_tokens=3) == expected


def test_the_prefix_is_not_counted() -> None:
    assert forbidden([5, 5, 7, 7], min_new_tokens=3, prefix=(5, 5)) == {EOS}
    assert forbidden([5, 5, 7, 7, 7], min_new_tokens=3, prefix=(5, 5)) == set()


# Suppressed tokens


@given(token_ids=TOKEN_IDS, suppressed=st.sets(st.integers(0, VOCAB_SIZE - 1), min_size=1))
def test_suppressed_tokens_are_forbidden_everywhere(token_ids: list[int], suppressed: set[int]) -> None:
    assert forbidden(token_ids, suppress_tokens=tuple(suppressed)) == suppressed


# Together


def test_a_request_that_asks_for_nothing_has_no_processors() -> None:
    assert make_processors(options(), eos=EOS) == ()
    assert make_processors(options(repetition_penalty=1.0, num_beams=4, prefix=(5, 6)), eos=EOS) == ()


@given(scores=SCORES, token_ids=TOKEN_IDS)
def test_all_together_are_one_after_the_other(scores: Scores, token_ids: list[int]) -> None:
    steps: list[dict[str, Any]] = [
        {"repetition_penalty": 1.3},
        {"no_repeat_ngram_size": 2},
        {"min_new_tokens": 7},
        {"suppress_tokens": (3, 4)},
    ]
    expected = scores
    for step in steps:
        expected = processed(expected, token_ids, **step)
    together = {name: value for step in steps for name, value in step.items()}
    np.testing.assert_array_equal(processed(scores, token_ids, **together), expected)


def test_a_penalty_below_one_does_not_bring_a_forbidden_token_back() -> None:
    after = processed(np.zeros(VOCAB_SIZE, np.float32), [5, 6, 5], repetition_penalty=0.5, no_repeat_ngram_size=2)
    assert after[6] == FORBIDDEN
