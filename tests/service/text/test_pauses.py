"""A comma that was shown as a pause goes where it touches what it was shown beside, and nowhere else."""

import numpy as np
import pytest

from service.text.marks import Mark
from service.text.pauses import place_of_pause, points, without_pauses
from service.text.sentence import Sentence
from service.text.showing import Look
from service.text.spans import Kind, Span
from service.text.target import Unit, text_of

NOTHING = np.zeros(1, np.float32)


def with_emoji(text: str, *pauses: int) -> Sentence:
    spans = tuple(Span(place, place + 1, Kind.OMITTED, sign) for place, sign in enumerate(text) if sign == "😀")
    return Sentence(text, spans, (), Look("en", "de", pauses=pauses))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Hallo, 😀 mein Freund", "Hallo 😀 mein Freund"),
        ("Hallo 😀, mein Freund", "Hallo 😀 mein Freund"),
        ("Hallo,😀 mein Freund", "Hallo😀 mein Freund"),
        ("Hallo, mein 😀 Freund", "Hallo, mein 😀 Freund"),
        ("Ja, hallo 😀 mein Freund", "Ja, hallo 😀 mein Freund"),
        ("Hallo! 😀 Mein Freund", "Hallo! 😀 Mein Freund"),
    ],
)
def test_a_comma_that_touches_an_emoji_goes(said: str, expected: str) -> None:
    sentence, (before, behind) = with_emoji("Hello 😀 my friend", 5), said.split("😀")
    units = [Unit(before, 0, 5, NOTHING), Unit("😀", 6, 7, NOTHING, sentence.spans[0]), Unit(behind, 8, 10, NOTHING)]
    assert text_of(without_pauses(units, sentence)) == expected


@pytest.mark.parametrize(("source", "pauses"), [("Hello 😀, my friend", (5,)), ("Hello 😀 my friend", ())])
def test_where_the_source_has_a_comma_or_no_pause_was_shown_commas_stay(source: str, pauses: tuple[int, ...]) -> None:
    sentence = with_emoji(source, *pauses)
    units = [
        Unit("Hallo", 0, 5, NOTHING),
        Unit("😀", 6, 7, NOTHING, sentence.spans[0]),
        Unit(", Freund", 8, 10, NOTHING),
    ]
    assert text_of(without_pauses(units, sentence)) == "Hallo😀, Freund"


def test_a_comma_that_touches_an_image_goes() -> None:
    sentence = Sentence("Hello my friend", (), (Mark(6, 6, 0, is_fixed=True),), Look("en", "de", pauses=(5,)))
    units = [Unit("Hallo", 0, 5, NOTHING), Unit(",", 5, 6, NOTHING), Unit(" Freund", 9, 15, NOTHING)]
    assert text_of(without_pauses(units, sentence)) == "Hallo Freund"


@pytest.mark.parametrize(
    ("source", "place"), [("Save 20% 😀 now", 8), ("Save 20 % 😀 now", 9), ("Save € 😀 now", 4), ("Save! 😀 now", None)]
)
def test_a_pause_is_behind_the_last_word_with_what_belongs_to_it(source: str, place: int | None) -> None:
    sentence = with_emoji(source)
    assert place_of_pause(sentence, min(points(sentence))) == place
