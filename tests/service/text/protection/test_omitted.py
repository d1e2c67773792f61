"""Where emoji and tags go that a model has not seen."""

import numpy as np
import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.omitted import with_omitted
from service.text.protection.protect import protected_spans
from service.text.showing import Look, show
from service.text.spans import Kind, Side, Span
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
        ("So hello  you.", [("Na", "So"), (" hallo", "hello"), (".", ".")], "Na  hallo."),  # not at the end
        ("So hello  you", [("Na", "So"), (" hallo", "hello")], "Na  hallo"),
    ],
)
def test_white_space_stands_in_place_of_the_space_that_was_shown_for_it(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    assert translated(source, "  ", *words) == expected


def test_the_space_of_a_protected_part_stays() -> None:
    words = [("Wort", "word"), ("\t{a}", "\t{a}")]
    assert translated("word  and\t{a}", "  ", *words, protected="\t{a}") == "Wort  \t{a}"


def surrounded(source: str, *words: tuple[str, str]) -> str:
    """A translation of `source` by words, each with the word of the source that it comes from."""
    units = [Unit(text, source.index(origin), source.index(origin) + len(origin), NOTHING) for text, origin in words]
    spans = protected_spans(MarkedText(source), TranslationOptions(), "en")
    omitted = show(source, spans, Look("en", "de"), 0).omitted
    return text_of(with_omitted(units, omitted, SourceMap(source, (0, len(source)), (0,), (len(source),))))


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("Do {0}read it{1} now", [("Jetzt", "now"), (" lies", "read"), (" es", "it")], "Jetzt {0}lies es{1}"),
        ("Do {0}read it{1} now", [("Es", "it"), (" jetzt", "now"), (" lies", "read")], "{0}Es{1} jetzt lies"),
        ("Do {0}go{1} {2}on{3} now", [("Nun", "now"), (" auf", "on"), ("geh", "go")], "Nun {2}auf{3}{0}geh{1}"),
        ("Do {0}{1}go{2} on{3} now", [("Geh", "go"), (" jetzt", "now"), (" auf", "on")], "{0}{1}Geh{2}{3} jetzt auf"),
        (
            "so <i>far</i>, <b>now</b> go",
            [("geh", "go"), (" nun", "now"), (" fern", "far")],
            "geh <b>nun</b> <i>fern</i>",
        ),
        ("now {{/a}}we go", [("nun", "now"), (" gehen", "go"), (" wir", "we")], "nun gehen {{/a}}wir"),
    ],
)
def test_what_stands_around_words_goes_around_what_they_became(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    assert surrounded(source, *words) == expected


@pytest.mark.parametrize(
    ("source", "part", "words", "expected"),
    [
        ("read this{1} now", "{1}", [("jetzt", "now"), (" lies", "read"), (" das", "this")], "jetzt lies das{1}"),
        ("read {0}this now", "{0}", [("jetzt", "now"), (" das", "this"), (" lies", "read")], "{0}jetzt das lies"),
    ],
)
def test_one_whose_other_is_in_another_sentence_goes_where_its_words_end(
    source: str, part: str, words: list[tuple[str, str]], expected: str
) -> None:
    units = [Unit(text, source.index(origin), source.index(origin) + len(origin), NOTHING) for text, origin in words]
    start = source.index(part)
    span = Span(start, start + len(part), Kind.OMITTED, part, side=Side(0, is_last=part == "{1}"))
    omitted = show(source, [span], Look("en", "de"), 0).omitted
    found = with_omitted(units, omitted, SourceMap(source, (0, len(source)), (0,), (len(source),)))
    assert text_of(found) == expected


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("我家😆在这", [("My", "我"), (" house", "家"), (" is", "在"), (" here", "这")], "My house 😆 is here"),
        ("我家😆。", [("My", "我"), (" house", "家"), (".", "。")], "My house 😆."),
        ("我 😆家", [("My", "我"), (" house", "家")], "My 😆 house"),
        ("so😆on", [("so", "so"), (" weiter", "on")], "so😆weiter"),
    ],
)
def test_a_picture_that_touches_characters_has_spaces_in_an_alphabet(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    assert translated(source, "😆", *words) == expected


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("看[那](u)书", [("See", "看"), ("that", "那"), ("book", "书")], "See [that](u) book"),
        ("看[那](u)。", [("See", "看"), (" that", "那"), (".", "。")], "See [that](u)."),
        ("看 [那](u) 书", [("See", "看"), (" that", "那"), (" book", "书")], "See [that](u) book"),
        ("so[on](u)go", [("so", "so"), ("weiter", "on"), ("los", "go")], "so[weiter](u)los"),
    ],
)
def test_words_that_touch_others_in_characters_have_spaces_around_their_signs_in_an_alphabet(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    assert surrounded(source, *words) == expected
