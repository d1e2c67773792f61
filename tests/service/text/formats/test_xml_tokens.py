"""XML as tokens and as a tree: every token with its own stretch of the source, nothing left out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.xml_tokens import TokenKind, decode_xml, tokens_of
from service.text.formats.xml_tree import tree_of

PIECES = [
    "a &lt; b",
    "&e;",
    "<x y='>'/>",
    "<x>é</x>",
    "<!-- < -->",
    "<?p ?>",
    "<![CDATA[<]]]]>",
    "\r\n",
    "中",
    "<p:x\n/>",
]
CONTENTS = st.lists(st.sampled_from(PIECES)).map("".join)


@settings(deadline=None)
@given(CONTENTS)
def test_the_sources_joined_are_the_text(content: str) -> None:
    text = f'<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY e "<x/>">]>\n<r a="1">{content}</r>\n<!-- end -->'
    assert "".join(token.source for token in tokens_of(text)) == text


def test_tokens_say_what_they_are() -> None:
    tokens = tokens_of('<r><p:x a="1 &amp; 2">b&#65;&lt;</p:x><y/></r>')
    assert [(token.kind, token.name, token.text, token.source) for token in tokens] == [
        (TokenKind.START, "r", "", "<r>"),
        (TokenKind.START, "p:x", "", '<p:x a="1 &amp; 2">'),
        (TokenKind.TEXT, "", "b", "b"),
        (TokenKind.TEXT, "", "A", "&#65;"),
        (TokenKind.TEXT, "", "<", "&lt;"),
        (TokenKind.END, "p:x", "", "</p:x>"),
        (TokenKind.START, "y", "", "<y/>"),
        (TokenKind.END, "y", "", ""),
        (TokenKind.END, "r", "", "</r>"),
    ]
    assert tokens[1].attributes == {"a": "1 & 2"}


def test_entities_are_not_replaced() -> None:
    """A few lines of them can stand for gigabytes."""
    text = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r>&b;</r>'
    assert [token.source for token in tokens_of(text)][-2:] == ["&b;", "</r>"]


def test_a_tree_knows_the_elements_of_an_element() -> None:
    tree = tree_of(tokens_of("<r>a<x>b<y/></x>c<z>d</z></r>"))
    assert [tree.element(child) for child in tree.children(0)] == ["<x>b<y/></x>", "<z>d</z>"]
    assert tree.text(0) == "abcd"


def test_the_encoding_is_the_declared_one() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><r>é</r>'
    assert decode_xml(text.encode("latin-1")).text == text
    assert decode_xml(text.encode("utf-8-sig")).text == text


def test_what_is_not_well_formed_is_refused_with_the_place() -> None:
    with pytest.raises(DocumentError, match="line 2, column 3 is not well-formed XML \\(mismatched tag\\); mend it"):
        tokens_of("<r><x>\n</r>")
