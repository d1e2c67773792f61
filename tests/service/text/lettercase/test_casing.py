"""Which texts are in capitals, or have them in place of small letters, and how they are shown."""

import pytest

from service.text.lettercase.casing import Recased, is_in_capitals, is_inverted, ordinary, recased, uninverted


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
        ("\"IS IT?\" \"NO.\" (YES)", "en", "\"Is it?\" \"No.\" (Yes)"),
        ("GUTEN TAG", "de", "Guten tag"),
        ("İSTANBUL", "tr", "İstanbul"),
    ],
)  # fmt: skip
def test_capitals_become_an_ordinary_sentence_of_the_same_length(text: str, language: str, expected: str) -> None:
    assert ordinary(text, language) == expected
    assert len(expected) == len(text)


@pytest.mark.parametrize(
    ("text", "is_known_odd", "expected"),
    [
        ("hELLO", True, True),
        ("tHE dOG bARKS", True, True),
        ("hELLO MY fRIEND", True, True),
        ("i aM hERE", True, True),
        ("iOS", False, False),  # a name, as far as is known
        ("tHE Dog", True, False),
        ("THE DOG AND tHE CAT", True, False),
        ("Hello", True, False),
    ],
)
def test_small_letters_and_capitals_for_each_other_throughout(text: str, is_known_odd: bool, expected: bool) -> None:
    assert is_inverted(text, int(is_known_odd)) is expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("tHE dOG bARKS. i aM hERE", "en", "The dog barks. I am here"),
        ("hELLO MY fRIEND tOM", "en", "Hello my Friend Tom"),
        ("dER hUND", "de", "Der Hund"),
        ("hEIẞ", "en", "Heiß"),
    ],
)
def test_they_become_an_ordinary_sentence_of_the_same_length(text: str, language: str, expected: str) -> None:
    assert uninverted(text, language) == expected
    assert len(expected) == len(text)


def test_words_are_shown_in_another_case_where_they_stand() -> None:
    assert recased("ab CD eF", [Recased(3, 5, "cd"), Recased(6, 8, "ef")]) == "ab cd ef"
