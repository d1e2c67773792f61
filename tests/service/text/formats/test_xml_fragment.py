from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.xml_fragment import read_xml_fragment
from service.text.marks import MarkedText


def shouted(xml: str, **options: Sequence[str]) -> str:
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


def test_elements_end_a_unit_where_that_is_asked_for() -> None:
    xml = "<doc><p>one</p><p>two <i>three</i></p></doc>"
    assert [unit.text for unit in read_xml_fragment(xml).units] == ["onetwo three"]
    assert [unit.text for unit in read_xml_fragment(xml, splitting=["p"]).units] == ["one", "two three"]


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


@given(xml=TREES, splitting=st.sets(NAMES), ignored=st.sets(NAMES), word=st.text("ab<&>]", max_size=5))
def test_what_is_unchanged_is_the_same_and_what_is_changed_is_well_formed(
    xml: str, splitting: set[str], ignored: set[str], word: str
) -> None:
    document = read_xml_fragment(xml, splitting=splitting, ignored=ignored)
    assert document.render(document.units).decode() == xml
    changed = document.render([MarkedText(unit.text + word, unit.marks) for unit in document.units]).decode()
    ElementTree.fromstring(f"<root>{changed}</root>")
