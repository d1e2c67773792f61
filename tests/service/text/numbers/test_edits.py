"""Several changes to the numbers of one translation."""

import numpy as np

from service.text.numbers.edits import Edit, with_edits
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of

SOURCE = SourceMap("source", (0, 6), (0,), (6,))


def edited(text: str, *edits: Edit) -> str:
    return text_of(with_edits([Unit(text, 0, 6, np.zeros(1, np.float32))], edits, SOURCE))


def test_all_are_done_each_at_its_place() -> None:
    assert edited("11 and 22", Edit(0, 2, "3"), Edit(7, 9, "444")) == "3 and 444"


def test_of_two_at_one_place_the_first_comes_first() -> None:
    assert edited("men", Edit(0, 0, "1"), Edit(0, 0, "2")) == "1 2 men"


def test_what_is_added_within_what_goes_comes_behind_it() -> None:
    assert edited("5 Millionen Leute", Edit(2, 2, "77"), Edit(0, 11, "31")) == "31 77 Leute"


def test_of_two_changes_of_the_same_the_first_is_done() -> None:
    assert edited("5 Millionen Leute", Edit(0, 11, "31"), Edit(2, 11)) == "31 Leute"


def test_a_number_with_a_word_is_no_part_of_another_word() -> None:
    assert edited("L118-Haus", Edit(1, 4, "11 Millionen")) == "L 11 Millionen-Haus"
    assert edited("L118-Haus", Edit(1, 4, "11")) == "L11-Haus"


def test_what_is_protected_never_goes() -> None:
    protected = Unit("5", 0, 1, np.zeros(1, np.float32), Span(0, 1, Kind.FIGURE, "5"))
    units = [Unit("1 ", 0, 1, np.zeros(1, np.float32)), protected]
    assert text_of(with_edits(units, [Edit(0, 3)], SOURCE)) == "1 5"
