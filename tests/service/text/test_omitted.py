"""Where emoji and tags go that a model has not seen."""

import numpy as np
import pytest

from service.text.omitted import with_omitted
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of

NOTHING = np.zeros(1, np.float32)


def translated(source: str, emoji: str, *words: tuple[str, str]) -> str:
    """A translation of `source` by words, each with the word of the source that it comes from, and its emoji."""
    start = source.index(emoji)
    span = Span(start, start + len(emoji), Kind.OMITTED, emoji)
    units = [Unit(text, source.index(origin), source.index(origin) + len(origin), NOTHING) for text, origin in words]
    return text_of(with_omitted(units, [[span]], SourceMap(source, (0, len(source)), (0,), (len(source),))))


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
