"""Short names of days are written as German has them, where they are none of the sun, of a wedding or of what sat."""

import pytest

from service.text.protection.short_days import may_have_short_days, short_day_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open Mon-Fri 9am to 5pm, Sat 10-4, closed Sun.", ["Mo–Fr", "Sa", "So"]),
        ("Mon.–Thu. 8:00", ["Mo.–Do."]),
        ("Mon – Sun: closed", ["Mo–So"]),
        ("MON-FRI", ["MO–FR"]),
        ("Tue/Thurs: yoga", ["Di/Do"]),
        ("Sat & Sun only", ["Sa", "So"]),
        ("Mon | Tue | Wed", ["Mo", "Di", "Mi"]),
        ("Fri, Sat and Sun", ["Fr", "Sa", "So"]),
        ("Wed 12 March 2025", ["Mi"]),
        ("Sun, Dec 24", ["So"]),
        ("See you on Wed.", ["Mi"]),
        ("Next Wed we meet.", ["Mi"]),
        ("Mon: pasta", ["Mo"]),
    ],
)
def test_they_are_found(text: str, expected: list[str]) -> None:
    assert [span.target for span in short_day_spans(text, "en", "de")] == expected
    assert may_have_short_days(text)


@pytest.mark.parametrize(
    "text",
    [
        "The Sun is 4.6 billion years old.",
        "The Sun: a star.",
        "Sat 3 hours in traffic.",
        "He works on Sun Microsystems servers.",
        "Earth, Sun and Moon",
        "Tuesday, Monday, Wedding, Friend",
        "YOU SAT 5 TESTS",
        "#Mon 5, @Sat 5, mon 5",
    ],
)
def test_other_words_are_none(text: str) -> None:
    assert not [*short_day_spans(text, "en", "de")]


def test_another_language_has_none() -> None:
    assert not [*short_day_spans("Mon-Fri", "en", "fr")]
    assert not [*short_day_spans("Mon-Fri", "fr", "de")]
