"""Marks that do not stand around the numbers of the source are found."""

import numpy as np
import pytest

from service.text.brackets.contents import lost_inside, misplaced
from service.text.brackets.pairs import pairs_in
from service.text.spans import Kind, Span
from service.text.target import Unit

NOTHING = np.zeros(1, np.float32)


def parts(source: str, target: str) -> list[str]:
    """The parts of a source, with their marks, that are misplaced in a translation."""
    square = [Span(place, place + 1, Kind.OMITTED, sign) for place, sign in enumerate(source) if sign in "[]"]
    pairs = pairs_in(source, square, len)
    found = misplaced([Unit(target, 0, 1, NOTHING)], pairs, source, ("en", "de"))
    return [source[pair.start : pair.end] for pair in found]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("20% [20% off] today", "20 % von heute [sind wir] 20%"),
        ("Get 20% (up to 20%) back.", "Hol 20% (-), um 20% zu haben."),
        ("he (Tom) has 5", "er (hat 5) Tom"),
        ("see \"5 dogs\" there", "sieh 5 \"Hunde\" dort"),
        ("he (5) and (6)", "er (5) und (7)"),
    ],
)  # fmt: skip
def test_a_number_that_is_not_between_its_marks_is_told(source: str, target: str) -> None:
    assert len(parts(source, target)) == 1


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Save 20% (20% off) today!", "Spar 20 % (20 % Rabatt) heute!"),
        ("he (5 dogs) is", "er (fünf Hunde) ist"),
        ("he (3 million) is", "er (3 Millionen) ist"),
        ("he (1,000.5) is", "er (1.000,5) ist"),
        ("he (5) and (6)", "er (6) und (5)"),
        ("\"5\" (6)", "(6) \"5\""),
        ("he (Tom) is", "er Tom (ist)"),  # without a number nothing says so
        ("he has 5", "er hat (5)"),
    ],
)  # fmt: skip
def test_one_that_is_there_as_its_language_has_it_is_not(source: str, target: str) -> None:
    assert parts(source, target) == []


@pytest.mark.parametrize(
    ("target", "lost"),
    [
        ('He said, "I read the red house."', ["《红楼梦》"]),
        ("He said, \"I read 'Red House'.\"", []),
        ("He said, “I read “Red House”.”", []),
        ("He said: “That's the students' Red House.”", ["《红楼梦》"]),
    ],
)
def test_marks_inside_of_marks_are_missed(target: str, lost: list[str]) -> None:
    source = "他说：“我读《红楼梦》。”"
    assert [source[pair.start : pair.end] for pair in lost_inside(target, source)] == lost
    assert not [*lost_inside(target, "我读《红楼梦》，他说：“好。”")]


def test_single_marks_of_chinese_are_missed_and_no_apostrophes() -> None:
    assert [*lost_inside("He said that: Yes you.", "他说：‘你好。’")]
    assert not [*lost_inside("He said: 'Hello.'", "他说：‘你好。’")]
    assert not [*lost_inside("Es ist die Tür des Jungen.", "It’s ‘the boy’s door’.")]
