"""Which signs are written as references."""

import pytest

from service.text.formats.pieces import Kind, Piece
from service.text.formats.references import references_in


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([("&copy;", "©"), ("&#169;", "©")], {"©": "&copy;"}),
        ([("&#xA0;", "\xa0"), ("a\xa0b", "a\xa0b")], {"\xa0": "&#xA0;"}),
        ([("a\xa0b", "a\xa0b"), ("&nbsp;", "\xa0")], {"\xa0": "\xa0"}),
        ([("&copy", "©"), ("©", "©"), ("a © b", "a © b")], {}),
        ([("&#65;", "A"), ("&#48;", "0"), ("&#32;", " "), ("&Tab;", "\t"), ("&NewLine;", "\n")], {}),
        ([("&bne;", "=\u20e5")], {}),
    ],
)
def test_signs_are_written_as_they_are_there_first(pieces: list[tuple[str, str]], expected: dict[str, str]) -> None:
    found = references_in([Piece(Kind.TEXT, raw, text) for raw, text in pieces])
    assert found == {ord(sign): raw for sign, raw in expected.items()}


def test_what_stays_as_it_is_says_nothing() -> None:
    assert references_in([Piece(Kind.FIXED, "&copy;", "©"), Piece(Kind.OPEN, "<b title='\xa0'>")]) == {}
