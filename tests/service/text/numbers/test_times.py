"""Times of day, whatever a language makes of them."""

import pytest

from service.text.numbers.times import latin_times, paired, times_in


@pytest.mark.parametrize(
    ("text", "language", "german", "english"),
    [
        ("at 12:15.", "en", "12:15", "12:15"),
        ("at 04:00 BST", "en", "04:00", "04:00"),
        ("6:00 a.m. is", "en", "6:00", "6:00 am"),
        ("at 8 a.m.", "en", "8:00", "8:00 am"),
        ("from 9 to 5PM", "en", "17:00", "5:00 pm"),
        ("at 7.55am", "en", "7.55", "7.55 am"),
        ("12:00 p.m.", "en", "12:00", "12:00 pm"),
        ("12 am", "en", "0:00", "12:00 am"),
        ("10 o'clock", "en", "10:00", "10:00"),
        ("um 17.30 Uhr", "de", "17.30", "17.30"),
        ("um 8 Uhr morgens", "de", "8:00", "8:00 am"),
        ("um 8 Uhr vorm. da", "de", "8:00", "8:00 am"),
        ("um 8:30 Uhr nachm.", "de", "20:30", "8:30 pm"),
        ("6 Uhr dreißig", "de", "6:30", "6:30"),
        ("8点30分", "zh", "8:30", "8:30"),
        ("下午3点", "zh", "15:00", "3:00 pm"),
        ("上午10点半", "zh", "10:30", "10:30 am"),
        ("晚12点", "zh", "12:00", "12:00"),
        ("23点了", "zh", "23:00", "23:00"),
        ("8:01 PM", "zh", "20:01", "8:01 pm"),
        ("5：30", "zh", "5:30", "5:30"),
        ("3pm了", "zh", "15:00", "3:00 pm"),
        ("我们3:30 a.m见", "zh", "3:30", "3:30 am"),
    ],
)
def test_a_time_is_found_and_written(text: str, language: str, german: str, english: str) -> None:
    [time] = times_in(text, language)
    assert (time.written("de"), time.written("en")) == (german, english)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("half past 3 pm", "en"),
        ("at 2:05:30", "en"),
        ("1:25000", "en"),
        ("I am 5", "en"),
        ("halb 3 Uhr", "de"),
        ("Viertel vor 8 Uhr", "de"),
        ("第3点", "zh"),
        ("有3点建议", "zh"),
        ("8点十五", "zh"),
        ("3小时", "zh"),
        ("3 amp", "zh"),
        ("à 8:00", "fr"),
    ],
)
def test_what_is_none_or_not_known_is_left_alone(text: str, language: str) -> None:
    assert list(times_in(text, language)) == []


def test_in_chinese_those_with_latin_letters_are_a_part_each() -> None:
    assert list(latin_times("改到3pm了，不是8:00", "zh", "en")) == [(2, 5, "3:00 pm")]
    assert list(latin_times("at 3pm", "en", "de")) == []


@pytest.mark.parametrize(
    ("source", "target", "is_same"),
    [
        ("at 5 pm", "um 17 Uhr", True),
        ("at 5 pm", "um 5 Uhr", True),
        ("at 3:30", "um 15:30 Uhr", True),
        ("at 5 am", "um 17 Uhr", False),
        ("at 6 a.m.", "um 6 Uhr dreißig", False),
        ("at 12 p.m.", "um 0 Uhr", False),
        ("at 8 p.m.", "um 8 Uhr morgens", False),
    ],
)
def test_of_two_times_only_equal_ones_are_the_same(source: str, target: str, *, is_same: bool) -> None:
    assert bool(paired(times_in(source, "en"), times_in(target, "de"))) is is_same


def test_each_is_the_same_as_one_other() -> None:
    assert len(paired(times_in("8:00 or 8:00", "en"), times_in("8 Uhr", "de"))) == 1


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("at 8 p.m. here", "en", "8 p.m."),
        ("um 8 Uhr morgens da", "de", "8 Uhr morgens"),
        ("他下午3点来", "zh", "下午3点"),
        ("at 8:30", "en", "8:30"),
    ],
)
def test_a_time_is_said_with_its_half_of_the_day(text: str, language: str, expected: str) -> None:
    [time] = times_in(text, language)
    assert time.said(text) == expected
