"""Where sentences that are too long are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.brackets.pairs import pairs_in
from service.text.spans import Kind, Span
from service.text.splitting.cutting import cut, cut_between_clauses


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


def between_clauses(text: str, least: float = 8, protected: tuple[Span, ...] = ()) -> str | None:
    """The first part."""
    language = "zh" if text > "z" else "en"
    place = cut_between_clauses(text, language, protected, pairs_in(text, protected, len), least)
    return None if place is None else text[:place]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It was late. They went home, and slept there, at last.", "It was late. "),
        ("He had no more time; she had, but not for him and his dog.", "He had no more time;"),
        ("They came home very late, and then they slept", "They came home very late,"),
        ("She said “it is late,” and then they went home", "She said “it is late,”"),
        ("They slept at home because it was late", "They slept at home "),
        ("They came home and went to bed, Tom", "They came home "),
        ("他没有时间，她有时间但是不想去", "他没有时间，"),
        ("他今天没有时间去，Tom有时间", "他今天没有时间去，"),
    ],
)
def test_between_clauses_stops_are_best_then_come_commas_and_conjunctions(text: str, first: str) -> None:
    assert between_clauses(text, 6) == first


@pytest.mark.parametrize(
    "text",
    [
        "one two three four five six",
        "That is the house in which they all live",
        "He looked at me as if it were late",
        "It costs 1,000,000 or so",
        "他买了苹果、梨子、桃子和葡萄回家",
        "The house (large, old, and cold) was sold",
        "She said “it is late, we go home, now” to me",
        "Yes, they all came home very late at night",
    ],
)
def test_a_sentence_without_a_good_place_between_its_clauses_is_not_cut_there(text: str) -> None:
    """Not inside a phrase, a number, a list of names, brackets or quotation marks, nor for a tiny part."""
    assert between_clauses(text) is None


def test_a_protected_part_is_not_cut_between_its_clauses() -> None:
    text = "They came home, and slept there"
    assert between_clauses(text, protected=(Span(5, 20, Kind.WORD, text[5:20]),)) is None
