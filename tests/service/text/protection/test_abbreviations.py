"""Short words at numbers are written as German has them, or are shown as whole words."""

import pytest

from service.text.protection.abbreviations import abbreviation_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Chill for 2 hrs or 1.5 hr.", [("2 hrs", "2 h"), ("1.5 hr", "1.5 h")]),
        ("10 mins late, 5-10 secs. more", [("10 mins", "10 min"), ("5-10 secs.", "5-10 s")]),
        ("5–8 in. overnight", [("5–8 in.", "5–8 Zoll")]),
        ("It is 12 in.", [("12 in", "12 Zoll")]),
        ("30 BC and 14 AD", [("30 BC", "30 v. Chr."), ("14 AD", "14 n. Chr.")]),
        ("in 44 BC.", [("44 BC", "44 v. Chr")]),
        ("He came in 5 in the row, 2 in a row. See sec. 5", []),
    ],
)
def test_they_are_written_as_german_has_them(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(text[span.start : span.end], span.target) for span in abbreviation_spans(text)] == expected


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("approx. 5 km", "about"),
        ("Approx. $5", "About"),
        ("pp. 45", "pages"),
        ("Lunch w/ Sam", "with "),
        ("tea w/o sugar", "without "),
        ("all w/Tom", "with "),
        ("incl. 19%", "including"),
    ],
)
def test_words_are_shown_as_a_whole(text: str, sign: str) -> None:
    assert [(span.sign, span.target) for span in abbreviation_spans(text)] == [(sign, "")]
    assert not [*abbreviation_spans("approx. as far")]
