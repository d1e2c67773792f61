"""Tables are aligned text."""

import pytest

from loadtest.tables import show, table


def test_text_stands_left_and_numbers_right() -> None:
    rows = [("dragoman", 1234.5), ("x", 7.0)]
    assert table(("who", "rate"), rows) == "who        rate\ndragoman  1,234\nx             7"


def test_a_table_without_rows_has_its_header() -> None:
    assert table(("a", "b"), []) == "a  b"


@pytest.mark.parametrize(
    ("cell", "shown"),
    [(None, ""), ("x", "x"), (12345, "12,345"), (0.01234, "0.0123"), (99.96, "100"), (12345.6, "12,346")],
)
def test_three_digits_count(cell: str | float | None, shown: str) -> None:
    assert show(cell) == shown
