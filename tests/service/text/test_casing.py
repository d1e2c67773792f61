"""Which texts are in capitals or in a case that nobody would choose, and how they are shown."""

import pytest

from service.text.casing import has_odd_words, is_in_capitals, ordinary, without_odd_words


@pytest.mark.parametrize(
    "text", ["HELLO", "THE MEETING IS TODAY", "GUTEN TAG!", "QUELS COOKIES ET QUELS TRACEURS ?", "ПРИВЕТ"]
)
def test_texts_in_capitals(text: str) -> None:
    assert is_in_capitals(text)


@pytest.mark.parametrize("text", ["USA", "OK", "Hello", "The NATO summit", "你好NATO", "中文", "iPhone", "", "12"])
def test_acronyms_and_ordinary_sentences_are_not_in_capitals(text: str) -> None:
    assert not is_in_capitals(text)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("THE MEETING IS TODAY. I'M IN.", "en", "The meeting is today. I'm in."),
        ("\"HELLO,\" I SAID", "en", "\"Hello,\" I said"),
        ("GUTEN TAG", "de", "Guten tag"),
        ("İSTANBUL", "tr", "İstanbul"),
    ],
)  # fmt: skip
def test_capitals_become_an_ordinary_sentence_of_the_same_length(text: str, language: str, expected: str) -> None:
    assert ordinary(text, language) == expected
    assert len(expected) == len(text)


@pytest.mark.parametrize(
    ("odd", "usual"),
    [
        ("HAllo", "Hallo"),
        ("hELLO", "hello"),
        ("hEllo", "hello"),
        ("coffeE", "coffee"),
        ("Good MOrning", "Good morning"),
        ("hElLO there", "hello there"),
        ("tHe WeAtHeR iS nIcE", "the weather is nice"),
        ("ThE DoG", "The dog"),
    ],
)
def test_words_in_an_odd_case_are_shown_as_usual(odd: str, usual: str) -> None:
    assert has_odd_words(odd)
    assert without_odd_words(odd, "en") == usual


def test_a_german_noun_keeps_its_capital() -> None:
    assert without_odd_words("das WEtter", "de") == "das Wetter"


@pytest.mark.parametrize(
    "name",
    [
        "iPhone and JavaScript",
        "PhD",
        "NaCl and KCl",
        "iPhone",
        "JavaScript",
        "McDonald",
        "macOS",
        "URLs",
        "GmbH",
        "mRNA",
        "LaTeX",
        "eBay",
    ],
)
def test_names_keep_their_letters(name: str) -> None:
    assert not has_odd_words(name)
