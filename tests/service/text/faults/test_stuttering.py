"""Loops that are too short for the engine: four of the same, unless the source has them, too."""

import pytest

from service.text.faults.stuttering import RunWatch, may_stutter, stutters


@pytest.mark.parametrize("translation", ["No, no, no, no,", "Eiswwwwwalt", "ja ja ja ja", "groß &&&&", "[n]]]]"])
def test_four_of_the_same_are_a_loop(translation: str) -> None:
    assert stutters(translation, "a source")


@pytest.mark.parametrize("translation", ["no, no, no", "Schifffahrt", "das, was das Das das", "1000000", "Wait...."])
def test_fewer_or_others_are_not(translation: str) -> None:
    assert not stutters(translation, "a source")


def test_what_the_source_says_four_times_may_be_said_four_times() -> None:
    assert not stutters("nein nein nein nein", "no no no no")


def test_the_quick_look_sees_every_word_that_is_there_four_times() -> None:
    assert may_stutter([5, 6, 5, 6, 5, 6, 5])
    assert not may_stutter([5, 6, 7, 8, 5])


@pytest.mark.parametrize(
    ("token_ids", "expected"),
    [
        ([5, 6, 7, 8], [0, 0, 0, 0]),
        ([5, 5, 5, 6], [0, 1, 2, 0]),
        ([5, 6, 7, 5, 6, 7, 5, 8], [0, 0, 0, 0, 2, 3, 4, 0]),  # one token may be chance
        ([5, 6, 5, 7, 5], [0, 0, 0, 0, 0]),
        ([*range(20), *range(20)], [0] * 40),  # too far apart
    ],
)
def test_the_watch_counts_tokens_that_were_said_directly_before(token_ids: list[int], expected: list[int]) -> None:
    watch = RunWatch()
    assert [watch.push(token_id) for token_id in token_ids] == expected
