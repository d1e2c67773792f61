"""Brackets that belong to no clear pair."""

import numpy as np
import pytest

from service.text.brackets.nesting import ROUND
from service.text.brackets.settling import settled, with_alone, without
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of

NOTHING = np.zeros(1, np.float32)


def units_of(*words: tuple[str, str], source: str) -> list[Unit]:
    """Words of a translation, each with the word of the source that it comes from."""
    return [Unit(text, source.index(word), source.index(word) + len(word), NOTHING) for text, word in words]


def places(source: str) -> SourceMap:
    return SourceMap(source, (0, len(source)), (0,), (len(source),))


@pytest.mark.parametrize(
    ("source", "answer", "expected"),
    [
        ("word", "Wort (e", "Wort e"),
        ("word", "Wort) (e)", "Wort e"),
        ("word", "Wort (e).", "Wort e."),
        ("word", "Wort ().", "Wort."),
        ("word", "(Wort", "Wort"),
        ("word", "Haus(Wort", "Haus Wort"),
        ("word", "房子（词", "房子词"),
        ("word(s)", "Wort(e)", "Wort(e)"),
        ("word(s)", "Wort((e)", "Wort(e)"),
        ("word(s)", "Wort(e) (x)", "Wort(e) x"),
        ("a) b", "a) b", "a) b"),
        ("a) b", "a) b)", "a) b"),
        ("a (b", "(a (b", "a (b"),
        ("word()", "Wort()", "Wort()"),
    ],
)
def test_there_are_no_more_than_in_the_source_and_none_is_left_open(source: str, answer: str, expected: str) -> None:
    found = settled([Unit(answer, 0, 1, NOTHING)], source, ROUND, source)
    assert (text_of(found.units), found.lost) == (expected, ())


@pytest.mark.parametrize(("answer", "expected"), [("Wort", "Wort"), ("Wort()", "Wort"), ("Wort(e", "Wort e")])
def test_a_pair_that_is_not_there_is_lost(answer: str, expected: str) -> None:
    found = settled([Unit(answer, 0, 1, NOTHING)], "word(s)", ROUND, "word(s)")
    assert (text_of(found.units), found.lost) == (expected, ((4, 7),))


def test_what_is_protected_stays_and_keeps_the_space_before_it() -> None:
    span = Span(0, 3, Kind.WORD, "f()")
    units = [Unit("so (", 0, 1, NOTHING), Unit("f()", 0, 3, NOTHING, span), Unit(")", 0, 1, NOTHING)]
    assert text_of(without(units, {3, 7})) == "so f()"
    assert text_of(without(units, {4, 5, 6})) == "so (f())"


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("a) first house", [("ein", "a"), (" Haus", "house")], "ein) Haus"),
        ("the house (is", [("das", "the"), (" Haus", "house"), (" ist", "is")], "das Haus (ist"),
        ("the (house [is", [("das", "the"), (" Haus", "house"), (" ist", "is")], "das (Haus [ist"),
        ("a) first (house", [("Haus", "house"), (" ein", "a")], "Haus ein)("),
        ("the [old] (house", [("das [Haus", "house"), (" alt]", "old")], "(das [Haus alt]"),
    ],
)
def test_those_alone_are_put_where_their_words_went_in_their_order(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    found = with_alone(units_of(*words, source=source), source, places(source), "de")
    assert text_of(found) == expected


def test_wide_brackets_become_narrow_ones_in_alphabets() -> None:
    units = [Unit("so", 1, 2, NOTHING)]
    assert text_of(with_alone(units, "（好", places("（好"), "en")) == "(so"
    assert text_of(with_alone(units, "（好", places("（好"), "ja")) == "（so"
