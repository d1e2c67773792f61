"""When a translation is only a copy, and from when on it is known to be none."""

import pytest

from service.text.faults.copying import CopyWatch, is_copy


@pytest.mark.parametrize(
    "text",
    [
        "Jack of all trades, master of some",
        "GAS RUN/INSPECTION PROPANE FIREPOTS",
        "No Action - View AI Answer",
        "salad",
        "我很好",
        "She was invited to international conferences on marine conservation",
    ],
)
def test_a_sentence_that_comes_back_is_a_copy(text: str) -> None:
    assert is_copy(text, text)
    assert is_copy(text, f"{text}.")


@pytest.mark.parametrize("text", ["Roger Stone", "Hotel", "New York Times", "12:30", "X", "", "BMW 320"])
def test_names_and_figures_may_come_back(text: str) -> None:
    assert not is_copy(text, text)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Jack of all trades", "Jack aller Zünfte"),
        ("computer", "Computer"),
        ("I like it", "Ich mag es"),
        ("我很好", "I am fine"),
        ("something", ""),
    ],
)
def test_translations_are_no_copies(source: str, target: str) -> None:
    assert not is_copy(source, target)


def test_one_new_word_in_four_is_enough_to_go_on_and_a_growing_word_is_waited_for() -> None:
    watch = CopyWatch("the cat sat there")
    assert not watch.look("the ca", is_complete=False)
    assert not watch.look("the cat sa", is_complete=False)
    assert watch.look("the cat sax", is_complete=False)
    assert watch.look("", is_complete=False), "it stays on its own"
