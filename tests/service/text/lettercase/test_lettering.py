"""Which of all unusual cases a sentence is in."""

import pytest

from service.text.lettercase.lettering import lettered
from service.text.sentence import Sentence
from service.text.showing import Look


def pieces(word: str) -> list[int]:
    return [0] if word in {"the", "dog", "not", "it"} else [1, 2, 3]


def look(text: str, source: str = "en") -> Look:
    return lettered(Sentence(text, (), (), Look(source, "fr")), pieces)


def test_capitals_throughout_and_letters_in_place_of_each_other_are_matters_of_the_whole_sentence() -> None:
    assert look("THE DOG IS HERE") == Look("en", "fr", is_in_capitals=True)
    assert look("tHE dOG") == Look("en", "fr", is_inverted=True)


def test_names_stay_in_a_text_in_capitals() -> None:
    found = look("THE IPHONE OF THE BBC")
    assert found.is_in_capitals
    assert [word.usual for word in found.odd] == ["iPhone", "BBC"]
    assert [name.target for name in found.names] == ["IPHONE", "BBC"]


def test_the_words_of_a_heading_are_shown_as_those_of_a_sentence() -> None:
    found = look("This Is NOT the iPhone")
    assert [word.usual for word in found.odd] == ["is"]
    assert [word.usual for word in found.loud] == ["not"]
    assert [name.target for name in found.names] == ["iPhone"]


@pytest.mark.parametrize(("text", "names"), [("The IT Dog", ["IT"]), ("IT is NOT", []), ("At NASA", ["NASA"])])
def test_an_abbreviation_stays_unless_it_is_a_word(text: str, names: list[str]) -> None:
    assert [name.target for name in look(text).names] == names


def test_in_others_single_words_are_loud_odd_or_names() -> None:
    found = look("NOT tHE iPhone")
    assert [word.usual for word in found.loud] == ["Not"]
    assert [word.usual for word in found.odd] == ["the"]
    assert [name.target for name in found.names] == ["iPhone"]


@pytest.mark.parametrize("text", ["我用iPhone", "中文tHE"])
def test_latin_words_among_characters_are_left_alone(text: str) -> None:
    assert look(text, "zh") == Look("zh", "fr")
