"""Entities that a model saw as signs are in place of what those became; others come with those that it did not see."""

import numpy as np
import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.protection.signs import with_signs
from service.text.showing import Look, show
from service.text.target import SourceMap, Unit, text_of


def translated(source: str, *words: tuple[str, str], target: str = "de") -> tuple[str, list[str]]:
    """A translation by words, each with the part of the source that it comes from, and what has no place in it yet."""
    spans = protected_spans(MarkedText(source), TranslationOptions(), "en")
    chunks = show(source, spans, Look("en", target), 0).omitted
    origin = SourceMap(source, (0, len(source)), (0,), (len(source),))
    weights = np.zeros(1, np.float32)
    units = [Unit(text, source.index(of), source.index(of) + len(of), weights) for text, of in words]
    found, left = with_signs(units, chunks, origin, target)
    assert all(not chunk.shown for chunk in left if chunk.omitted[0].sign)
    return text_of(found), [span.target for chunk in left for span in chunk.omitted]


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("A1 &amp; B1", [("A1", "A1"), (" und", "&amp;"), (" B1", "B1")], "A1 &amp; B1"),
        ("A1 &amp; B1", [("Und", "&amp;"), (" B1", "B1")], "&amp; B1"),
        (
            "A1 and B1 &amp; C1",
            [("C1", "C1"), (" und", "&amp;"), (" A1", "A1"), (" und", "and"), (" B1", "B1")],
            "C1 &amp; A1 und B1",
        ),
        ("Is&hellip; he", [("Ist", "Is"), ("...", "&hellip;"), (" er", "he")], "Ist&hellip; er"),
        ("Is&hellip; he", [("Ist", "Is"), ("…", "&hellip;"), (" er", "he")], "Ist&hellip; er"),
        ("He &mdash; so", [("Er", "He"), (",", "&mdash;"), (" so", "so")], "Er &mdash; so"),
        ("He &ndash; so", [("Er", "He"), (" –", "&ndash;"), (" so", "so")], "Er &ndash; so"),
        ("He &mdash; The so", [("Er", "He"), (",", "&mdash;"), (" das", "The"), (" so", "so")], "Er &mdash; Das so"),
        ("is it&#39;s", [("gibt", "is"), ("'", "&#39;"), ("s", "s")], "gibt&#39;s"),
    ],
)
def test_what_comes_from_a_sign_is_its_entity(source: str, words: list[tuple[str, str]], expected: str) -> None:
    assert translated(source, *words) == (expected, [])


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("So Tom&#39;s dog", [("So", "So"), (" Toms", "Tom"), (" Hund", "dog")], "So Tom&#39;s Hund"),
        ("I don&#39;t so", [("Ich", "I"), (" nicht", "don"), (" so", "so")], "Ich nicht&#39; so"),
        ("I&#39;m so", [("Ich", "I"), (" so", "so")], "Ich&#39; so"),
    ],
)
def test_an_apostrophe_that_nothing_comes_from_is_at_the_word_it_was_in(
    source: str, words: list[tuple[str, str]], expected: str
) -> None:
    """It tore words apart, or went before them."""
    assert translated(source, *words) == (expected, [])


@pytest.mark.parametrize(
    ("source", "words", "entity"),
    [
        ("A1 &amp; B1", [("A1", "A1"), (" B1", "B1")], "&amp;"),
        ("A1 &amp; B1 and", [("A1", "A1"), (" und", "and")], "&amp;"),
        ("A1 &amp; B1", [("A1", "A1"), (" Rund", "&amp;")], "&amp;"),
        ("so, &mdash; he", [("so", "so"), (",", ","), (" er", "he")], "&mdash;"),
    ],
)
def test_where_nothing_comes_from_a_sign_it_is_left_to_those_that_were_not_seen(
    source: str, words: list[tuple[str, str]], entity: str
) -> None:
    assert translated(source, *words) == ("".join(text for text, _ in words), [entity])
