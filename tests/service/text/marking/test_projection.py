"""Marks around the words of a translation that come from the words they stood around."""

import numpy as np
import pytest

from service.text.marking.projection import project, stretches
from service.text.marks import Mark, MarkedText
from service.text.spans import Kind, Span
from service.text.target import Unit

NOTHING = np.zeros(0, np.float32)


def units(*words: tuple[str, int, int]) -> list[Unit]:
    """Words of a translation, each with the part of the source that it comes from."""
    return [Unit(text, start, end, NOTHING) for text, start, end in words]


# "I saw the red house yesterday" and "Gestern sah ich das rote Haus"
SAW = "I saw the red house yesterday"
LENGTH = len(SAW)
HOUSE = units(("Gestern", 20, 29), (" sah", 2, 5), (" ich", 0, 1), (" das", 6, 9), (" rote", 10, 13), (" Haus", 14, 19))


def shown(found: MarkedText) -> str:
    """The text with brackets where the marks are."""
    parts = []
    for place in range(len(found.text) + 1):
        full = [mark for mark in found.marks if mark.start < mark.end]
        empty = [mark for mark in found.marks if mark.start == mark.end == place]
        parts.append("]" * sum(mark.end == place for mark in full) + "[]" * len(empty))
        parts.append("[" * sum(mark.start == place for mark in full) + found.text[place : place + 1])
    return "".join(parts)


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ([Mark(20, 29, 0)], "[Gestern] sah ich das rote Haus"),
        ([Mark(6, 19, 0)], "Gestern sah ich [das rote Haus]"),
        ([Mark(0, LENGTH, 0)], "[Gestern sah ich das rote Haus]"),
        ([Mark(6, 19, 0), Mark(10, 13, 1)], "Gestern sah ich [das [rote] Haus]"),
        ([Mark(0, 5, 0), Mark(20, 29, 1)], "[Gestern] [sah ich] das rote Haus"),
        ([Mark(9, 9, 0)], "Gestern sah ich das[] rote Haus"),
        ([Mark(0, 0, 0), Mark(LENGTH, LENGTH, 1)], "[]Gestern[] sah ich das rote Haus"),
    ],
)
def test_marks_follow_their_words(marks: list[Mark], expected: str) -> None:
    assert shown(project(HOUSE, marks, SAW)) == expected


def test_a_mark_without_words_has_the_space_before_it_that_it_had() -> None:
    """An image stood directly behind a word, and a space behind it."""
    words = units(("Zwei", 0, 3), (" Hunde", 4, 8), (" und", 9, 12), (" .", 13, 14))
    assert shown(project(words, [Mark(13, 13, 0)], "Two dogs and .")) == "Zwei Hunde und []."
    assert shown(project(words, [Mark(12, 12, 0)], "Two dogs and .")) == "Zwei Hunde und[] ."


def test_marks_are_in_document_order_of_the_translation() -> None:
    found = project(HOUSE, [Mark(0, 5, 0), Mark(20, 29, 1)], SAW)
    assert found.marks == (Mark(0, 7, 1), Mark(8, 15, 0))


def test_a_mark_whose_words_are_gone_is_empty() -> None:
    found = project(units(("Haus", 14, 19)), [Mark(0, 5, 0)], SAW)
    assert found == MarkedText("Haus", (Mark(0, 0, 0),))


def test_a_mark_that_goes_beyond_an_edge_reaches_it() -> None:
    assert shown(project(HOUSE, [Mark(14, LENGTH + 1, 0)], SAW)) == "Gestern sah ich das rote [Haus]"
    assert shown(project(HOUSE, [Mark(-1, 5, 0)], SAW)).startswith("[Gestern sah ich]")
    assert shown(project(HOUSE, [Mark(-1, LENGTH + 1, 0)], SAW)) == "[Gestern sah ich das rote Haus]"


def test_words_that_ended_up_far_apart_do_not_take_in_what_is_between() -> None:
    words = units(("a", 0, 1), (" x", 5, 6), (" y", 6, 7), (" z", 7, 8), (" b", 2, 3))
    found = project(words, [Mark(0, 3, 0)], "abcdefgh")
    assert shown(found) == "[a] x y z b"


def test_punctuation_that_a_model_made_of_a_word_stays_outside_and_that_of_the_source_goes_along() -> None:
    """The comma of "Hallo, mein Freund" looks at "dear"; the mark of "Freund!" is the source's own."""
    words = units(("Hallo", 0, 5), (",", 6, 10), (" mein", 6, 10), (" Freund", 11, 17), ("!", 17, 18))
    assert shown(project(words, [Mark(6, 17, 0)], "Hello dear friend!")) == "Hallo, [mein Freund]!"
    assert shown(project(words, [Mark(6, 18, 0)], "Hello dear friend!")) == "Hallo, [mein Freund!]"
    code = Span(6, 10, Kind.WORD, "%1$s")
    words = [*units(("Hallo", 0, 5), (",", 6, 7), (" ", 6, 7)), Unit("%1$s", 6, 10, NOTHING, code)]
    assert shown(project(words, [Mark(6, 10, 0)], "Hello %1$s")) == "Hallo, [%1$s]"


def test_no_more_punctuation_goes_along_than_was_marked() -> None:
    """The full stop stood behind the mark, whatever the mark itself ends with."""
    words = units(("Ich", 0, 1), (" sah", 2, 5), (" (", 6, 7), ("Hunde", 7, 11), (")", 11, 12), (".", 12, 13))
    assert shown(project(words, [Mark(6, 12, 0)], "I saw (dogs).")) == "Ich sah [(Hunde)]."
    assert shown(project(words, [Mark(6, 13, 0)], "I saw (dogs).")) == "Ich sah [(Hunde).]"


def test_a_mark_around_what_is_protected_has_no_other_words() -> None:
    """Words beside an address look at it."""
    address = Span(9, 14, Kind.WORD, "a@b.c")
    words = [*units(("Schreiben", 0, 5), (" Sie", 9, 14), (" an", 9, 14), (" ", 6, 8))]
    words += [Unit("a@b.c", 9, 14, NOTHING, address), *units((".", 14, 15))]
    assert shown(project(words, [Mark(9, 14, 0)], "Write to a@b.c.")) == "Schreiben Sie an [a@b.c]."


def test_a_fixed_part_goes_where_the_mark_around_it_is() -> None:
    code = Span(2, 3, Kind.WORD, "C", is_marked=True)
    words = [*units(("a", 0, 1), (" x", 5, 6), (" y", 6, 7)), Unit("C", 2, 3, NOTHING, code)]
    found = project(words, [Mark(0, 3, 0), Mark(2, 3, 1, is_fixed=True)], "abcdefgh")
    assert shown(found) == "[a[C]] x y"


def test_marks_inside_a_fixed_one_keep_their_places() -> None:
    code = Span(3, 8, Kind.WORD, "a b c", is_marked=True)
    marks = [Mark(3, 8, 0, is_fixed=True), Mark(5, 6, 1), Mark(8, 8, 2)]
    found = project([Unit("a b c", 3, 8, NOTHING, code), *units((" Ja", 0, 2))], marks, "abcdefgh")
    assert found.text == "a b c Ja"
    assert found.marks[:2] == (Mark(0, 5, 0, is_fixed=True), Mark(2, 3, 1))


def test_stretches_are_where_marks_would_be() -> None:
    text = project(HOUSE, [], SAW).text
    found = stretches(HOUSE, [(0, 5), (6, 19), (10, 13), (20, 29)], SAW)
    assert [text[start:end] for start, end in found] == ["sah ich", "das rote Haus", "rote", "Gestern"]
    [(start, end)] = stretches(HOUSE, [(5, 6)], SAW)
    assert start == end


def test_a_mark_is_around_words_of_its_parent_where_its_own_are_gone() -> None:
    """ "I <b><i>do</i> not</b> know" became "Ich weiß <b><i></i>es nicht</b>"."""
    source = "I do not know"
    places = (0, 2, 5, 9)
    words = [
        Unit(text, start, end, np.array(weights, np.float32), places=places)
        for text, start, end, weights in (
            ("Ich", 0, 1, (0.8, 0.1, 0.0, 0.1)),
            (" weiß", 9, 13, (0.0, 0.2, 0.1, 0.7)),
            (" es", 5, 8, (0.1, 0.3, 0.6, 0.0)),
            (" nicht", 5, 8, (0.0, 0.1, 0.8, 0.1)),
        )
    ]
    assert shown(project(words, [Mark(2, 8, 0), Mark(2, 4, 1)], source)) == "Ich weiß [[es] nicht]"
    assert stretches(words, [(2, 4)], source) == [(3, 3)], "what only looks for places gets none"


def test_marks_may_be_nested_deeper_than_python_calls() -> None:
    marks = [Mark(10, 19, number) for number in range(5_000)]
    found = project(HOUSE, [*marks, Mark(10, 13, 5_000)], SAW)
    assert {(mark.start, mark.end) for mark in found.marks[:-1]} == {(20, 29)}
    assert found.marks[-1] == Mark(20, 24, 5_000)


def test_marks_without_words_keep_their_order_and_any_number_takes_no_time() -> None:
    """Each one used to look at all those before it: three quarters of a minute for twenty thousand."""
    marks = [Mark(place, place, 2 * place + second) for place in (0, 1, 5, 9, 9, 13, LENGTH) for second in (0, 1)]
    found = project(HOUSE, marks, SAW)
    assert shown(found) == "[][]Gestern[][] sah[][] ich[][] das[][][][] rote[][] Haus"
    assert [mark.key for mark in found.marks if mark.start == found.text.index(" rote")] == [18, 19, 18, 19]
    many = [Mark(9, 9, number) for number in range(100_000)]
    assert [mark.key for mark in project(HOUSE, many, SAW).marks] == [*range(100_000)]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ([Mark(14, LENGTH + 1, 0)], "Gestern sah ich das rote [Haus.]"),
        ([Mark(6, LENGTH + 1, 0)], "Gestern sah ich [das rote Haus.]"),
        ([Mark(20, LENGTH + 1, 0)], "[Gestern sah ich das rote Haus.]"),
        ([Mark(-1, 1, 0)], "[Gestern sah ich] das rote Haus."),
        ([Mark(-1, 9, 0)], "[Gestern sah ich das] rote Haus."),
    ],
)
def test_a_mark_that_goes_on_in_another_sentence_has_a_word_of_this_one(marks: list[Mark], expected: str) -> None:
    """Where the words at its edge went elsewhere, it had nothing but the full stop."""
    assert shown(project([*HOUSE, *units((".", LENGTH - 1, LENGTH))], marks, SAW)) == expected


@pytest.mark.parametrize(
    ("source", "mark", "words", "expected"),
    [
        ("完。", (1, 2), [("Done", 0, 1), (".", 0, 1), ("", 0, 1)], "Done[.]"),
        ("等等……", (2, 4), [("Wait", 0, 2), ("…", 0, 2)], "Wait[…]"),
        ("好，走", (1, 2), [("Good", 0, 1), (",", 0, 1), (" go", 2, 3)], "Good[,] go"),
        ("好，走", (1, 2), [("Good", 0, 1), (" go", 2, 3)], "Good[] go"),
        ("He ran!", (6, 7), [("Er", 0, 2), (" lief", 3, 6), ("!", 3, 6)], "Er lief[!]"),
        ("Call him.", (8, 9), [("Ruf", 0, 4), (" ihn", 5, 8), (" an", 0, 4), (".", 0, 4)], "Ruf ihn an[.]"),
    ],
)
def test_a_mark_around_punctuation_is_around_what_the_model_has_there(
    source: str, mark: tuple[int, int], words: list[tuple[str, int, int]], expected: str
) -> None:
    assert shown(project(units(*words), [Mark(*mark, 0)], source)) == expected
