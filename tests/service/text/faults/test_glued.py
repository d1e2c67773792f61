"""The end of a word that stands behind another word, or behind a number, is a fault; a comma between both may help."""

import pytest

from service.text.faults.glued import num_glued, set_apart
from service.text.spans import Kind, Span


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (["Hell", "o", " ", "{name}", ""], [" Hallo", "o", " Tom", ""], 1),
        (["2", "4", " Hell", "o", ""], [" 2", "4", "o", ""], 1),
        (["Hell", "o", ""], [" Hall", "o", ""], 0),  # another letter before it
        (["Hell", "o", ""], [" Hallo", "o", "se", ""], 0),  # the word goes on
        (["Hell", "o", ""], [" o", ""], 0),
        (["To", "o", ""], [" Zo", "o", ""], 0),  # two in the source
        (["Idea", ""], [" Ide", "e", ""], 0),
        (["car", "s", ""], [" Auto", "s", ""], 0),
        (["no", "od", "le"], [" Bo", "o", "t"], 0),
        ([], [], 0),
    ],
)
def test_the_last_letter_of_a_word_of_the_source_is_none_of_another(
    source: list[str], target: list[str], expected: int
) -> None:
    assert num_glued(target, source) == expected


def test_a_number_or_a_word_at_the_beginning_is_set_apart_from_what_is_behind_it() -> None:
    [span] = set_apart("2024 Hello", ())
    assert (span.start, span.end, span.kind, span.target, span.sign) == (4, 5, Kind.OMITTED, " ", ", ")
    [span] = set_apart("Hello {a}", [Span(6, 9, Kind.WORD, "{a}")])
    assert (span.start, span.end, span.target) == (5, 6, " ")


@pytest.mark.parametrize("text", ["Hello you {a}", "In 2024", "2024", "2024, Hello", "2024 {a}", ""])
def test_what_is_apart_already_stays(text: str) -> None:
    start = text.find("{a}")
    assert [*set_apart(text, [Span(start, start + 3, Kind.WORD, "{a}")] if start >= 0 else ())] == []
