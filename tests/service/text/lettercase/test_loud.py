"""Words in capitals that a model is shown as usual, and those that it is not."""

from collections.abc import Sequence

import pytest

from service.text.lettercase.casing import recased
from service.text.lettercase.loud import loud_words
from service.text.spans import Kind, Span

# What a tokenizer has a piece for; every other word it spells in pieces of two letters, and capitals one by one.
VOCABULARY = """
    am it or me red at
    the this weather is not really read please us to who it we love a test of i don't stop tom nicht das OK TV Wetter
    London Tom
"""


# Words that take few pieces, and are long.
RARE = {"forbidden": 4, "Forbidden": 5, "frglxqa": 5, "Frglxqa": 6}


def pieces(word: str) -> int:
    if word in RARE:
        return RARE[word]
    if word in VOCABULARY.split():
        return 1
    return len(word) if word.isupper() else (len(word) + 1) // 2 + word[:1].isupper()


def shown(text: str, language: str = "en", spans: Sequence[Span] = ()) -> str:
    return recased(text, loud_words(text, spans, language, pieces))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The WEATHER is nice", "The weather is nice"),
        ("Please do NOT go", "Please do not go"),
        ("It is REALLY nice", "It is really nice"),
        ("DON'T go there", "Don't go there"),
        ("Go. STOP there", "Go. Stop there"),
        ("“READ the book", "“Read the book"),
        ("We saw LONDON", "We saw London"),
        ("I WE LOVE it", "I we love it"),
        ("It is FORBIDDEN here", "It is forbidden here"),
        ("here THIS IS A TEST of it", "here this is a test of it"),
        ("This IS it", "This is it"),
        ("I AM here", "I am here"),
        ("give it to ME", "give it to me"),
        ("RED", "Red"),
        ("the RED one", "the red one"),
        ("IT is here", "It is here"),
        ("I know IT", "I know it"),
        ("nobody believed IT.", "nobody believed it."),
        ("WHO is here?", "Who is here?"),
        ("let US go", "let us go"),
        ("this OR that", "this or that"),
    ],
)
def test_words_are_shown_as_a_model_knows_them(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "NATO, HTTP and UNESCO stay",
        "the UNESCOS of FRGLXQA",
        "The USA and the GmbH",
        "an iPhone is OK on TV",
        "the US and the WHO use IT",
        "the FRGL and XQ42, U.S. and E-MAIL",
        "COVID-19 and #STOP and STOP@x and read/READ",
        "I am a man, A B C",
        "at 8 AM",
        "IT help",
        "the IT is here",
        "a job in IT",
        "WHO is here",
        "Does the WHO know?",
        "in the OR",
        "in US cities",
        "nothing here",
        "Straße and STRASSE",
    ],
)
def test_abbreviations_names_and_what_a_model_knows_in_capitals_stay(text: str) -> None:
    assert shown(text) == text


def test_a_short_word_that_may_be_an_abbreviation_is_a_word_among_words() -> None:
    assert shown("they WE LOVE US here") == "they we love us here"
    assert shown("they LOVE US here") == "they love US here"


def test_of_a_german_word_the_form_that_is_known_is_shown() -> None:
    assert shown("Heute ist das WETTER NICHT gut", "de") == "Heute ist das Wetter nicht gut"


def test_words_that_follow_each_other_are_together_and_what_is_protected_is_left_alone() -> None:
    text = "Now READ THE  WEATHER and STOP"
    found = loud_words(text, [Span(26, 30, Kind.WORD, "STOP")], "en", pieces)
    assert [text[words.start : words.end] for words in found] == ["READ THE  WEATHER"]
    assert [words.usual for words in found] == ["read the  weather"]
