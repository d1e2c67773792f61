"""Words in a case that nobody would choose, how they are shown, and names that only look so."""

from collections.abc import Sequence

import pytest

from service.text.lettercase.casing import recased
from service.text.lettercase.odd_case import names_in, odd_words
from service.text.spans import Kind, Span

# What a tokenizer has a piece for, and what it has two for; every other word it spells in pieces of two letters.
KNOWN = "the dog good world that is cat love water friend this morning coffee weather i'm don't my Germany"
IN_TWO = "hello Hello hallo Hallo Wetter"


def pieces(word: str) -> int:
    if word in KNOWN.split():
        return 1
    return 2 if word in IN_TWO.split() else max(3, len(word) // 2)


def shown(text: str, language: str = "en", spans: Sequence[Span] = ()) -> str:
    return recased(text, odd_words(text, spans, language, pieces))


def names(text: str, spans: Sequence[Span] = ()) -> list[str]:
    found = names_in(text, spans, odd_words(text, spans, "en", pieces))
    assert all(text[name.start : name.end] == name.target for name in found)
    return [name.target for name in found]


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
        ("ThE dOg Is BiG.", "The dog is big."),
        ("HeLLo", "Hello"),
        ("heLLo my friend", "hello my friend"),
        ("gOOD mORNING", "good morning"),
        ("HeLLo WoRLD", "Hello world"),
        ("HeLlO", "Hello"),
        ("HelLo", "Hello"),
        ("I saw tHE dOG", "I saw the dog"),
        ("they say ThIs", "they say this"),
        ("waTer and WATer", "water and water"),
        ("dON't do it", "don't do it"),
        ("in gERMANY", "in Germany"),
        ("пРИВЕТ", "привет"),
        ("HELLo", "Hello"),
        ("HellO", "Hello"),
        ("helLO", "hello"),
        ("a cup oF coffee", "a cup of coffee"),
    ],
)
def test_words_in_an_odd_case_are_shown_as_usual(odd: str, usual: str) -> None:
    assert shown(odd) == usual
    assert names(odd) == []


def test_a_german_noun_keeps_its_capital() -> None:
    assert shown("das WEtter", "de") == "das Wetter"


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
        "macOS and iOS",
        "GmbH",
        "mRNA",
        "LaTeX",
        "eBay",
        "YouTube",
        "MySQL and PostgreSQL",
        "OpenAI",
        "DeepL and SpaceX",
        "watchOS",
        "JPMorgan and VMware",
        "iPHONE",
        "IPHONE and IPhone",
        "YOUTube",
        "jQuery",
    ],
)
def test_names_keep_their_letters(name: str) -> None:
    assert shown(name) == name
    assert names(name) == [word for word in name.split() if word != "and"]


@pytest.mark.parametrize(
    "text", ["URLs", "PCs and BMWs", "Hello World", "NATO", "pH and kV", "O'Brien", "d'Artagnan", "中文", ""]
)
def test_what_is_usual_is_neither_odd_nor_a_name(text: str) -> None:
    assert shown(text) == text
    assert names(text) == []


def test_a_name_stays_one_among_odd_words() -> None:
    assert shown("thIS iS aN aPP oF macOS fOR YoU tOO") == "this is an app of macOS for you too"


def test_a_name_ends_before_an_apostrophe_and_what_is_protected_is_left_alone() -> None:
    assert names("McDonald's iPhones") == ["McDonald", "iPhones"]
    spans = [Span(0, 8, Kind.WORD, "McDonald"), Span(9, 12, Kind.WORD, "tHE")]
    assert (names("McDonald tHE", spans), shown("McDonald tHE", spans=spans)) == ([], "McDonald tHE")
