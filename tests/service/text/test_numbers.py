"""When a translation has other numbers than its source."""

import pytest

from service.text.numbers import Difference, differing_numbers, figures_in, number_spans, written_figures


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("1,234 men", "1.234 Männer"),
        ("10 000 x", "10.000 x"),
        ("3.5万", "35,000"),
        ("3.14 and 2,5", "3,14 und 2.5"),
        ("1,234.56", "1.234,56"),
        ("12.05.2023", "12.05.2023"),
        ("1000万人", "10 million people"),
        ("at 3 p.m.", "um 15 Uhr"),
        ("3:30 pm", "15:30 Uhr"),
        ("5 cats", "fünf Katzen"),
        ("two cats", "2 Katzen"),
    ],
)
def test_the_same_numbers_as_another_language_writes_them(source: str, target: str) -> None:
    assert not differing_numbers(source, target)


@pytest.mark.parametrize(
    ("source", "target", "missing", "added"),
    [
        ("244890 people", "24,490 Leute", ("244890",), ("24490",)),
        ("for 30 cents", "für Cents", ("30",), ()),
        ("some", "1999", (), ("1999",)),
        ("3.14", "314", ("3.14",), ("314",)),
        ("see 1", "siehe 11", ("1",), ("11",)),
        ("20 and 20", "20", ("20",), ()),
    ],
)
def test_lost_and_changed_numbers_are_told(
    source: str, target: str, missing: tuple[str, ...], added: tuple[str, ...]
) -> None:
    assert differing_numbers(source, target) == Difference(missing, added)


def test_lost_numbers_are_found_to_be_protected_but_not_those_whose_zeros_are_words() -> None:
    text = "30 of 30 or 3万"
    assert [(span.start, span.target) for span in number_spans(text, ["30", "3"])] == [(0, "30"), (6, "30")]


def test_for_a_known_language_numbers_with_a_character_for_zeros_are_written_out() -> None:
    text = "30 of 30 or 3万"
    spans = number_spans(text, ["30", "3"], "en")
    assert [(span.start, span.end, span.target) for span in spans] == [(0, 2, "30"), (6, 8, "30"), (12, 14, "30,000")]


def test_signs_of_full_width_in_numbers_are_written_as_others_are() -> None:
    assert [figure.text for figure in written_figures("在2：30，1，843，500").values()] == ["2:30", "1,843,500"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2：30和1，843，500", ["2.30", "1843500"]),
        ("2005:12", ["2005", "12"]),
        ("CO₂", ["2"]),
    ],
)
def test_numbers_are_read_however_they_are_written(text: str, values: list[str]) -> None:
    assert [figure.value for figure in figures_in(text)] == values
