"""Which brackets belong together."""

import pytest

from service.text.brackets.nesting import (
    CURLY,
    ROUND,
    SQUARE,
    Nesting,
    alone_in,
    before_marks,
    has_brackets,
    has_marks,
    is_filled,
    is_opening,
    nesting,
    outermost_in,
    plain,
)


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("(a)(b)", ROUND, Nesting(((0, 2), (3, 5)), (), ())),
        ("（a (b)）", ROUND, Nesting(((3, 5), (0, 6)), (), ())),
        ("a) b (c", ROUND, Nesting((), (1,), (5,))),
        ("(a [b)]", SQUARE, Nesting(((3, 6),), (), ())),
        ("{a}", CURLY, Nesting(((0, 2),), (), ())),
        ("it is so :) (yes :-))", ROUND, Nesting(((12, 20),), (), ())),
    ],
)
def test_brackets_of_a_kind(text: str, kind: str, expected: Nesting) -> None:
    assert nesting(text, kind) == expected


@pytest.mark.parametrize(
    ("text", "alone", "outermost"),
    [
        ("(a [b] {c}) [d]", [], [(0, 10), (12, 14)]),
        ("(a [b) c]", [0, 3, 5, 8], []),
        ("a) [b] (c", [1, 7], [(3, 5)]),
        ("", [], []),
    ],
)
def test_of_all_kinds_those_that_cross_stand_alone(
    text: str, alone: list[int], outermost: list[tuple[int, int]]
) -> None:
    assert alone_in(text) == alone
    assert outermost_in(text) == outermost


def test_a_smiley_has_no_bracket() -> None:
    assert not has_brackets("so it is :) ;-( and :-] ")
    assert all(map(has_brackets, ("(a", "b)", "note:(c", "[", "x ｝")))


def test_what_may_be_said_before_it_is_known_which_brackets_stay() -> None:
    assert before_marks("so it (is)", 0) == "so it"
    assert before_marks("so „it“ is", 0) == "so"
    assert before_marks("so it is ", 0) == "so it is "
    assert before_marks("so (it) is", 7) == "so (it) is"
    assert list(map(has_marks, ("so", "so(", "so“"))) == [False, True, True]


def test_narrow_and_wide_ones_are_the_same() -> None:
    assert plain("（a）［b］｛c｝") == "(a)[b]{c}"
    assert list(map(is_opening, "(）[］{｝")) == [True, False] * 3


def test_something_besides_punctuation() -> None:
    assert all(map(is_filled, ("a", "7.", " 😆 ", "+")))
    assert not any(map(is_filled, ("", " ", ", ", "…", "。")))
