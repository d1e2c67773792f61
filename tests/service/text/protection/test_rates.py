"""Amounts per something are written as German has them; other words behind per are left to the model."""

import pytest

from service.text.protection.rates import rate_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from $5 to $10 per hour", [("$10 per hour", "$10 pro Stunde")]),
        ("The rent is €1,200.50 per month.", [("€1,200.50 per month", "€1,200.50 pro Monat")]),
        ("100 km per day, 5 GB per user", [("100 km per day", "100 km pro Tag"), ("5 GB per user", "5 GB pro Nutzer")]),
        ("$5 per personal use, 3 per day, $5 per hour-long call", []),
        ("Late fee: 1.5% per month", [("1.5% per month", "1.5 % pro Monat")]),
        ("$20-30 per person", [("$20-30 per person", "$20-30 pro Person")]),
        ("from €299 p.p. for 3", [("€299 p.p.", "€299 pro Person")]),
        ("$5 a day", []),
    ],
)
def test_a_rate_is_found_with_its_amount(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(text[span.start : span.end], span.target) for span in rate_spans(text)] == expected
