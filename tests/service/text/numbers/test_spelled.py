"""Numbers from 13 on as words."""

import pytest

from service.text.numbers.spelled import says_number, small_word_before, spelled, spells


@pytest.mark.parametrize(
    ("text", "number", "language"),
    [
        ("einunddreißig Leute", "31", "de"),
        ("hundertprozentig", "100", "de"),
        ("vierhundert", "400", "de"),
        ("fifteen hundred", "1500", "en"),
        ("one hundred and forty-five", "145", "en"),
        ("the thirty-first", "31", "en"),
        ("um vierzehn Uhr dreißig", "2.30", "de"),
        ("null Komma drei, hundert", "0.3", "de"),
        ("at least twenty seconds", "20", "en"),
        ("in his twenties", "30", "en"),
        ("two dozen", "24", "en"),
        ("five decades", "50", "en"),
        ("im 18. Jahrhundert", "1700", "de"),
        ("四百五十", "450", "zh"),
        ("anything", "45", "fr"),
    ],
)
def test_a_text_may_have_a_number_as_words(text: str, number: str, language: str) -> None:
    assert spells(text, number, language)


@pytest.mark.parametrize(
    ("text", "number", "language"),
    [
        ("vierzig Leute", "31", "de"),
        ("thousands of them", "400", "en"),
        ("twenty-one", "20", "en"),
        ("forty dogs", "0.5", "en"),
        ("八十", "45", "zh"),
        ("men", "45", "en"),
    ],
)
def test_other_words_are_not_that_number(text: str, number: str, language: str) -> None:
    assert not spells(text, number, language)


def test_words_for_numbers_are_found_but_no_parts_of_others() -> None:
    text = "forty-five, the ninetieth, nineteen-ninety and sixty seconds"
    found = sorted((text[start:end], number) for start, end, number in spelled(text, "en"))
    assert found == [("forty-five", 45), ("ninetieth", 90), ("sixty", 60)]
    assert [number for *_, number in spelled("vierundvierzig", "de")] == [44]


def test_a_small_number_before_a_word_is_found() -> None:
    assert small_word_before("mit drei Millionen", 9, "de") == (4, "3")
    assert small_word_before("a million", 2, "en") == (0, "1")
    assert small_word_before("um Millionen", 3, "de") == (3, "")


@pytest.mark.parametrize(
    ("text", "number", "language", "is_alone", "expected"),
    [
        ("fünfzehn Leute", "15", "de", True, True),
        ("fünfzehnjährig", "15", "de", True, True),
        ("fünfzehntausend Leute", "15", "de", True, False),
        ("fünfzehntausend Leute", "15", "de", False, True),
        ("fifteen hundred", "15", "en", True, False),
        ("twenty-five", "20", "en", True, False),
        ("zwölf", "12", "de", True, False),
        ("hundert", "100", "de", True, False),
        ("fünfzehn", "15.5", "de", True, False),
        ("quinze", "15", "fr", True, False),
    ],
)
def test_a_number_is_said_with_a_word_for_zeros_or_alone(
    text: str, number: str, language: str, is_alone: bool, expected: bool
) -> None:
    assert says_number(text, number, language, is_alone=is_alone) == expected
