"""What belongs to a number stays with it."""

import numpy as np
import pytest

from service.text.numbers.amounts import amount_around, amounts_in, are_inside, together
from service.text.spans import Kind, Span
from service.text.target import Unit

NOTHING = np.zeros(1, np.float32)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("save 20 % now", ["20 %"]),
        ("20%, 5‰ and 3\u00a0%", ["20%", "5‰", "3\u00a0%"]),
        ("at 20 °C or 68°F, turned by 90°", ["20 °C", "68°F", "90°"]),
        ("for $5.50 or 5,50 € or €5", ["$5.50", "5,50 €", "€5"]),
        ("300 $5.00", ["300", "$5.00"]),
        ("1,000,000 and 1'000", ["1,000,000", "1'000"]),
        ("5kg at 10km/h", ["5kg", "10km"]),
        ("from -5 to +3, 1-2", ["-5", "+3", "1", "2"]),
        ("20个苹果", ["20"]),
        ("20. In 30, 40", ["20", "30", "40"]),
        ("%20 and no number", ["20"]),
    ],
)
def test_numbers_have_their_signs_currencies_and_units(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in amounts_in(text)] == expected


def test_a_place_inside_is_told_from_one_at_an_edge() -> None:
    assert [amount_around("a 20 % b", place) for place in (2, 4, 5, 6)] == [(2, 2), (2, 6), (2, 6), (6, 6)]


@pytest.mark.parametrize(
    ("source", "gaps", "expected"),
    [
        ("20% (20% off)", [(4, 5), (12, 13)], False),
        ("20 (%)", [(3, 4), (5, 6)], True),
        ("20<b>%</b>", [(2, 5), (6, 10)], True),
        ("20<b><i>%</i></b>", [(13, 17), (9, 13), (5, 8), (2, 5)], True),
        ("20<b> off</b>", [(2, 5), (9, 13)], False),
        ("20%", [(2, 2)], True),
        ("20%", [(0, 0), (3, 3)], False),
        ("no %", [(3, 3)], False),
    ],
)
def test_what_is_inside_an_amount_of_the_source_is_known(
    source: str, gaps: list[tuple[int, int]], *, expected: bool
) -> None:
    assert are_inside(source, gaps) is expected


def test_what_belongs_to_a_number_comes_from_where_the_number_does() -> None:
    units = [Unit("So", 0, 2, NOTHING), Unit(" 20", 3, 5, NOTHING), Unit(" %, so", 9, 10, NOTHING)]
    found = [(unit.text, unit.start) for unit in together(units, "so 20% so 20%", ())]
    assert found == [("So", 0), (" ", 3), ("20 %", 3), (", so", 9)]


def test_an_amount_looks_at_what_its_number_looks_at() -> None:
    weights = [np.array(shares, np.float32) for shares in ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))]
    units = [Unit(text, 0, 2, row) for text, row in zip(("2", "0", "%"), weights, strict=True)]
    [unit] = together(units, "20%", ())
    assert unit.weights.tolist() == [0.75, 0.25]


def test_one_that_is_a_word_stays_as_it_is() -> None:
    units = [Unit("19", 0, 2, NOTHING), Unit("70", 0, 2, NOTHING)]
    assert together(units, "1970", ()) == units


def test_where_marks_are_inside_an_amount_of_the_source_parts_stay_parts() -> None:
    units = [Unit("20", 0, 2, NOTHING), Unit("%", 2, 3, NOTHING)]
    assert together(units, "20%", [(2, 2)]) == units


def test_a_protected_number_stays_protected() -> None:
    span = Span(0, 2, Kind.FIGURE, "20")
    [unit] = together([Unit("20", 0, 2, NOTHING, span), Unit("%", 9, 10, NOTHING)], "20 so %", ())
    assert (unit.text, unit.span) == ("20%", span)


def test_two_protected_parts_and_those_of_marks_stay_apart() -> None:
    first, last = Span(0, 2, Kind.FIGURE, "20"), Span(2, 4, Kind.WORD, "kg")
    units = [Unit("20", 0, 2, NOTHING, first), Unit("kg", 2, 4, NOTHING, last)]
    assert together(units, "20kg", ()) == units
    marked = [Unit("20", 0, 2, NOTHING, Span(0, 2, Kind.FIGURE, "20", is_marked=True)), Unit("%", 2, 3, NOTHING)]
    assert together(marked, "20%", ()) == marked
