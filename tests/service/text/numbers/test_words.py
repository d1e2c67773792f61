"""Numbers that a text has as words."""

import pytest

from service.text.numbers.words import knows_large, may_say, may_say_time, says_large


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
        ("on Aug. 3", "8", "en"),
        ("am 3. Sep.", "9", "de"),
        ("Sputnik II", "2", "en"),
        ("half an hour", "30", "en"),
        ("eine Dreiviertelstunde", "45", "de"),
    ],
)
def test_a_small_number_may_be_a_word(text: str, number: str, language: str) -> None:
    assert may_say(text, number, language)


@pytest.mark.parametrize(
    ("text", "number", "language"),
    [
        ("Leute", "2", "de"),
        ("dreißig Kinder", "3", "de"),
        ("vierundzwanzig", "4", "de"),
        ("die Nacht", "8", "de"),
        ("helfen", "11", "de"),
        ("five", "6", "en"),
        ("人", "3", "zh"),
        ("dreizehn", "13", "de"),
        ("anything", "13", "fr"),
        ("the repairing", "2", "en"),
        ("30 seconds", "2", "en"),
        ("thirty", "3", "en"),
        ("this morning", "9", "en"),
        ("sixteen", "6", "en"),
        ("my weight", "8", "en"),
        ("this afternoon", "12", "en"),
        ("on behalf", "2", "en"),
    ],
)
def test_other_numbers_are_not(text: str, number: str, language: str) -> None:
    assert not may_say(text, number, language)


@pytest.mark.parametrize(
    ("text", "number", "language"),
    [("I am here", "1", "de"), ("half an hour", "45", "en"), ("halb", "17", "de"), ("XIV", "4", "en")],
)
def test_a_part_of_an_hour_or_a_roman_number_is_only_its_own(text: str, number: str, language: str) -> None:
    assert not may_say(text, number, language)


@pytest.mark.parametrize(
    ("text", "hour", "minutes", "language"),
    [
        ("um sieben", 7, "00", "de"),
        ("um sieben", 19, "", "de"),
        ("halb drei", 2, "30", "de"),
        ("Viertel nach zwei", 2, "15", "de"),
        ("quarter to one", 12, "45", "en"),
        ("两点半", 2, "30", "zh"),
        ("n'importe quoi", 7, "30", "fr"),
    ],
)
def test_a_time_of_day_may_be_in_words(text: str, hour: int, minutes: str, language: str) -> None:
    assert may_say_time(text, hour, minutes, language)


def test_an_hour_alone_does_not_say_the_minutes() -> None:
    assert not may_say_time("um sieben", 7, "30", "de")
    assert not may_say_time("half past two", 4, "30", "en")
    assert not may_say_time("halb drei", 2, "33", "de")
    assert not may_say_time("halb drei", 2, "15", "de")


def test_words_for_larger_numbers() -> None:
    said = [("three hundred men", "en"), ("zwanzig", "de"), ("三十个人", "zh")]
    assert all(says_large(text, language) for text, language in said)
    assert not any(says_large(text, language) for text, language in [("men", "en"), ("Leute", "de"), ("vingt", "fr")])


def test_words_that_only_end_like_numbers_are_none() -> None:
    assert not any(says_large(text, language) for text, language in [("the city", "en"), ("einzig, Leipzig", "de")])


def test_of_which_languages_words_for_larger_numbers_are_known() -> None:
    assert [language for language in ("de", "en", "fr", "zh") if knows_large(language)] == ["de", "en", "zh"]


@pytest.mark.parametrize("text", ["Er ist der Nein.", "ein kleiner", "Eins ist da", "mein Haus"])
def test_a_one_begins_a_word(text: str) -> None:
    assert may_say(text, "1", "de") == text.lower().startswith("ein")
