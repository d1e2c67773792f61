from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.xml_fragment import read_xml_fragment
from service.text.marks import MarkedText


def shouted(xml: str, **options: Any) -> str:
    document = read_xml_fragment(xml, **options)
    return document.render([MarkedText(unit.text.upper(), unit.marks) for unit in document.units]).decode()


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("plain", "PLAIN"),
        ("one <b>two</b> &amp; <br/>three", "ONE <b>TWO</b> &amp; <br/>THREE"),
        ('<?xml version="1.0"?>\n<a x="y">one</a>', '<?xml version="1.0"?>\n<a x="y">ONE</a>'),
        ("<a>one<!-- kept --></a>", "<a>ONE<!-- kept --></a>"),
        ("<a>one <![CDATA[<two> & three]]></a>", "<a>ONE &lt;TWO&gt; &amp; THREE</a>"),
        ("<a>  one  </a>", "<a>  ONE  </a>"),
        ("<a/>", "<a/>"),
        ("", ""),
    ],
)
def test_words_change_and_tags_stay(xml: str, expected: str) -> None:
    assert shouted(xml) == expected


def said(xml: str, **options: Any) -> list[str]:
    return [unit.text for unit in read_xml_fragment(xml, **options).units]


def test_elements_end_a_unit_where_that_is_asked_for() -> None:
    xml = "<doc><p>one</p><p>two <i>three</i></p></doc>"
    assert said(xml, detects_outline=False) == ["onetwo three"]
    assert said(xml, splitting=["p"], detects_outline=False) == ["one", "two three"]


@pytest.mark.parametrize("outline", [True, False])
def test_an_element_without_content_ends_a_unit_where_that_is_asked_for(outline: bool) -> None:
    for empty in ("<br/>", "<br></br>", '<br x="y"/>'):
        xml = f"<p>one <b>two</b>{empty}three</p>"
        assert said(xml, splitting=["br"], detects_outline=outline) == ["one two", "three"]
        assert said(xml, detects_outline=outline) == ["one twothree"]
        assert shouted(xml, splitting=["br"], detects_outline=outline) == f"<p>ONE <b>TWO</b>{empty}THREE</p>"
    assert said("<p>one <b>two<br/>three</b></p>", splitting=["br"]) == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<title>one</title><par>two</par>", ["one", "two"]),
        (
            "<d>\n <m>\n  <t>one</t>\n </m>\n <c><p>two <b>three</b></p>\n<p>four</p></c>\n</d>",
            ["one", "two three", "four"],
        ),
        ("<p>one<!-- c --> <b>two</b></p>", ["one two"]),
        ("<p><!-- c --><b>one</b> <b>two</b></p>", ["one", "two"]),
        ("one <b>two</b> <i>three</i>", ["one two three"]),
        ("<p><b>one</b>, <i>two</i></p>", ["one, two"]),
        ("<p>one <b><i>two</i> <u>three</u></b></p>", ["one two three"]),
        ('<p>one <g id="1"><g id="2">two</g><g id="3">three</g></g></p>', ["one twothree"]),
        ("<p>one: <ul><li>two</li><li>three <b>four</b></li></ul></p>", ["one:", "two", "three four"]),
        ("<p>one <x><y/><y/></x>two</p>", ["one two"]),
        ("<p><![CDATA[one]]><b>two</b></p>", ["onetwo"]),
        ("<row><cell>one</cell><cell/><cell>two</cell></row>", ["one", "two"]),
        ("<p>one</p> two <p>three</p>", ["one two three"]),
    ],
)
def test_elements_without_text_beside_them_and_lists_are_the_outline(xml: str, expected: list[str]) -> None:
    assert said(xml) == expected


def test_what_does_not_split_is_named() -> None:
    xml = "<doc><title>one</title><par>two</par><par> three</par></doc>"
    assert said(xml, non_splitting=["par"]) == ["one", "two three"]
    assert said(xml, splitting=["par"], non_splitting=["par"], detects_outline=False) == ["onetwo three"]


def test_what_is_ignored_beside_texts_is_in_none_of_them() -> None:
    xml = "<doc><raw>x <b>y</b></raw><par>one</par><raw>z</raw><par>two</par></doc>"
    assert said(xml, ignored=["raw"]) == ["one", "two"]
    assert shouted(xml, ignored=["raw"]) == xml.replace("one", "ONE").replace("two", "TWO")


def test_elements_may_lie_in_each_other_as_deep_as_they_like() -> None:
    assert said("<a>" * 5_000 + "one" + "</a>" * 5_000) == ["one"]


def test_what_is_ignored_is_shown_and_stays() -> None:
    xml = "run <cmd>ls <b>x</b></cmd> now"
    assert read_xml_fragment(xml, ignored=["cmd"]).units[0].text == "run ls x now"
    assert shouted(xml, ignored=["cmd"]) == "RUN <cmd>ls <b>x</b></cmd> NOW"


@pytest.mark.parametrize("xml", ["<a>", "</a>", "<a></b>", "a & b", "a < b", "&unknown;", "</x><x>"])
def test_what_is_not_well_formed_is_refused(xml: str) -> None:
    with pytest.raises(DocumentError, match="not well-formed XML"):
        read_xml_fragment(xml)


NAMES = st.sampled_from("abc")
TEXTS = st.text(st.sampled_from("xyz &<>'\"\n"), max_size=6).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
TREES = st.recursive(
    TEXTS,
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>", NAMES, st.lists(inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    xml=TREES,
    splitting=st.sets(NAMES),
    non_splitting=st.sets(NAMES),
    ignored=st.sets(NAMES),
    detects_outline=st.booleans(),
    word=st.text("ab<&>]", max_size=5),
)
def test_what_is_unchanged_is_the_same_and_what_is_changed_is_well_formed(xml: str, word: str, **options: Any) -> None:
    document = read_xml_fragment(xml, **options)
    assert document.render(document.units).decode() == xml
    changed = document.render([MarkedText(unit.text + word, unit.marks) for unit in document.units]).decode()
    ElementTree.fromstring(f"<root>{changed}</root>")
