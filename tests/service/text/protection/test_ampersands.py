"""What a translation has for the sign between words, and what becomes of one for which it has nothing."""

import numpy as np
import pytest

from service.text.protection.ampersands import with_ampersands
from service.text.showing import Look
from service.text.target import SourceMap, Unit, text_of

Words = list[tuple[str, int]]


def translated(source: str, words: Words) -> tuple[str, int]:
    """The text, and how many of the signs have been put in; each word comes from one letter of the source."""
    places = SourceMap(source, (0, len(source)), (0,), (len(source),))
    units = [Unit(text, start, start + 1, np.ones(1, np.float32)) for text, start in words]
    found, lost = with_ampersands(units, places, Look("en", "de"))
    return text_of(found), len(lost)


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ("Tom & Mary", [("Tom", 0), (" und", 4), (" Maria", 6)], ("Tom & Maria", 0)),
        ("Tom & Mary", [("Tom", 0), (" Maria", 6)], ("Tom & Maria", 1)),
        ("Tom & Mary", [("Maria", 6)], ("& Maria", 1)),
        ("Tom & Mary", [("Tom", 0), (" und", 6), (" Maria", 6)], ("Tom und Maria", 0)),
        ("Tom & Mary", [("Tom", 0), (" und", 4), (" Eva", 6), (" und", 4), (" Ada", 6)], ("Tom & Eva und Ada", 0)),
        ("a cat & a dog and you", [("Katze", 2), (" und", 14), (" du", 18)], ("Katze & und du", 1)),
        ("AB & CD & EF", [("AB", 0), (" und", 3), (" CD", 5)], ("AB & CD &", 1)),
        ("AB & CD & EF", [("CD", 5), (" und", 8), (" EF", 10)], ("& CD & EF", 1)),
    ],
)
def test_a_sign_for_which_there_is_no_word_is_put_in_and_told(
    source: str, words: Words, expected: tuple[str, int]
) -> None:
    assert translated(source, words) == expected


def test_words_for_it_that_the_source_has_are_no_signs() -> None:
    words = [("Ich", 0), (" und", 6), (" du", 10)]
    assert translated("You and I & me", [*words, (" und", 10), (" ich", 12)]) == ("Ich und du & ich", 0)
