"""Elements are woven into a translation wherever their words went, each once and nested as in the source."""

import pytest

from service.text.formats.inline import Inline
from service.text.marks import Mark, MarkedText


@pytest.fixture
def inline() -> Inline:
    """`a <b>c<i>d</i></b> {e} {}f`"""
    inline = Inline()
    inline.add("a ")
    inline.open("<b>")
    inline.add("c")
    inline.open("<i>")
    inline.add("d")
    inline.close("</i>")
    inline.close("</b>")
    inline.add(" ")
    inline.add_fixed("{e}", "e")
    inline.add(" ")
    inline.add_empty("{}")
    inline.add("f")
    return inline


def test_elements_are_marks_in_document_order(inline: Inline) -> None:
    assert inline.marked == MarkedText(
        "a cd e f", (Mark(2, 4, 0), Mark(3, 4, 1), Mark(5, 6, 2, is_fixed=True), Mark(7, 7, 3, is_fixed=True))
    )


def test_the_same_text_gives_the_same_source(inline: Inline) -> None:
    assert inline.weave(inline.marked, str) == "a <b>c<i>d</i></b> {e} {}f"


def test_words_are_escaped_and_what_is_fixed_is_not(inline: Inline) -> None:
    marks = (Mark(4, 5, 2), Mark(0, 3, 0), Mark(0, 1, 1), Mark(3, 3, 3))

    assert inline.weave(MarkedText("dc+E!", marks), lambda text: text.replace("+", "&")) == "<b><i>d</i>c&</b>{}E{e}"


def test_an_empty_element_inside_another_stays_inside(inline: Inline) -> None:
    marks = (Mark(0, 2, 0), Mark(2, 2, 1), Mark(2, 2, 2), Mark(2, 2, 3))

    assert inline.weave(MarkedText("xy", marks), str) == "<b>xy<i></i></b>{e}{}"


def test_elements_that_would_cross_still_nest(inline: Inline) -> None:
    marks = (Mark(0, 2, 0), Mark(1, 4, 1), Mark(4, 4, 2), Mark(4, 4, 3))

    assert inline.weave(MarkedText("wxyz", marks), str) == "<b>w<i>xyz</i></b>{e}{}"


@pytest.mark.parametrize("keys", [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 3, 4)])
def test_each_mark_has_to_be_there_once(inline: Inline, keys: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="each mark"):
        inline.weave(MarkedText("x", tuple(Mark(0, 0, key) for key in keys)), str)


@pytest.mark.parametrize(
    ("text", "expected"), [("Ab", "A<i>{} </i>b"), ("A.", "A<i>{}</i>."), ("A b", "A<i>{}</i> b"), ("A", "A<i>{}</i>")]
)
def test_a_space_behind_something_without_words_is_there_before_a_word(text: str, expected: str) -> None:
    inline = Inline()
    inline.add("a")
    inline.open("<i>")
    inline.add_empty("{}", " ")
    inline.close("</i>")
    inline.add("b")
    assert inline.weave(MarkedText(text, (Mark(1, 1, 0), Mark(1, 1, 1))), str) == expected
