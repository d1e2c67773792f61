"""Numbers that a text has as words."""

import pytest

from service.text.number_words import may_say, says_large


@pytest.mark.parametrize(
    ("text", "number", "language"),
    [
        ("fünf Katzen", "5", "de"),
        ("beide", "2", "de"),
        ("Im Mai", "5", "de"),
        ("a dog", "1", "en"),
        ("twice", "2", "en"),
        ("In May", "5", "en"),
        ("at noon", "12", "en"),
        ("两个人", "2", "zh"),
        ("anything", "7", "fr"),
    ],
)
def test_a_small_number_may_be_a_word(text: str, number: str, language: str) -> None:
    assert may_say(text, number, language)


@pytest.mark.parametrize(
    ("text", "number", "language"),
    [("Leute", "2", "de"), ("five", "6", "en"), ("人", "3", "zh"), ("dreizehn", "13", "de"), ("anything", "13", "fr")],
)
def test_other_numbers_are_not(text: str, number: str, language: str) -> None:
    assert not may_say(text, number, language)


def test_words_for_larger_numbers() -> None:
    said = [("three hundred men", "en"), ("zwanzig", "de"), ("三十个人", "zh")]
    assert all(says_large(text, language) for text, language in said)
    assert not any(says_large(text, language) for text, language in [("men", "en"), ("Leute", "de"), ("vingt", "fr")])
