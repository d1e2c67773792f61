"""Headings that are shown as sentences, and sentences, names and short texts that only look so."""

from collections.abc import Sequence

import pytest

from service.text.lettercase.casing import recased
from service.text.lettercase.headings import heading_words, may_be_headings
from service.text.spans import Kind, Span

# One piece each, in the order in which they were learnt; every other word is spelled in pieces of two letters.
LEARNT = (
    "the weather train late nice today learn days Tom mom Mom lives money needs time know sister sign bank Bank German "
    "Today Late Train York Boston Google May may Time good morning Morning"
)
IN_TWO = {"smith", "Smith", "peter", "Peter", "rabbit", "Rabbit"}


def pieces(word: str) -> list[int]:
    if word in LEARNT.split():
        return [LEARNT.split().index(word)]
    return [100, 101] if word in IN_TWO else [102] * max(3, (len(word) + 1) // 2)


def shown(text: str, language: str = "en", spans: Sequence[Span] = ()) -> str:
    return recased(text, heading_words(text, spans, language, pieces))


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("The Weather Is Nice Today", "The weather is nice today"),
        ("The Train Was Late.", "The train was late."),
        ("Good Morning", "Good morning"),
        ("Thank You", "Thank you"),
        ("Time and Money", "Time and money"),
        ("“Good Morning!”", "“Good morning!”"),
        ("I Know the Weather", "I know the weather"),
        ("What Time Is It? It Is Late!", "What time is it? It is late!"),
        ("News: The Train Is Late, They Say", "News: The train is late, they Say"),
        ("Don't Learn", "Don't learn"),
        ("It's Late, Isn't It?", "It's late, isn't it?"),
    ],
)
def test_headings_are_shown_as_sentences(heading: str, sentence: str) -> None:
    assert shown(heading) == sentence
    assert may_be_headings(heading)


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("Peter Smith Lives In New York", "Peter Smith lives in New York"),
        ("How to Learn German in Ten Days", "How to learn German in Ten days"),
        ("Sign In With Google", "Sign in with Google"),
        ("Tom Needs a Good Train", "Tom needs a good train"),
        ("NATO Is Late, and the iPhone Is, Too", "NATO is late, and the iPhone is, too"),
        ("Here I Am, and I'm Late", "Here I am, and I'm late"),
    ],
)
def test_names_abbreviations_and_the_pronoun_keep_their_capitals_in_them(heading: str, sentence: str) -> None:
    assert shown(heading) == sentence


def test_a_word_that_may_be_a_name_is_none_behind_an_article() -> None:
    assert shown("Here Is a Rabbit and Peter") == "Here is a rabbit and Peter"
    assert shown("This Is the Rabbit") == "This is the rabbit"


def test_a_word_of_many_pieces_may_be_a_name_even_behind_the() -> None:
    assert shown("This Is the Qwertz Today") == "This is the Qwertz today"
    assert shown("This Is a Qwertz Today") == "This is a qwertz today"


def test_an_end_that_no_name_has_tells_a_word_from_a_name() -> None:
    def alike(word: str) -> list[int]:
        return [100, 101]

    assert heading_words("Rain and Rabbits", (), "en", alike) == ()
    assert [word.usual for word in heading_words("Rain and Conditions", (), "en", alike)] == ["conditions"]


@pytest.mark.parametrize(
    "text",
    [
        "Peter Smith",
        "Peter Lives",  # as far as can be known, a name of two words
        "New York",
        "Bank of Boston",
        "Tom May",
        "York Train",
        "Boston and York",
        "Welcome to Boston",
        "Tom is late",
        "The train was late in Boston",
        "In the morning, Tom and Mom",
        "the Good Morning",
        "That's Mom",
        "I'm Mom",
        "Hello, Mom",
        "Hello. Mom!",
        "Dr. Time",
        "Morning",
        "GOOD MORNING",
        "I",
        "",
        "12",
    ],
)
def test_what_is_no_heading_or_may_be_a_name_stays(text: str) -> None:
    assert shown(text) == text


def test_only_english_ones_are_looked_at() -> None:
    assert shown("Good Morning", "en-GB") == "Good morning"
    assert shown("Good Morning", "de") == "Good Morning"


def test_what_is_protected_is_left_alone_and_says_nothing() -> None:
    spans = [Span(5, 12, Kind.WORD, "Morning")]
    assert shown("Good Morning Today", spans=spans) == "Good Morning today"


def test_words_keep_their_length() -> None:
    text = "The Weaİther Is"
    assert len(shown(text)) == len(text)


@pytest.mark.parametrize("text", ["He met Tom Smith", "Good morning", "so New York", "中文", "", "x " * 1000])
def test_most_texts_are_not_looked_at_closely(text: str) -> None:
    assert not may_be_headings(text)


def test_a_heading_is_found_behind_a_sentence_and_in_a_line_of_its_own() -> None:
    assert may_be_headings("It is late. Good Morning")
    assert may_be_headings("It is late:\nGood Morning")
