"""Loops that are too short for the engine: four of the same, unless the source has them, too."""

import pytest

from service.text.stuttering import may_stutter, stutters


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
