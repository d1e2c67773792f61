"""XHTML is read by the rules of XML."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.xhtml import read
from service.text.formats.xml_tokens import tokens_of
from tests.service.text.formats.translating import shouted, translations

SNIPPETS = ["<p>a <b>b</b> c</p>", "<br/>", "<a id='x'/>", "<code/>", "<pre>x</pre>", "<title/>", "<script src='a'/>"]
MORE = ["<![CDATA[<x>&]]>", "&amp;", "&#160;", "Words &lt; words", "<!-- c -->", "<?php x?>", "\n", "<svg><p/></svg>"]
PAGES = st.lists(st.sampled_from(SNIPPETS + MORE), max_size=8).map(lambda parts: f"<body>{''.join(parts)}</body>")


def names(page: str) -> Counter[str]:
    return Counter(token.name for token in tokens_of(page) if token.name)


@given(PAGES, st.data())
def test_a_page_stays_well_formed_and_keeps_its_tags(page: str, data: st.DataObject) -> None:
    document = read(page.encode())
    rendered = document.render(data.draw(translations(document.units))).decode()

    assert document.render(document.units).decode() == page
    assert names(rendered) == names(page)


def test_empty_elements_written_as_one_tag_hold_nothing() -> None:
    page = b"<html><head><title/><script src='a'/></head><body><p>Hello<br/>world <a id='x'/>again</p></body></html>"
    document = read(page)

    assert [unit.text for unit in document.units] == ["Hello", "world again"]
    assert document.render(shouted(document.units)) == page.replace(b"Hello", b"HELLO").replace(
        b"world", b"WORLD"
    ).replace(b"again", b"AGAIN")


def test_entities_of_its_kind_are_characters_and_marked_text_stays() -> None:
    page = b'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><p>a&nbsp;b &copy;<![CDATA[ <c> ]]></p>'
    document = read(page)

    assert [unit.text for unit in document.units] == ["a\xa0b ©"]
    assert document.render(shouted(document.units)).endswith(b"<p>A&nbsp;B &copy;<![CDATA[ <c> ]]></p>")


def test_a_declared_encoding_is_kept() -> None:
    page = '<?xml version="1.0" encoding="iso-8859-1"?><p>café</p>'.encode("latin-1")
    document = read(page)

    assert document.render(shouted(document.units)) == page.replace(b"caf\xe9", b"CAF\xc9")


def test_what_is_not_well_formed_is_refused_with_the_place() -> None:
    with pytest.raises(DocumentError, match="line 2, column 7 is not well-formed XML"):
        read(b"<body>\n<p>a</body>")


def test_an_entity_that_the_page_declares_itself_stays_once() -> None:
    """It was shown as words, and a model may leave them out."""
    page = '<!DOCTYPE html [<!ENTITY us "We">]><html><body><p>This is &us; now.</p></body></html>'
    (unit,) = read(page.encode()).units
    assert [(unit.text[mark.start : mark.end], mark.is_fixed) for mark in unit.marks] == [("&us;", True)]
