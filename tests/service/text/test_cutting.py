"""Where sentences that are too long are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.cutting import cut
from service.text.spans import Kind, Span


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It was late. They went home, and slept there, at last.", "It was late. "),
        ("He had no more time; she had, but not for him and his dog.", "He had no more time;"),
        ("We sold apples, pears and plums on the market", "We sold apples,"),
        ("他没有时间，她有时间但是不想去", "他没有时间，"),
        ("one two three four", "one two "),
        ("abcdefgh", "abcd"),
    ],
)
def test_the_best_place_is_the_end_of_a_sentence_then_of_a_clause_then_of_a_word(text: str, first: str) -> None:
    language = "zh" if text > "z" else "en"
    assert text[: cut(text, language, [])] == first


def test_a_protected_part_is_not_cut() -> None:
    text = "abc defgh ijk"
    span = Span(3, 10, Kind.WORD, text[3:10])
    assert cut(text, "en", [span]) in (3, 10)
    assert cut("abcd", "en", [Span(0, 4, Kind.WORD, "abcd")]) is None


@given(st.text(min_size=2, max_size=60).filter(lambda text: text == text.strip()))
def test_both_parts_are_shorter_than_the_whole(text: str) -> None:
    place = cut(text, "en", [])
    assert place is None or 0 < place < len(text)
