"""No mark that had words is left without any, as long as the translation has enough of them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.marking.projection import project
from service.text.marks import Mark
from service.text.spans import Kind, Span
from service.text.target import Unit

# "Do not close it": four tokens and the end
SOURCE = "Do not close it"
PLACES = (0, 3, 7, 13, 15)
DO_NOT, CLOSE, IT = Mark(0, 6, 0), Mark(7, 12, 1), Mark(13, 15, 2)
ENDS = {0: 2, 3: 6, 7: 12, 13: 15, 15: 15}


def word(text: str, *weights: float, span: Span | None = None) -> Unit:
    """One of a translation, with its shares of the source's tokens."""
    place = PLACES[int(np.argmax(weights))]
    return Unit(text, place, ENDS[place], np.array(weights, np.float32), span, PLACES)


SCHLIESST = word("Schließ", 0.4, 0.1, 0.5, 0.0, 0.0)
IHN = word(" ihn", 0.1, 0.1, 0.0, 0.8, 0.0)
NICHT = word(" nicht", 0.1, 0.3, 0.1, 0.0, 0.5)
STOP = word("!", 0.3, 0.3, 0.0, 0.0, 0.4)


def covered(units: Sequence[Unit], *marks: Mark, source: str = SOURCE) -> list[str]:
    """What is in each mark, by its key."""
    found = project(units, marks, source)
    assert found.text == "".join(unit.text for unit in units)
    return [found.text[mark.start : mark.end] for mark in sorted(found.marks, key=lambda mark: mark.key)]


def test_the_word_that_comes_most_of_all_from_what_was_marked_is_in_the_mark() -> None:
    assert covered([SCHLIESST, IHN, NICHT, STOP], DO_NOT) == ["Schließ"]
    assert covered([SCHLIESST, IHN, NICHT, STOP], DO_NOT, CLOSE, IT) == ["nicht", "Schließ", "ihn"]


def test_a_word_of_several_tokens_counts_as_one_and_goes_whole() -> None:
    rest = word("t", 0.0, 0.0, 0.6, 0.0, 0.4)
    assert covered([SCHLIESST, rest, IHN, NICHT, STOP], DO_NOT) == ["nicht"]
    assert covered([SCHLIESST, rest, IHN, STOP], DO_NOT) == ["Schließt"]


def test_a_mark_with_several_words_gives_one_of_its_edges_that_comes_nearly_as_much_from_the_other() -> None:
    vielen, dank = word("Vielen", 0.8, 0.1, 0.1, 0.0, 0.0), word(" Dank", 0.3, 0.2, 0.1, 0.0, 0.4)
    assert covered([vielen, dank], Mark(0, 2, 0), Mark(3, 6, 1)) == ["Vielen", "Dank"]
    dank = word(" Dank", 0.5, 0.2, 0.1, 0.0, 0.2)
    assert covered([vielen, dank], Mark(0, 2, 0), Mark(3, 6, 1)) == ["Vielen", "Dank"], "there is no other"
    sehr = word(" sehr", 0.0, 0.1, 0.8, 0.0, 0.1)
    assert covered([vielen, dank, sehr], Mark(0, 2, 0), Mark(3, 6, 1)) == ["Vielen Dank", "sehr"]


def test_a_mark_with_three_words_gives_those_at_both_edges() -> None:
    words = [word(text, 0.4, 0.2, 0.2, 0.0, 0.2) for text in ("a", " b", " c")]
    assert covered(words, Mark(0, 2, 0), Mark(3, 6, 1), Mark(7, 12, 2)) == ["b", "a", "c"]


def test_no_mark_gives_its_last_word_and_none_gets_what_another_one_got() -> None:
    vielen, dank = word("Vielen", 0.8, 0.1, 0.1, 0.0, 0.0), word(" Dank", 0.3, 0.2, 0.2, 0.0, 0.3)
    assert covered([vielen, dank], Mark(0, 2, 0), Mark(3, 6, 1), Mark(7, 12, 2)) == ["Vielen", "Dank", ""]


def test_a_mark_in_the_middle_of_a_token_is_around_what_that_became() -> None:
    """Of 我已经, one token, only 已经 was marked: the mark was empty."""
    have, eaten = (
        Unit(text, start, start + 1, np.array(weights, np.float32), places=(0, 3))
        for text, start, weights in (("I've", 0, (0.8, 0.2)), (" eaten", 3, (0.1, 0.9)))
    )
    assert covered([have, eaten], Mark(1, 3, 0), source="我已经吃") == ["I've"]


def test_the_rest_of_a_word_that_another_mark_has_gets_no_other_word() -> None:
    """A word processor had a word in two bold runs: the second one made the first word of the sentence bold."""
    assert covered([SCHLIESST, IHN, NICHT], Mark(7, 9, 0), Mark(9, 12, 1)) == ["Schließ", ""]
    assert covered([SCHLIESST, IHN, NICHT], Mark(9, 12, 0)) == ["Schließ"], "nobody else has the word"


def test_nothing_is_given_to_a_mark_without_words() -> None:
    assert covered([SCHLIESST, IHN, NICHT], Mark(2, 3, 0)) == [""]
    assert covered([SCHLIESST, IHN, NICHT], Mark(0, 6, 0), source="12, 34 close it") == [""], "a number is no word"
    assert covered([SCHLIESST, IHN, NICHT], Mark(7, 7, 0)) == [""]


def test_what_is_protected_is_given_to_no_mark() -> None:
    code = word(" rm", 0.2, 0.2, 0.0, 0.6, 0.0, span=Span(13, 15, Kind.WORD, " rm"))
    assert covered([word("Zu", 0.1, 0.1, 0.8, 0.0, 0.0), code], DO_NOT) == ["Zu"]


@pytest.mark.parametrize(("mark", "expected"), [(Mark(-1, 6, 0), "Ja"), (Mark(0, 16, 0), "Ja!")])
def test_a_mark_over_several_sentences_has_a_word_of_each(mark: Mark, expected: str) -> None:
    """Of one that reached the end of a sentence, there was only the full stop."""
    assert covered([word("Ja", 0, 0, 0, 0, 1), STOP], mark) == [expected]


WEIGHTS = st.lists(st.sampled_from([0.1, 0.2, 0.4, 0.8]), min_size=5, max_size=5)


@given(st.lists(WEIGHTS, min_size=1, max_size=6), st.sampled_from([DO_NOT, CLOSE, IT]))
def test_a_mark_alone_is_never_empty(rows: list[list[float]], mark: Mark) -> None:
    units = [word(f" w{number}", *weights) for number, weights in enumerate(rows)]
    assert covered(units, replace(mark, key=0))[0]


@given(st.lists(WEIGHTS, min_size=3, max_size=6))
def test_none_of_three_marks_is_empty_where_there_are_three_words(rows: list[list[float]]) -> None:
    units = [word(f" w{number}", *weights) for number, weights in enumerate(rows)]
    assert all(covered(units, DO_NOT, CLOSE, IT))
