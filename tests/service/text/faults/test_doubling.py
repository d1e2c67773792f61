"""A preposition, or a word for zeros, that stands twice beside a protected part stands there once."""

import re

import numpy as np
import pytest

from service.text.faults.doubling import without_doubled
from service.text.spans import Kind, Span
from service.text.target import Unit, text_of


def once(text: str, source: str = "We meet at 17:00.", language: str = "de") -> str:
    """What becomes of a text, in which digits are protected."""
    span = Span(0, 1, Kind.FIGURE, "x")
    units = [
        Unit(part, 0, 1, np.zeros(0, np.float32), span if part[0].isdigit() else None)
        for part in re.findall(r"[\d:]+| ?[^\d\s]+| ", text)
    ]
    return text_of(without_doubled(units, source, language))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wir sind um um 17:00 Uhr da.", "Wir sind um 17:00 Uhr da."),
        ("Um um 17:00 Uhr", "Um 17:00 Uhr"),
        ("von 8:00 bis bis 16:30", "von 8:00 bis 16:30"),
        ("17:00 um um da", "17:00 um da"),
        ("Es sind 3 Milliarden Milliarden.", "Es sind 3 Milliarden."),
        ("um 17:00 um da", "um 17:00 um da"),
        ("bis die die 17:00 da", "bis die die 17:00 da"),
        ("um um da, 17:00", "um um da, 17:00"),
        ("Wir sind um um da", "Wir sind um um da"),
    ],
)
def test_only_one_of_two_beside_a_protected_part_stays(text: str, expected: str) -> None:
    assert once(text) == expected


def test_what_the_source_says_twice_may_be_said_twice() -> None:
    assert once("um um 17:00", "at at 17:00") == "um um 17:00"


def test_each_language_has_its_own_words() -> None:
    assert once("at at 17:00", language="en") == "at 17:00"
    assert once("at at 17:00", language="fr") == "at at 17:00"
