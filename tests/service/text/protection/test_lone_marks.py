"""Marks that stand alone."""

import pytest

from service.text.protection.lone_marks import lone_couples, lone_couples_in, lone_marks


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("( The cat sleeps. )", ["(", ")"]),
        ("The cat sleeps. ”", ["”"]),
        ("Next »\n‹ Back", ["»", "‹"]),
        ('He said " hello " to (the) me', ['"', '"']),
        ("（ 你好 ）", ["（", "）"]),
        ("He ( Tom) left", []),
        ('She said "yes" and " no', []),
        ("A (b) c, 5 * 3", []),
    ],
)
def test_all_of_a_kind_on_a_line_are_found_or_none(text: str, marks: list[str]) -> None:
    assert [span.target for span in lone_marks(text)] == marks


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("He said « hello ».", ["« ", " »"]),
        ("Press « Next » (then « Back »)!", ["« ", " »", "« ", " »"]),
        ("He said «hello».", []),
        ("Next »", []),
        ("« Back", []),
        ("« Back\nNext »", []),
    ],
)
def test_two_around_words_have_their_spaces_in_them(text: str, marks: list[str]) -> None:
    spans = [*lone_couples(text)]
    assert [span.target for span in spans] == marks
    assert [*lone_couples_in(spans)] == [(place, place + 1) for place in range(0, len(marks), 2)]
