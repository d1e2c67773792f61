"""The stop of a sentence is behind its last bracket where the source has it there."""

import numpy as np
import pytest

from service.text.brackets.stops import with_end_behind_bracket
from service.text.target import Unit, text_of


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("He left (today).", "Er ging (heute.)", "Er ging (heute)."),
        ("Who knows (do you?).", "Wer weiß (du.)", "Wer weiß (du?)."),
        ("没人知道（是吗？）。", "No one knows (yes.)", "No one knows (yes?)."),
        ("He left (today.)", "Er ging (heute.)", "Er ging (heute.)"),
        ("He left (today).", "Er ging (heute).", "Er ging (heute)."),
        ("He left (today)?", "Er ging (heute.)", "Er ging (heute.)"),
    ],
)
def test_a_stop_behind_a_bracket_stays_behind_it(source: str, text: str, expected: str) -> None:
    units = [Unit(part, 0, 1, np.zeros(0, np.float32)) for part in (text[:-2], text[-2], text[-1])]
    assert text_of(with_end_behind_bracket(units, source)) == expected
    assert text_of(with_end_behind_bracket([], source)) == ""


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ('The word is "Guest!".', 'Das Wort ist "Gast!"', 'Das Wort ist "Gast!".'),
        ("He calls it “art”.", "Er nennt es „Kunst“", "Er nennt es „Kunst“."),
        ('The word is "Guest".', 'Das Wort ist "Gast."', 'Das Wort ist "Gast."'),
        ('The word is "Guest."', 'Das Wort ist "Gast"', 'Das Wort ist "Gast"'),
        ('The word is "Guest".', "Das Wort ist Gast.", "Das Wort ist Gast."),
    ],
)
def test_a_stop_behind_a_quotation_is_there(source: str, text: str, expected: str) -> None:
    units = [Unit(part, 0, 1, np.zeros(0, np.float32)) for part in (text[:-1], text[-1])]
    assert text_of(with_end_behind_bracket(units, source)) == expected
