"""Dates, as their languages write them."""

import pytest

from service.text.numbers.dates import dates_in


@pytest.mark.parametrize(
    ("text", "language", "german", "english"),
    [
        ("on 3 May 1998 in", "en", "3. Mai 1998", "May 3, 1998"),
        ("on May 3rd, 1998.", "en", "3. Mai 1998", "May 3, 1998"),
        ("the 10th of September", "en", "10. September", "September 10"),
        ("March 31 is", "en", "31. März", "March 31"),
        ("Oct. 5, 1968,", "en", "5. Oktober 1968", "October 5, 1968"),
        ("in June 2009 at", "en", "Juni 2009", "June 2009"),
        ("1998年5月3日", "zh", "3. Mai 1998", "May 3, 1998"),
        ("2017 年 9 月", "zh", "September 2017", "September 2017"),
        ("3月31号", "zh", "31. März", "March 31"),
        ("6月的时候", "zh", "Juni", "June"),
    ],
)
def test_a_date_is_found_and_written(text: str, language: str, german: str, english: str) -> None:
    [date] = dates_in(text, language)
    assert (date.written("de"), date.written("en-GB"), date.written("fr")) == (german, english, None)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("You may 5 times", "en"),
        ("May 5:30 be fine", "en"),
        ("2024-01-02 and 3/5/2024", "en"),
        ("in 1998", "en"),
        ("3个月", "zh"),
        ("13月", "zh"),
        ("第3月", "zh"),
        ("am 3. Mai", "de"),
    ],
)
def test_what_is_none_or_in_another_language_is_left_alone(text: str, language: str) -> None:
    assert list(dates_in(text, language)) == []
