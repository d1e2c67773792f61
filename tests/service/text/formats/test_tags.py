"""Tags become marks: those with a partner around their words, all others where they stand."""

import html
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.splicing import in_edges, splice
from service.text.formats.tags import TagSyntax, pairs, read_inline
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import translation

SYNTAX = TagSyntax(
    re.compile(r"<(?P<slash>/?)(?P<name>\w+)/?>|(?P<fixed>%\w)|<!>"),
    unescape=html.unescape,
    escape=html.escape,
    show=str.upper,
)
TEXTS = st.lists(st.sampled_from(["<a>", "</a>", "<b>", "</b>", "<c/>", "<!>", "%s", "x", " ", "&lt;"])).map("".join)


@settings(deadline=None)
@given(TEXTS)
def test_a_text_that_does_not_change_keeps_its_source(text: str) -> None:
    unit = read_inline(text, SYNTAX)
    assert unit.render(unit.text) == text


@settings(deadline=None)
@given(TEXTS, st.data())
def test_every_tag_is_there_once_and_nested_as_it_was(text: str, data: st.DataObject) -> None:
    unit = read_inline(text, SYNTAX)
    result = unit.render(data.draw(translation(unit.text)))
    before, after = (Counter(token[0] for token in SYNTAX.token.finditer(version)) for version in (text, result))
    assert after >= before
    tags = [token for token in SYNTAX.token.finditer(text) if token["name"]]
    # A tag without a partner may get between two others wherever the words go.
    if len(pairs(tags)) == len(tags):
        assert len(pairs(list(SYNTAX.token.finditer(result)))) == len(tags)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <b>c</b>", MarkedText("a c", (Mark(2, 3, 0),))),
        ("<a>x<b>y</a>", MarkedText("xy", (Mark(0, 2, 0), Mark(1, 1, 1, True)))),
        ("</a>x<c/>", MarkedText("x", (Mark(0, 0, 0, True), Mark(1, 1, 1, True)))),
        ("say %s", MarkedText("say %S", (Mark(4, 6, 0, True),))),
        ("1 &lt; 2", MarkedText("1 < 2")),
    ],
)
def test_what_is_read(text: str, expected: MarkedText) -> None:
    assert read_inline(text, SYNTAX).text == expected


def test_stretches_are_replaced_in_order() -> None:
    assert splice("abcdef", [(0, 1, "X"), (3, 3, "-"), (4, 6, "")]) == "Xbc-d"


@given(st.text("a \n\u3000"))
def test_edges_are_white_space_and_nothing_is_lost(text: str) -> None:
    leading, inner, trailing = in_edges(text)
    assert leading + inner + trailing == text
    assert inner == text.strip()
