"""Which places of a text are parts that a model must not touch."""

import pytest

from service.text.spans import Kind, Span, is_touched, written

SPANS = [Span(2, 4, Kind.WORD, "ab"), Span(6, 9, Kind.WORD, "cde")]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 2, False),
        (0, 3, True),
        (3, 4, True),
        (4, 6, False),
        (4, 7, True),
        (0, 20, True),
        (8, 12, True),
        (9, 12, False),
    ],
)
def test_a_place_is_touched_if_any_part_of_it_is_in_a_span(start: int, end: int, expected: bool) -> None:
    assert is_touched(SPANS, start, end) is expected
    assert not is_touched([], start, end)


def test_a_part_that_is_as_long_in_the_target_language_is_written_as_there() -> None:
    spans = [Span(1, 2, Kind.OMITTED, "."), Span(3, 4, Kind.OMITTED, ""), Span(4, 5, Kind.WORD, "long")]
    assert written("a。bcde。", spans, 0, 6) == "a.bcde"
    assert written("a。bcde。", spans, 1, 3) == ".b"
    assert written("a。bcde。", spans, 2, 7) == "bcde。"
