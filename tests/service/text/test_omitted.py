"""Where emoji and tags go that a model has not seen."""

import numpy as np
import pytest

from service.text.omitted import with_omitted
from service.text.showing import Look, show
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of

NOTHING = np.zeros(1, np.float32)


def translated(source: str, emoji: str, *words: tuple[str, str], protected: str = "") -> str:
    """A translation of `source` by words, each with the word of the source that it comes from, and its emoji."""
    span = span_of(source, emoji, Kind.OMITTED)
    others = [span_of(source, protected, Kind.WORD)] if protected else []
    units = [
        Unit(text, source.index(origin), source.index(origin) + len(origin), NOTHING, others[0] if others else None)
        if origin == protected
        else Unit(text, source.index(origin), source.index(origin) + len(origin), NOTHING)
        for text, origin in words
    ]
    omitted = show(source, sorted([span, *others], key=lambda part: part.start), Look("en", "de"), 0).omitted
    return text_of(with_omitted(units, omitted, SourceMap(source, (0, len(source)), (0,), (len(source),))))


def span_of(source: str, part: str, kind: Kind) -> Span:
    start = source.index(part)
    return Span(start, start + len(part), kind, part)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Write to me 😆!", "Schreib mir 😆!"),
        ("Write to me😆!", "Schreib mir😆!"),
        ("Write to me! 😆", "Schreib mir! 😆"),
        ("Write 😆 to me!", "Schreib 😆 mir!"),
        ("Write to 😆me!", "Schreib 😆mir!"),
    ],
)
def test_what_was_omitted_stands_where_it_stood_with_the_space_it_had(source: str, expected: str) -> None:
    assert translated(source, "😆", ("Schreib", "Write"), (" mir", "me"), ("!", "!")) == expected


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("Hello  you", [("Hallo", "Hello"), (" du", "you")], "Hallo  du"),
        ("He,  yes.", [("Er", "He"), (",", ","), (" ja", "yes"), (".", ".")], "Er,  ja."),
        ("Hello  you", [("Hallo", "Hello"), ("du", "you")], "Hallo  du"),
        ("Hello  you", [("Hallo", "Hello"), (",", "you"), (" du", "you")], "Hallo,  du"),
        ("Hello  !", [("Hallo", "Hello"), (" !", "!")], "Hallo  !"),
    ],
)
def test_white_space_stands_in_place_of_the_space_that_was_shown_for_it(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    assert translated(source, "  ", *words) == expected


def test_the_space_of_a_protected_part_stays() -> None:
    words = [("Wort", "word"), ("\t{a}", "\t{a}")]
    assert translated("word  and\t{a}", "  ", *words, protected="\t{a}") == "Wort  \t{a}"
