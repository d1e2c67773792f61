"""Later parts of a divided sentence begin as inside a sentence, where that is certain."""

import numpy as np
import pytest

from service.text.spans import Kind, Span
from service.text.splitting.continuing import continued, goes_on
from service.text.target import Unit, text_of


def unit(text: str, span: Span | None = None) -> Unit:
    return Unit(text, 0, 1, np.zeros(0, np.float32), span)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("And they went.", "en", "and they went."),
        ("Und sie gingen.", "de", "und sie gingen."),
        (" The dog.", "en-GB", " the dog."),
        ("Theodor went.", "en", "Theodor went."),
        ("I went.", "en", "I went."),
        ("Sie gingen.", "de", "Sie gingen."),
        ("AND they went.", "en", "AND they went."),
        ("And they went.", "fr", "And they went."),
        ("", "en", ""),
    ],
)
@pytest.mark.parametrize("cut", [1, 2, 40])
def test_words_that_are_small_inside_a_sentence_are(text: str, language: str, expected: str, cut: int) -> None:
    units = [unit(part) for part in (text[:cut], text[cut:])]
    assert text_of(continued(units, language)) == expected


def test_what_is_protected_stays() -> None:
    units = [unit("The", Span(0, 3, Kind.WORD, "The")), unit(" dog")]
    assert continued(units, "en") == units


@pytest.mark.parametrize(("text", "expected"), [("They came,", True), ("they came", True), ("They came.", False)])
def test_a_part_goes_on_behind_what_is_no_end(text: str, *, expected: bool) -> None:
    assert goes_on(text) is expected
