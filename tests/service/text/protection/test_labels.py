"""Words with digits in them are known, so that a model is asked again where it lost one."""

import pytest

from service.text.protection.labels import labels_in
from service.text.spans import Kind, Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The H1N1 virus on A4 paper", ["H1N1", "A4"]),
        ("This is B2B, with an MP3 player in 3D.", ["B2B", "MP3", "3D"]),
        ("The Top-10 of Apollo-11", ["Top-10", "Apollo-11"]),
        ("这个B2B平台用A4纸", ["B2B", "A4"]),
        ("It is 5 km, 1990s, 2nd, a1 or x.A4", []),
    ],
)
def test_labels_are_found(text: str, expected: list[str]) -> None:
    assert [label.target for label in labels_in(text, ())] == expected


def test_what_is_protected_is_none() -> None:
    assert not [*labels_in("Use A4 here", [Span(4, 6, Kind.WORD, "A4")])]
