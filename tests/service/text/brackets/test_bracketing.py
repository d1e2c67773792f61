"""Marks that a model lost, around what their words became."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.brackets.bracketing import Bracketed, bracketed
from service.text.brackets.pairs import hidden_pairs, pairs_in
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of

NOTHING = np.zeros(1, np.float32)


def put_back(source: str, *words: tuple[str, str], language: str = "de", is_hidden: bool = True) -> Bracketed:
    """Words of a translation, each with the word of the source that it comes from."""
    square = [Span(place, place + 1, Kind.OMITTED, sign) for place, sign in enumerate(source) if sign in "[]"]
    pairs = pairs_in(source, square, len)
    units = [Unit(text, source.index(word), source.index(word) + len(word), NOTHING) for text, word in words]
    places = SourceMap(source, (0, len(source)), (0,), (len(source),))
    return bracketed(units, pairs, hidden_pairs(pairs, 0) if is_hidden else (), places, language)


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("he (Tom) is", [("er", "he"), (",", "("), (" Tom", "Tom"), (",", ")"), (" ist", "is")], "er (Tom) ist"),
        ("he (Tom) is", [(" Tom", "Tom"), (" ist", "is"), (" er", "he")], " (Tom) ist er"),
        ("he (Tom), so", [("er", "he"), (" Tom", "Tom"), (",", ","), (" so", "so")], "er (Tom), so"),
        ("he (see (Tom)) is", [("er", "he"), (" s", "see"), (" Tom", "Tom"), (" ist", "is")], "er (s (Tom)) ist"),
        ("he (Tom) is", [("er", "he"), ("(", "("), (" Tom", "Tom"), (" ist", "is")], "er (Tom) ist"),  # one was lost
        ("he (Tom) is", [("(er", "he"), (" Tom", "Tom"), (")", ")")], "(er Tom)"),  # their number is right
        ("he (Tom) is", [("er", "he"), ("()", "("), (" Tom", "Tom"), (" ist", "is")], "er (Tom) ist"),  # around nothing
        ("he (Tom) is", [("er )", ")"), (" Tom", "Tom"), ("( ist", "is")], "er (Tom) ist"),  # the wrong way round
        ("say \"yes\" he", [("sag \"\"", "say"), (" ja", "yes"), (" er", "he")], "sag \"ja\" er"),
        ("he [Tom] is", [("er", "he"), (" Tom", "Tom"), (" ist", "is")], "er [Tom] ist"),
        ("he [Tom] is", [("er]", "he"), (" Tom", "Tom"), (" [ist", "is")], "er [Tom] ist"),
        ("he [see (Tom)] is", [("er", "he"), (" s", "see"), (" (Tom)", "Tom"), (" ist", "is")], "er [s (Tom)] ist"),
        ("he is", [("er (", "he"), (" [ist])", "is")], "er ist"),
        ("say \"yes,\" he", [("sag", "say"), (" ja", "yes"), (",", ","), (" er", "he")], "sag \"ja,\" er"),
        ("he (5% off) is", [("er", "he"), (" 5", "5%"), (" %", "is"), (" ist", "is")], "er (5 %) ist"),
        ("20% (20% off) he", [("20", "20%"), (" %", "20% off"), (" von", "off"), (" 20%", "20% off"), (" er", "he")],
         "20 % (von 20%) er"),
        ("20% [20% off] he", [("20", "20%"), (" %", "20% off"), (" von", "off"), (" er", "he")], "20 % [von] er"),
        ("he (5.50 €) is", [("er", "he"), (" 5", "5."), (".", "is"), ("50", "5."), (" €", "is")], "er (5.50 €)"),
        ("he 20 (%) is", [("er", "he"), (" 20", "20"), (" %", "%"), (" ist", "is")], "er 20 (%) ist"),  # as there
        ("a) 20% is", [("20", "20%"), (" %", "a"), (" ist", "is")], "20 %) ist"),
        ("is (20% he", [("er", "he"), (" 20", "is"), (" %", "20%"), (" ist", "is")], "er (20 % ist"),
        ("他（汤姆）是", [("he", "他"), (" Tom", "汤姆"), (" is", "是")], "he (Tom) is"),
    ],
)  # fmt: skip
def test_marks_go_around_their_words(source: str, words: list[tuple[str, str]], expected: str) -> None:
    found = put_back(source, *words)
    assert text_of(found.units) == expected
    assert found.lost == ()


def test_words_that_are_gone_have_no_marks_and_are_told() -> None:
    found = put_back("he (Tom) is", ("er", "he"), (" ist", "is"))
    assert text_of(found.units) == "er ist"
    assert [(pair.start, pair.end) for pair in found.lost] == [(3, 8)]


def test_square_brackets_are_there_even_around_nothing_and_are_told() -> None:
    found = put_back("he [Tom] is", ("er", "he"), (" ist", "is"))
    assert text_of(found.units) == "er[] ist"
    assert [(pair.start, pair.end) for pair in found.lost] == [(3, 8)]
    assert put_back("he [] is", ("er", "he"), (" ist", "is")).lost == ()


def test_unclear_brackets_that_are_gone_are_told() -> None:
    found = put_back("he(s) is", ("er", "he"), (" ist", "is"))
    assert (text_of(found.units), [(pair.start, pair.end) for pair in found.lost]) == ("er ist", [(2, 5)])


def test_what_was_shown_and_not_kept_counts_as_repaired() -> None:
    words = (("er", "he"), (" Tom", "Tom"))
    assert len(put_back("he (Tom) is", *words, is_hidden=False).repaired) == 1
    assert put_back("he (Tom) is", *words).repaired == ()


@given(
    words=st.lists(
        st.tuples(st.sampled_from([" a", "(", ")", ' "', ", b", "c "]), st.sampled_from("heTomis")), max_size=9
    )
)
def test_no_mark_is_there_more_often_than_in_the_source_where_any_was_wrong(words: list[tuple[str, str]]) -> None:
    source = "he (Tom) is"
    text = text_of(put_back(source, *words).units)
    assert text.count("(") == text.count(")") <= 1
    assert text.count('"') == sum(word == ' "' for word, _ in words)


def test_brackets_that_were_erased_with_what_was_between_them_are_not_missed() -> None:
    """A glossary had nothing for "really"."""
    source = SourceMap("I (really) like it", (0, 18), (0,), (18,))
    units = [Unit("Ich mag es", 0, 1, np.ones(1, np.float32))]
    erased = Span(2, 10, Kind.OMITTED, "")
    assert bracketed(units, (), (), source, "de", [erased]).lost == ()
    assert len(bracketed(units, (), (), source, "de").lost) == 1


@given(
    origins=st.lists(st.sampled_from(["Now", "20%", "(", "30%", "off", ")", "yes"]), min_size=9, max_size=9),
    marks=st.sampled_from(["()", "[]", '""']),
)
def test_no_mark_comes_between_a_number_and_its_sign(origins: list[str], marks: str) -> None:
    source = "Now 20% (30% off) yes".replace("(", marks[0]).replace(")", marks[1])
    words = ("So", " 20", " %", " von", " 30", "%", " ab", " -5", " €")
    places = [marks["()".index(origin)] if origin in "()" else origin for origin in origins]
    text = text_of(put_back(source, *zip(words, places, strict=True)).units)
    assert all(amount in text for amount in ("20 %", "30%", "-5 €"))
