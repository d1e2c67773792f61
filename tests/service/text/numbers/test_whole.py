"""Numbers that belong together, and where those stand that a translation lacks."""

import pytest

from service.text.numbers.whole import lone_number_spans, number_spans, whole_numbers
from service.text.spans import Kind


def test_lost_numbers_are_found_to_be_protected_but_not_those_whose_zeros_are_words() -> None:
    text = "30 of 30 or 3万"
    assert [(span.start, span.target) for span in number_spans(text, ["30", "3"])] == [(0, "30"), (6, "30")]


def test_for_a_known_language_numbers_with_a_character_for_zeros_are_written_out() -> None:
    text = "30 of 30 or 3万"
    spans = number_spans(text, ["30", "3"], "en")
    assert [(span.start, span.end, span.target) for span in spans] == [(0, 2, "30"), (6, 8, "30"), (12, 14, "30,000")]


@pytest.mark.parametrize(
    ("text", "wholes"),
    [
        ("Born on 3 May 1998.", [("3 May 1998", "3. Mai 1998")]),
        (
            "In June 2009, at 3:30 p.m. or 7.55am",
            [("June 2009", "Juni 2009"), ("3:30 p.m.", "15:30"), ("7.55am", "7.55")],
        ),
        ("10\u201320 men", [("10\u201320", "10\u201320")]),
        ("At 48°12′N, 16°22′E", [("48°12′N", "48°12′N"), ("16°22′E", "16°22′E")]),
        ("A 7.62x39mm or .30-06 here", [("7.62x39", "7.62x39"), (".30-06", ".30-06")]),
        ("At 9:00-17:00, 8x8", [("9:00-17:00", "9:00-17:00"), ("8x8", "8x8")]),
        ("At 12:15, 5 of 20, 3 and 4", []),
    ],
)
def test_what_belongs_together_is_written_as_german_has_it(text: str, wholes: list[tuple[str, str]]) -> None:
    found = whole_numbers(text, "de", "en")
    assert [(text[whole.start : whole.end], whole.target) for whole in found] == wholes


@pytest.mark.parametrize(
    ("text", "wholes"),
    [
        ("他出生于1998年5月3日。", [("1998年5月3日", "May 3, 1998")]),
        ("2009年9月2日下午8:01来", [("2009年9月2日下午8:01", "September 2, 2009 8:01 pm")]),
        ("早上6点至下午3点", [("早上6点至下午3点", "6:00 am\u20133:00 pm")]),
        ("我每天早上6点起床", [("6点", "6:00")]),
        ("请在3、8点之间", [("3、8点", "3:00, 8:00")]),
        ("10到20人", [("10到20", "10\u201320")]),
        ("亏损了230万", [("230万", "2,300,000")]),
        ("第3点，3个月，20岁", []),
    ],
)
def test_what_belongs_together_is_written_as_english_has_it(text: str, wholes: list[tuple[str, str]]) -> None:
    found = whole_numbers(text, "en", "zh")
    assert [(text[whole.start : whole.end], whole.target) for whole in found] == wholes


def test_a_date_is_of_its_own_kind_since_a_number_cannot_stand_in_for_it() -> None:
    found = whole_numbers("On May 3 or in June 2009 or at 5 pm", "de", "en")
    assert [whole.kind for whole in found] == [Kind.DAY, Kind.MONTH, Kind.FIGURE]


def test_of_a_lost_number_the_whole_comes_before_it_since_another_part_may_be_protected() -> None:
    spans = number_spans("Pages 10-15 of 20", ["15"], "de", "en")
    assert [(span.start, span.target) for span in spans] == [(6, "10-15"), (9, "15")]


def test_in_a_language_whose_dates_are_not_known_each_number_is_alone() -> None:
    assert [span.target for span in number_spans("On May 3, 1998", ["1998"], "fr", "en")] == ["1998"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 2019, 20 men", ["2019", "20"]),
        ("the 20th, 9mm, B52, B-52, 1980s and a 29-year-old", ["29"]),
        ("RaTG13 with 90%", ["90"]),
    ],
)
def test_a_number_alone_is_one_that_no_letter_touches(text: str, expected: list[str]) -> None:
    assert [span.target for span in lone_number_spans(text, "de", "en")] == expected


def test_a_time_that_is_told_with_its_half_is_one_as_a_whole() -> None:
    first, *_ = number_spans("Come at 8 p.m. here", ["8 p.m."], "de", "en")
    assert (first.start, first.target) == (8, "20:00")


@pytest.mark.parametrize(
    ("text", "whole"),
    [("请在3、8点之间到", "3:00, 8:00"), ("3到8点", "3:00–8:00"), ("3-8:30", "3-8:30"), ("3、8个", "3, 8")],
)
def test_an_hour_before_another_is_written_as_one(text: str, whole: str) -> None:
    """It was a number: 3, 8:00."""
    assert [found.target for found in whole_numbers(text, "en", "zh")] == [whole]
