"""The numbers of a text."""

import pytest

from service.text.numbers.figures import figures_in, written_figures


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
