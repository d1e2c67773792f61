"""What is asked or called in a quotation keeps its sign there."""

import numpy as np
import pytest

from service.text.brackets.asking import with_quoted_signs
from service.text.target import Unit, text_of

NOTHING = np.zeros(1, np.float32)


@pytest.mark.parametrize(
    ("source", "answer", "expected"),
    [
        ('"Where are you?" asked Tom.', '"Wo bist du" fragte Tom.', '"Wo bist du?" fragte Tom.'),
        ('"Where are you?" asked Tom.', '"Wo bist du," fragte Tom.', '"Wo bist du?" fragte Tom.'),
        ("“Stop!” cried Mary.", "„Halt.“ rief Maria.", "„Halt!“ rief Maria."),
        ('"Stop!" cried Mary.', '"Hör auf", rief Maria!', '"Hör auf", rief Maria!'),
        ('He asked "Why?" and "How?".', 'Er fragte "Warum" und "Wie?".', 'Er fragte "Warum?" und "Wie?".'),
        ('"Where are you?" asked Tom.', "Wo bist du, fragte Tom.", "Wo bist du, fragte Tom."),
        ('"What?!" he shouted.', '"Was?" schrie er.', '"Was?!" schrie er.'),
        ('"What?!" he shouted.', '"Was?!" schrie er.', '"Was?!" schrie er.'),
        ('"Here," said Tom.', '"Hier" sagte Tom.', '"Hier" sagte Tom.'),
    ],
)
def test_a_sign_that_is_lost_comes_back(source: str, answer: str, expected: str) -> None:
    units = [Unit(text, 0, 1, NOTHING) for text in answer.partition(" ")]
    assert text_of(with_quoted_signs(units, source)) == expected
