"""Markup that only a translation has goes."""

import numpy as np
import pytest

from service.text.faults.made_up import without_markup
from service.text.spans import Kind, Span
from service.text.target import Unit, text_of

NOTHING = np.zeros(1, np.float32)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([".l-main", "-section :mark", "ed In ", "4"], "In 4"),
        (["It is :mark", "ed Internal: ", "4"], "It is Internal: 4"),
        (["A well-made thing: ", "4"], "A well-made thing: 4"),
        (["4", "-main-section ", "Pages"], "4 Pages"),
        (["l-main-section"], "l-main-section"),  # nothing would be left
    ],
)
def test_it_goes(texts: list[str], expected: str) -> None:
    units = [Unit(text, 0, 1, NOTHING, Span(0, 1, Kind.FIGURE, "4") if text == "4" else None) for text in texts]
    assert text_of(without_markup(units, "用户 4")) == expected


def test_what_the_source_has_stays() -> None:
    units = [Unit("Use :help now", 0, 1, NOTHING)]
    assert text_of(without_markup(units, "用 :help")) == "Use :help now"
