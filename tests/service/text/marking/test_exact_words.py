"""Marks inside words that a translation has as they are."""

import numpy as np
import pytest

from service.text.marking.exact_words import with_exact_words
from service.text.marking.projection import project
from service.text.marks import Mark
from service.text.spans import Kind, Span
from service.text.target import Unit
from tests.service.text.marking.test_projection import shown

NOTHING = np.zeros(0, np.float32)


def unit(text: str, start: int, end: int, span: Span | None = None) -> Unit:
    return Unit(text, start, end, NOTHING, span)


WATER = [unit("H", 0, 3), unit("2", 0, 3), unit("O", 0, 3), unit(" ist", 4, 6), unit(" Wasser", 7, 12)]


@pytest.mark.parametrize(
    ("units", "source", "marks", "expected"),
    [
        (WATER, "H2O is water", [Mark(1, 2, 0)], "H[2]O ist Wasser"),
        ([unit("Zu", 0, 2), unit(" x2", 3, 5)], "To x2", [Mark(4, 5, 0)], "Zu x[2]"),
        ([unit("x2", 0, 2), unit(" und", 3, 6), unit(" x2", 7, 9)], "x2 and x2", [Mark(1, 2, 0)], "x[2] und x2"),
        ([unit("x2", 0, 2), unit(" und", 3, 6), unit(" x2", 7, 9)], "x2 and x2", [Mark(8, 9, 0)], "x2 und x[2]"),
        ([unit("iOS", 4, 7), unit(" heute", 8, 13)], "the iOS today", [Mark(4, 5, 0)], "[i]OS heute"),
        ([unit("Das Wetter1", 4, 12), unit(" ist", 13, 15)], "The weather1 is", [Mark(11, 12, 0)], "Das Wetter[1] ist"),
        ([unit("Das Wetter1", 4, 12)], "The weather1", [Mark(11, 12, 0), Mark(11, 12, 1)], "Das Wetter[[1]]"),
        ([unit("106 Hunde", 0, 8)], "106 dogs", [Mark(2, 3, 0)], "10[6] Hunde"),
    ],
)
def test_a_mark_inside_a_word_stays_there(units: list[Unit], source: str, marks: list[Mark], expected: str) -> None:
    """All of `H2O` was the index."""
    assert shown(project(units, marks, source)) == expected


@pytest.mark.parametrize(
    ("units", "source", "mark"),
    [
        ([unit("Wasser", 0, 3)], "H2O", Mark(1, 2, 0)),
        ([unit("H2O", 0, 3), unit(" H2O", 0, 3)], "H2O", Mark(1, 2, 0)),
        ([unit("Hunde", 0, 4)], "dogs", Mark(0, 4, 0)),
        ([unit("a/H2O.x", 0, 7, Span(0, 7, Kind.WORD, "a/H2O.x", is_marked=True))], "a/H2O.x", Mark(3, 4, 0)),
    ],
)
def test_other_words_are_as_they_were(units: list[Unit], source: str, mark: Mark) -> None:
    assert with_exact_words(units, [mark], source) == units


def test_what_comes_from_the_same_word_has_no_part_in_a_mark_inside_it() -> None:
    units = [unit("heute", 4, 7), unit(" iOS", 4, 7)]
    assert shown(project(units, [Mark(4, 5, 0)], "the iOS today")) == "heute [i]OS"


def test_a_word_in_a_part_that_is_protected_with_its_number_may_have_a_mark_inside() -> None:
    units = [
        unit("Von", 0, 2),
        unit(" ", 0, 2),
        unit("5 m2", 3, 7, Span(3, 7, Kind.FIGURE, "5 m2")),
        unit(" Land", 11, 15),
    ]
    assert shown(project(units, [Mark(6, 7, 0)], "Of 5 m2 of land")) == "Von 5 m[2] Land"


def test_a_word_that_is_protected_as_a_whole_may_have_a_mark_inside() -> None:
    units = [unit("CO2", 0, 3, Span(0, 3, Kind.WORD, "CO2")), unit(" ist", 4, 6)]
    assert shown(project(units, [Mark(2, 3, 0)], "CO2 is")) == "CO[2] ist"


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ([Mark(4, 7, 0)], "$[300] Tom"),
        ([Mark(3, 4, 0)], "[$]300 Tom"),
        ([Mark(5, 5, 0)], "$3[]00 Tom"),
        ([Mark(3, 7, 0)], "[$300] Tom"),
        ([Mark(4, 5, 0), Mark(5, 7, 1)], "$[3][00] Tom"),
    ],
)
def test_a_mark_in_what_is_protected_stays_in_it(marks: list[Mark], expected: str) -> None:
    """It was empty: the part is one unit, which as a whole comes from before the mark."""
    money = unit("$300", 3, 7, Span(3, 7, Kind.FIGURE, "$300"))
    assert shown(project([money, unit(" Tom", 0, 2)], marks, "To $300")) == expected
