"""Tags become marks: those with a partner around their words, all others where they stand."""

import html
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.splicing import in_edges, splice
from service.text.formats.tags import TagSyntax, pairs, read_inline, stretches
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
def test_every_tag_is_there_once_and_no_pair_is_parted(text: str, data: st.DataObject) -> None:
    """A tag without a partner goes where its words go, and may find one there that was without, too."""
    unit = read_inline(text, SYNTAX)
    result = unit.render(data.draw(translation(unit.text)))
    before, after = (list(SYNTAX.token.finditer(version)) for version in (text, result))
    tags, found = (Counter(token[0] for token in tokens if token["fixed"] is None) for tokens in (before, after))
    assert found == tags
    assert Counter(token[0] for token in after) >= Counter(token[0] for token in before), "a word may look like %s"
    # One that ends what was never begun may get between two others.
    if not any(token["slash"] and number not in pairs(before) for number, token in enumerate(before)):
        assert len(pairs(after)) >= len(pairs(before))
    if len(pairs(before)) == sum(token["name"] is not None for token in before):
        assert len(pairs(after)) == len(pairs(before))


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


@settings(deadline=None)
@given(st.lists(st.sampled_from(["<a>", "</a>", "<p>", "</p>", "<br/>", "<LI>", "%s", "x ", "&lt;"])).map("".join))
def test_stretches_are_all_of_a_text_and_each_has_its_pairs_whole(text: str) -> None:
    found = list(stretches(text, SYNTAX))
    assert "".join(found) == text
    inside = [list(SYNTAX.token.finditer(stretch)) for stretch in found]
    lines = [tokens for tokens in inside if len(tokens) > 1]
    assert not any(token["name"] in ("p", "br", "LI") for tokens in lines for token in tokens)
    for line in lines:
        ended = [number for number, token in enumerate(line) if token["slash"]]
        assert {*ended} <= pairs(line).keys()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one", ["one"]),
        ("one<br/>two", ["one", "<br/>", "two"]),
        ("<p>a <b>c</b></p>", ["", "<p>", "a <b>c</b>", "</p>", ""]),
        ("<b>a<br>c</b> <i>d</i>", ["", "<b>", "a", "<br>", "c", "</b>", " <i>d</i>"]),
        ("<link>a</link> <0>c</0>", ["<link>a</link> <0>c</0>"]),
        ("no <file>, <i>a</i>", ["no <file>, <i>a</i>"]),
        ("a</b> <i>c</u>d</i>", ["a", "</b>", " ", "<i>", "c", "</u>", "d", "</i>", ""]),
    ],
)
def test_a_tag_that_ends_a_line_stands_for_itself_and_so_does_a_pair_around_it(text: str, expected: list[str]) -> None:
    assert list(stretches(text, SYNTAX)) == expected


def test_many_tags_that_are_never_closed_take_no_time() -> None:
    """Each end tag used to go through all that were open: a minute for a file of half a megabyte."""
    tokens = list(SYNTAX.token.finditer("<a>" * 30_000 + "</b>" * 30_000))
    assert pairs(tokens) == {}


def test_stretches_are_replaced_in_order() -> None:
    assert splice("abcdef", [(0, 1, "X"), (3, 3, "-"), (4, 6, "")]) == "Xbc-d"


@given(st.text("a \n\u3000"))
def test_edges_are_white_space_and_nothing_is_lost(text: str) -> None:
    leading, inner, trailing = in_edges(text)
    assert leading + inner + trailing == text
    assert inner == text.strip()
