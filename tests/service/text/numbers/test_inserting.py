"""Places for numbers that a translation does not have."""

import numpy as np

from service.text.numbers.edits import Edit
from service.text.numbers.figures import written_figures
from service.text.numbers.inserting import Inserter
from service.text.numbers.pairing import numbers_of_source
from service.text.target import Unit

NOTHING = np.zeros(1, np.float32)


def places(source: str, *words: tuple[str, str]) -> list[Edit]:
    """What is done for all numbers of a source, with each word of its German translation from a part of it."""
    units = [Unit(word, source.index(part), source.index(part) + len(part), NOTHING) for word, part in words]
    target = "".join(word for word, _ in words)
    inserter = Inserter((source, target), ("en", "de"), units, written_figures(source, "de", "en"), source)
    numbers = numbers_of_source(source)
    return list(inserter.edits(numbers, numbers, []))


def test_a_number_goes_to_the_word_that_comes_from_it() -> None:
    assert places("the 45 men", ("die", "the"), (" Leute", "45 men")) == [Edit(4, 4, "45", 4)]


def test_the_second_of_two_neighbours_goes_behind_the_first() -> None:
    [first, second] = places("on 4/17 here", ("am", "on"), (" hier", "here"))
    assert (first.start, second.start, second.before, second.text) == (2, 2, "/", "17")


def test_the_word_for_its_zeros_becomes_the_whole_number() -> None:
    assert places("for 35 million", ("für", "for"), (" drei", "35"), (" Millionen", "million")) == [
        Edit(4, 18, "35 Millionen", 4)
    ]


def test_one_that_is_there_in_words_or_in_another_unit_has_no_place() -> None:
    assert places("the 45 men", ("fünfundvierzig", "45"), (" Leute", "men")) == []
    assert places("93 million miles", ("viele", "93"), (" Kilometer", "miles")) == []
