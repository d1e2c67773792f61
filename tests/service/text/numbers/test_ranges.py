"""Two numbers with a dash between them are one figure; more of them, and what belongs to a word, are none. Others
belong together, too, once one of them was lost."""

import pytest

from service.text.numbers.ranges import PERCENTAGES, RANGES, joins, linked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pages 10-20, 10–20 or 10 – 20", ["10-20", "10–20", "10 – 20"]),
        ("2010\u20112012, 3~5 or 3\u301c5", ["2010\u20112012", "3~5", "3\u301c5"]),
        ("9:00-17:00, 3.0-7.2 and 70-90%", ["9:00-17:00", "3.0-7.2", "70-90%"]),
        ("在2010-2011年", ["2010-2011"]),
        ("Call 555-1234.", ["555-1234"]),
        ("13-21-3, 2024-01-02, COVID-19, a 5-year-old, 10-20s and 3-5万", []),
        ("7-11便利店", []),
        ("月薪8k-15k，10K–12K", ["8k-15k", "10K–12K"]),
    ],
)
def test_a_range_is_found(text: str, expected: list[str]) -> None:
    assert [match[0] for match in RANGES.finditer(text)] == expected


def test_a_range_of_percentages_has_no_minus_in_it() -> None:
    assert [match[0] for match in PERCENTAGES.finditer("29%-75%, -75% and 5%–6%, 5% - 7%, 5% - 7")] == [
        "29%-75%",
        "5%–6%",
        "5% - 7%",
    ]


@pytest.mark.parametrize(
    ("gap", "language", "is_joined", "written"),
    [
        ("-", "en", True, "-"),
        ("到", "zh", True, "–"),
        ("、", "zh", True, ", "),
        ("x", "en", True, "x"),
        ("", "zh", True, " "),
        ("", "en", False, " "),
        (" and ", "en", False, " and "),
    ],
)
def test_what_is_between_numbers_joins_them_and_is_written_otherwise(
    gap: str, language: str, *, is_joined: bool, written: str
) -> None:
    assert (joins(gap, language), linked(gap)) == (is_joined, written)
