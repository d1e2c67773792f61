"""Marks of which a translation has no words are found, whatever kind of mark it is, and no others."""

import numpy as np
import pytest

from service.text.marking.bare_marks import bare_couples, bare_words
from service.text.marks import Mark, MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.target import Unit

SOURCE = "Look at 2 dogs, please."


def bare(mark: Mark, text: str, start: int, end: int) -> list[str]:
    """The words of `SOURCE` in a mark that is around `text[start:end]`, if that is bare."""
    found = Mark(start, end, mark.key, mark.is_fixed)
    return [*bare_words(SOURCE, [mark], MarkedText(text, (found,)))]


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
    units = [Unit(part, 0, 1, np.zeros(0, np.float32), known.get(part)) for part in parts]
    assert [*bare_couples(source, spans, units)] == expected
