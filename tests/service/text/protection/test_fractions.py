"""Amounts with a fraction keep their units."""

import pytest

from service.text.protection.fractions import fraction_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 ½ inches long", [("3 ½ inches", "3 ½ Zoll")]),
        ("Cut 1/2 inch off, add 2 1/4 cups.", [("1/2 inch", "1/2 Zoll"), ("2 1/4 cups", "2 1/4 Tassen")]),
        ("a 3/4-inch pipe, 5½ miles", [("3/4-inch", "3/4-Zoll"), ("5½ miles", "5½ Meilen")]),
        ("1/2 pound of meat", [("1/2 pound of", "1/2 Pfund")]),
        ("3 inches, 1/2 cupsful, 1/2 hour, $1/2 pounds", []),
    ],
)
def test_an_amount_is_found_with_its_unit(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(text[span.start : span.end], span.target) for span in fraction_spans(text)] == expected
