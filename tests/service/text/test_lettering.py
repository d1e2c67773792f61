"""Which of all unusual cases a sentence is in."""

import pytest

from service.text.lettering import lettered
from service.text.sentence import Sentence
from service.text.showing import Look


def look(text: str, source: str = "en") -> Look:
    return lettered(Sentence(text, (), (), Look(source, "fr")), lambda word: 1 if word in {"the", "dog", "not"} else 3)


def test_capitals_throughout_and_letters_in_place_of_each_other_are_matters_of_the_whole_sentence() -> None:
    assert look("THE DOG IS HERE") == Look("en", "fr", is_in_capitals=True)
    assert look("tHE dOG") == Look("en", "fr", is_inverted=True)


def test_in_others_single_words_are_loud_odd_or_names() -> None:
    found = look("NOT tHE iPhone")
    assert [word.usual for word in found.loud] == ["Not"]
    assert [word.usual for word in found.odd] == ["the"]
    assert [name.target for name in found.names] == ["iPhone"]


@pytest.mark.parametrize("text", ["我用iPhone", "中文tHE"])
def test_latin_words_among_characters_are_left_alone(text: str) -> None:
    assert look(text, "zh") == Look("zh", "fr")
