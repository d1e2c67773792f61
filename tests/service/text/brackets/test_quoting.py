"""Quotation marks that nobody wrote, or in two forms."""

import numpy as np
import pytest

from service.text.brackets.quoting import has_stray_marks, in_one_form, without_stray_marks
from service.text.spans import Kind, Span
from service.text.target import Unit, text_of

NOTHING = np.zeros(1, np.float32)


def units_of(*texts: str) -> list[Unit]:
    """Those in backquotes are protected."""
    return [Unit(text, 0, 1, NOTHING, Span(0, 1, Kind.WORD, text) if text.startswith("`") else None) for text in texts]


@pytest.mark.parametrize(
    ("source", "answer", "expected"),
    [
        ("so", 'so "ja', "so ja"),
        ("so", 'so "ja".', 'so "ja".'),
        ("so", 'so „ja" "ja', "so ja ja"),
        ("so", 'so "', "so"),
        ('5" so', 'so 5"', 'so 5"'),
        ("“so”", "''so''", '"so"'),
        ("so", "''so''", "''so''"),
    ],
)
def test_of_marks_that_the_source_does_not_have_none_stays_without_another(
    source: str, answer: str, expected: str
) -> None:
    assert text_of(without_stray_marks(units_of(answer), source, keeps_space=False)) == expected


@pytest.mark.parametrize(
    ("answer", "kept", "neat"),
    [
        ("so (ja).", "so ja.", "so ja."),
        ("so ( ).", "so .", "so."),
        ("so (", "so ", "so"),
        ("so [ ja", "so ja", "so ja"),
    ],
)
def test_brackets_go_and_of_a_stream_nothing_before_the_first_one(answer: str, kept: str, neat: str) -> None:
    assert text_of(without_stray_marks(units_of(answer), "so", keeps_space=True)) == kept
    assert text_of(without_stray_marks(units_of(answer), "so", keeps_space=False)) == neat
    assert text_of(without_stray_marks(units_of(answer), "(so)", keeps_space=False)) == answer


def test_marks_of_what_is_protected_do_not_count() -> None:
    assert text_of(without_stray_marks(units_of("so ", '`"`', ' "ja'), "so", keeps_space=False)) == 'so `"` ja'


@pytest.mark.parametrize(
    ("answer", "expected"),
    [('so »ja"', "so “ja”"), ('„so" und „ja“', "“so” und „ja“"), ("so «ja»", "so «ja»"), ('so "ja"', 'so "ja"')],
)
def test_two_marks_that_do_not_belong_together_become_those_of_the_source(answer: str, expected: str) -> None:
    units = units_of(answer[:4], answer[4:])
    assert text_of(in_one_form(units, answer, [("“", "”"), ("“", "”")])) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("so", False), ('so "ja"', False), ('so "ja', True), ("(so", True), ("so :)", False)]
)
def test_marks_that_a_plain_sentence_must_not_have(text: str, expected: bool) -> None:
    assert has_stray_marks(text, "so") is expected
