"""Marks as trees, and back."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from service.text.marking.mark_tree import Group, Node, Part, forest, is_verbatim, written
from service.text.marks import Mark, MarkedText
from service.text.spans import Kind, Span
from service.text.target import Unit

NOTHING = np.zeros(0, np.float32)


def grouped(node: Node) -> Group:
    """A node with a letter of its own before its children and one behind them."""
    letter = Unit("x", 0, 1, NOTHING)
    return Group(node, [letter, *map(grouped, node.children), letter])


def test_what_lies_within_is_inside_and_an_empty_one_at_an_end_stands_behind() -> None:
    marks = [Mark(0, 5, 0), Mark(0, 2, 1), Mark(1, 1, 2), Mark(2, 5, 3), Mark(5, 5, 4)]
    [first, last] = forest(marks)
    assert [child.mark.key for child in first.children] == [1, 3]
    assert [child.mark.key for child in first.children[0].children] == [2]
    assert (last.mark.key, last.children) == (4, [])


def test_marks_that_are_alike_stand_around_the_same_words() -> None:
    node = Node(Mark(1, 3, 0))
    assert node.is_alike(Node(Mark(1, 3, 1)))
    assert not node.is_alike(Node(Mark(1, 4, 1)))
    assert not node.is_alike(Node(Mark(1, 3, 1, is_fixed=True)))


@given(
    st.recursive(
        st.just(""), lambda inner: st.lists(inner, max_size=4).map(lambda trees: "".join(f"({t})" for t in trees))
    )
)
def test_what_is_written_is_nested_as_the_trees_were(brackets: str) -> None:
    """Brackets stand for marks, with a letter behind each of them."""
    opened: list[int] = []
    marks: list[Mark] = []
    for position, bracket in enumerate(brackets):
        if bracket == "(":
            opened.append(len(marks))
            marks.append(Mark(position, position, len(marks)))
        else:
            number = opened.pop()
            marks[number] = Mark(marks[number].start, position + 1, number)
    assert written([*map(grouped, forest(marks))]) == MarkedText("x" * len(brackets), tuple(marks))


def test_marks_inside_what_is_kept_stay_where_they_were() -> None:
    marks = [Mark(2, 6, 0, is_fixed=True), Mark(3, 5, 1), Mark(4, 4, 2)]
    [node] = forest(marks)
    code = Unit("abcd", 2, 6, NOTHING, Span(2, 6, Kind.WORD, "abcd", is_marked=True))
    assert is_verbatim(code, node)
    assert not is_verbatim(Unit("abcd", 2, 6, NOTHING), node)
    parts: list[Part] = [Unit("So ", 0, 1, NOTHING), Group(node, [code])]
    assert written(parts).marks == (Mark(3, 7, 0, is_fixed=True), Mark(4, 6, 1), Mark(5, 5, 2))
