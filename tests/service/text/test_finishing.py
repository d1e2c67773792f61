"""Full stops that nobody wrote."""

import pytest

from service.text.finishing import ends_openly, without_invented_end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gut.", "Gut"),
        ("好。", "好"),
        ("Gut !", "Gut"),
        ("Gut", "Gut"),
        ("um 5 p.m.", "um 5 p.m."),
        ("usw.", "usw."),
        ("...", "..."),
    ],
)
def test_a_full_stop_goes_an_abbreviation_keeps_its_own(text: str, expected: str) -> None:
    assert without_invented_end(text) == expected


def test_a_letter_or_a_digit_is_an_open_end() -> None:
    assert all(map(ends_openly, ("Good", "Page 3", "你好")))
    assert not any(map(ends_openly, ("Good.", "Good!", "(good)", "Good…", "")))
