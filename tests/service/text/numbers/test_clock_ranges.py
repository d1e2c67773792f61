"""Opening hours, as they are protected."""

import pytest

from service.text.numbers.clock_ranges import clock_ranges


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We are open 9 am–5 pm.", [("9 am–5 pm", "9:00–17:00")]),
        ("Mon-Fri 9am-5pm or so", [("9am-5pm", "9:00-17:00")]),
        ("Sat 10:30 a.m. - 2 p.m.", [("10:30 a.m. - 2 p.m", "10:30 - 14:00")]),
        ("Open 2-6 pm or 10-2 pm", [("2-6 pm", "14:00-18:00"), ("10-2 pm", "10:00-14:00")]),
        ("from 9am to 5pm", [("9am", "9:00"), ("5pm", "17:00")]),
        ("between 8 a.m. and 6 p.m. tomorrow", [("8 a.m.", "8:00"), ("6 p.m.", "18:00")]),
        ("between 2 and 4 p.m. tomorrow", [("2", "14:00"), ("4 p.m.", "16:00")]),
        ("12 am - 12 pm", [("12 am - 12 pm", "0:00 - 12:00")]),
        ("11 pm - 3 am", [("11 pm - 3 am", "23:00 - 3:00")]),
    ],
)
def test_german_writes_them_by_24_hours(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(text[start:end], written) for start, end, written in clock_ranges(text, "en", "de")] == expected


def test_a_language_of_which_nothing_is_known_keeps_them() -> None:
    assert list(clock_ranges("open 9 am-5 pm", "en", "fr")) == [(5, 14, "9 am-5 pm")]


@pytest.mark.parametrize(
    "text", ["It is 5 pm.", "I am 5-6 pmol", "at 3-4 and at 5", "$2 to 4 pm", "2024-4 pm", "9-12 am"]
)
def test_others_are_none(text: str) -> None:
    assert not list(clock_ranges(text, "en", "de"))


@pytest.mark.parametrize("text", ["营业时间9am-5pm。", "从9am-5pm"])
def test_chinese_may_have_them_too(text: str) -> None:
    assert [written for _, _, written in clock_ranges(text, "zh", "en")] == ["9am-5pm"]


def test_other_languages_have_none() -> None:
    assert not list(clock_ranges("9 am-5 pm", "de", "en"))
