"""Marks of which a translation has no words are found, whatever kind of mark it is, and no others."""

import numpy as np
import pytest

from service.text.marking.bare_marks import bare_couples, bare_words
from service.text.marks import Mark, MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.target import Unit

SOURCE = "Look at 2 dogs, please."
NOTHING = np.zeros(0, np.float32)
HELLO = "Hello Tom!"
PLACES = (0, 6, 9, 10)  # of its tokens, and of the end


def bare(mark: Mark, text: str, start: int, end: int) -> list[str]:
    """The words of `SOURCE` in a mark that is around `text[start:end]`, if that is bare."""
    found = Mark(start, end, mark.key, mark.is_fixed)
    return [*bare_words(SOURCE, [mark], [Unit(text, 0, 1, NOTHING)], MarkedText(text, (found,)))]


@pytest.mark.parametrize(
    ("mark", "place", "expected"),
    [
        (Mark(0, 7, 0), (0, 3), []),
        (Mark(0, 7, 0), (3, 3), ["Look at"]),
        (Mark(0, 7, 0), (3, 5), ["Look at"]),
        (Mark(8, 9, 0), (3, 3), ["2"]),
        (Mark(14, 15, 0), (3, 3), []),
        (Mark(8, 8, 0), (3, 3), []),
        (Mark(8, 9, 0, is_fixed=True), (3, 3), []),
        (Mark(-1, 4, 0), (0, 0), ["Look"]),
        (Mark(16, len(SOURCE) + 1, 0), (3, 4), ["please."]),
    ],
)
def test_one_that_had_a_letter_or_a_digit_and_has_none_is_bare(
    mark: Mark, place: tuple[int, int], expected: list[str]
) -> None:
    assert bare(mark, "Ach, so.", *place) == expected


@pytest.mark.parametrize(
    ("source", "parts", "expected"),
    [
        ("Is <b>it</b> so?", ("<b>", "Es", "</b>", " ist so?"), []),
        ("Is <b>it</b> so?", ("So", "<b>", "</b>", "?"), ["it"]),
        ("Is <b>it</b> <i>so</i>?", ("<b>", "Ja", "</b>", " ", "<i>", "?", "</i>"), ["so"]),
        ("Is {0}it{1} so?", ("So", "{0}", " ", "{1}", "?"), ["it"]),
        ("Is {0} it {1} so?", ("So", "{0}", " ", "{1}", "?"), []),
    ],
)
def test_tags_and_placeholders_in_plain_text_are_marks_too(
    source: str, parts: tuple[str, ...], expected: list[str]
) -> None:
    spans = protected_spans(MarkedText(source), TranslationOptions(), "en")
    known = {span.target: span for span in spans}
    units = [Unit(part, 0, 1, NOTHING, known.get(part)) for part in parts]
    assert [*bare_couples(source, spans, units)] == expected


def astray(text: str, *shares: float) -> list[str]:
    """ "Tom", if the mark around it is around nothing of its own in `text`, whose one word has these shares."""
    units = [Unit(text, 0, 5, np.array(shares, np.float32), places=PLACES), Unit("!", 9, 10, NOTHING)]
    return [*bare_words(HELLO, [Mark(6, 9, 0)], units, MarkedText(f"{text}!", (Mark(0, len(text), 0),)))]


@pytest.mark.parametrize(
    ("text", "shares", "expected"),
    [
        ("Hallo", (0.9, 0.1, 0.0, 0.0), ["Tom"]),
        ("Hallo", (0.6, 0.1, 0.3, 0.0), ["Tom"]),
        ("Hallo", (0.1, 0.9, 0.0, 0.0), []),
        ("Hallo", (0.6, 0.4, 0.0, 0.0), []),  # it may be what became of both
        ("Hallo", (0.0, 0.1, 0.0, 0.9), []),  # the end of a sentence is no word of it
        ("Tom", (0.9, 0.1, 0.0, 0.0), []),
    ],
)
def test_one_around_what_became_of_other_words_is_bare(
    text: str, shares: tuple[float, ...], expected: list[str]
) -> None:
    """A link around a name was set around "Hallo", in silence, where the name was gone."""
    assert astray(text, *shares) == expected


def test_where_the_order_of_a_translation_is_another_it_is_not_known_which_words_a_mark_is_around() -> None:
    units = [Unit("Hallo", 0, 5, np.array([0.9, 0.1, 0.0, 0.0], np.float32), places=PLACES)]
    assert [*bare_words(HELLO, [Mark(6, 9, 0)], units, MarkedText("x Hallo", (Mark(2, 7, 0),)))] == []


def test_tags_in_plain_text_around_what_became_of_other_words_are_bare_too() -> None:
    source = "Hello <b>Tom</b>!"
    spans = protected_spans(MarkedText(source), TranslationOptions(), "en")
    weights = np.array([0.9, 0.1, 0.0, 0.0], np.float32)
    word = Unit("Hallo", 0, 5, weights, places=(0, 9, 16, 17))
    first, last = (Unit(span.target, span.start, span.end, NOTHING, span) for span in spans)
    assert [*bare_couples(source, spans, [first, word, last, Unit("!", 16, 17, NOTHING)])] == ["Tom"]


def test_a_bracket_of_a_link_that_was_put_in_is_one_of_its_sides() -> None:
    source = "See [here](https://a.example)."
    spans = protected_spans(MarkedText(source), TranslationOptions(), "en")
    last = spans[-1]
    end = Unit(last.target, last.start, last.end, NOTHING, last)
    for words, expected in (["Hier", "["], ["here"]), (["Sieh", "[", "hier"], []):
        units = [Unit(word, 0, 1, NOTHING) for word in words]
        assert [*bare_couples(source, spans, [*units, end])] == expected
