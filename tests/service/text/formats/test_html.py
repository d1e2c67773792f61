"""Pages come back with their markup byte for byte as it was, whatever is said between the tags."""

import html as reference

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.html import read, read_fragment
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import shouted, translations

TAGS = """
<p>|</p>|<b>|</b>|<i class=x>|</i>
<a href='#'>|</a>|<br>|<br/>|<img src=x>|<code>|</code>|<pre>|</pre>|<script>|</script>
<title>|</title>|<div translate=no>|</div>|<span class='x notranslate'>|</span>|<!-- c -->|<!--|-->|<svg><path/></svg>
<!DOCTYPE html>|<?php x ?>|</>|<|>|<li>|<textarea>|</textarea>|<?|<input/>|&amp;|&lt|&nope;|&#x41;|&nbsp;
"""
SNIPPETS = [
    *TAGS.strip().replace("\n", "|").split("|"),
    "\0",
    "\r\n",
    "\n",
    "  ",
    "\t",
    "Hello",
    " world",
    "中文",
    "😀",
    '"',
]
PAGES = st.lists(st.sampled_from(SNIPPETS), max_size=12).map("".join)


def said(html: str) -> list[str]:
    return [unit.text for unit in read_fragment(html).units]


def render(html: str) -> str:
    """With every unit in capitals."""
    document = read_fragment(html)
    return document.render(shouted(document.units)).decode()


@given(PAGES | st.text())
def test_what_is_not_changed_is_byte_for_byte_the_same(html: str) -> None:
    document = read_fragment(html)

    assert document.render(document.units).decode() == html
    assert all(unit.text.strip() for unit in document.units)


@given(PAGES, st.data())
def test_no_translation_can_add_remove_or_change_a_tag(html: str, data: st.DataObject) -> None:
    document = read_fragment(html)
    rendered = document.render(data.draw(translations(document.units))).decode()

    def tags(page: str) -> list[str]:
        tokens = turbohtml.tokenize(page, capture_source=True)
        return sorted(token.source or "" for token in tokens if token.type is not turbohtml.TokenType.TEXT)

    assert tags(rendered) == tags(html)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("&<>"), min_size=1))
def test_what_is_written_reads_as_what_was_said(words: str) -> None:
    document = read_fragment("<p>Hello <b>world</b></p>")
    written = document.render([MarkedText(words, (Mark(0, len(words), 0),))]).decode()

    assert turbohtml.parse(written).find("p").text == words  # type: ignore[union-attr]


def test_blocks_are_units_of_their_own_and_inline_elements_go_with_their_words() -> None:
    html = '<a href="#"><em><span>View the complete range of</span></em> <em><span>drawer systems here!</span></em></a>'

    assert said(f"<h1>Hello</h1><p>One.</p>{html}<br>Last") == [
        "Hello",
        "One.",
        "View the complete range of drawer systems here!",
        "Last",
    ]


def test_moved_elements_are_written_where_their_words_are() -> None:
    document = read_fragment('<p>the <a href="/c">red <b>car</b></a> of<br></p>')

    # voiture rouge: "car" has moved in front of "red"
    moved = MarkedText("de la voiture rouge", (Mark(3, 19, 0), Mark(6, 13, 1)))

    assert document.render([moved]).decode() == '<p>de <a href="/c">la <b>voiture</b> rouge</a><br></p>'


def test_elements_whose_words_are_gone_are_empty_and_still_there() -> None:
    document = read_fragment("<p>so <b>very</b> <i>good</i> it is</p>")

    assert document.render([MarkedText("gut", (Mark(0, 0, 0), Mark(3, 3, 1)))]).decode() == "<p><b></b>gut<i></i></p>"


def test_a_translation_without_one_of_the_marks_is_not_written() -> None:
    document = read_fragment("<p>so <b>very</b> good</p>")

    with pytest.raises(ValueError, match="each mark"):
        document.render([MarkedText("gut")])


def test_references_are_read_as_characters_and_markup_is_never_made_from_text() -> None:
    assert said("<p>1 &lt; 2 &amp; 3 &copy; &#x4e2d;</p>") == ["1 < 2 & 3 © 中"]
    assert render("<p>a &lt;b&gt; &amp;amp; c&nbsp;d</p>") == "<p>A &lt;B&gt; &amp;AMP; C&nbsp;D</p>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>10&nbsp;km</p>", "<p>10&nbsp;KM</p>"),
        ("<p>10&#160;km</p>", "<p>10&#160;KM</p>"),
        ("<p>10&#xA0;km</p>", "<p>10&#xA0;KM</p>"),
        ("<p>10\xa0km</p>", "<p>10\xa0KM</p>"),
        ("<p>&copy; a &mdash; <b>b&hellip;</b></p>", "<p>&copy; A &mdash; <b>B&hellip;</b></p>"),
        ("<p>so &quot;a&quot; it&rsquo;s</p>", "<p>SO &quot;A&quot; IT&rsquo;S</p>"),
        ("<p>&Eacute; caf&eacute;</p>", "<p>&Eacute; CAF&Eacute;</p>"),
        ("<p>a &lt; b &#60; c &amp; d &gt; e</p>", "<p>A &lt; B &lt; C &amp; D &gt; E</p>"),
        ("<p>&#38; a</p>", "<p>&#38; A</p>"),
        ("<p>&#97; b &#x41;</p>", "<p>A B A</p>"),
        ("<p>a&#32;b&Tab;c</p>", "<p>A B C</p>"),
        ("<p>&copy 2020 a &amp b</p>", "<p>© 2020 A &amp; B</p>"),
        ("<p>caf&eacute;</p><p>a \xe9</p>", "<p>CAFÉ</p><p>A É</p>"),
        ("<title>&copy; a</title>", "<title>&copy; A</title>"),
    ],
)
def test_what_the_source_writes_as_a_reference_is_written_like_it(html: str, expected: str) -> None:
    """All were read as characters and none written again, and `&nbsp;` came back as `&#160;`."""
    assert render(html) == expected


@given(
    st.lists(st.sampled_from([*"aé <>&", "&nbsp;", "&#38;", "&lt;", "&copy;", "&copy", "&#x3c;", "\xa0", "lt;"])).map(
        "".join
    )
)
def test_a_translation_reads_as_what_was_said_whatever_references_its_source_has(html: str) -> None:
    document = read_fragment(f"<p>x {html}</p>")
    words = "x é © \xa0 < > & &lt; &amp;lt; lt;"
    [mark, *others] = [MarkedText(words, unit.marks) for unit in document.units]
    written = document.render([mark, *others]).decode()

    assert turbohtml.parse(written).find("p").text.startswith(words)  # type: ignore[union-attr]


def test_white_space_is_one_space_for_the_model_and_stays_at_the_edges() -> None:
    assert said("<p>\n  Hello\n  <b> big </b>\n world\n</p>") == ["Hello big world"]
    assert render("<p>\n  Hello\n  big world\n</p>") == "<p>\n  HELLO BIG WORLD\n</p>"
    assert render("<p>a <img src=x> b</p>") == "<p>A <img src=x> B</p>"


@pytest.mark.parametrize(
    ("html", "translation", "expected"),
    [
        ("a <i><img></i> b", "A b", "A <i><img></i> b"),
        ("a <i><img></i> b", "A b.", "A <i><img></i> b."),
        ("a <i><u><img></u></i> b", "A b", "A <i><u><img></u></i> b"),
        ("a <img> b", "A .", "A <img>."),
        ("a <!-- c --> b", "A b", "A <!-- c -->b"),
        ("a <!-- c --> b", "A, b", "A<!-- c -->, b"),
    ],
)
def test_the_space_behind_an_image_stays_behind_it_before_a_word(html: str, translation: str, expected: str) -> None:
    """Behind a link with an image there was none, and a comment had one of its own."""
    document = read_fragment(f"<p>{html}</p>")
    [unit] = document.units
    place = 2 if translation[1] == " " else 1
    marks = tuple(Mark(place, place, mark.key, mark.is_fixed) for mark in unit.marks)
    written = document.render([MarkedText(translation, marks)]).decode()
    assert written == f"<p>{expected}</p>"


def test_code_stays_and_is_shown_to_the_model() -> None:
    document = read_fragment("<p>Call <code>f(a &lt; b)</code> now</p>")

    assert document.units == [MarkedText("Call f(a < b) now", (Mark(5, 13, 0, is_fixed=True),))]
    assert document.render([MarkedText("Jetzt f() rufen", (Mark(6, 9, 0, is_fixed=True),))]).decode() == (
        "<p>Jetzt <code>f(a &lt; b)</code> rufen</p>"
    )


@pytest.mark.parametrize(
    "kept",
    [
        "<pre>a  b\n c</pre>",
        "<script>if (a < b) document.write('<p>Hello</p>')</script>",
        "<script src=x />var a</script>",
        "<style>p { color: red }</style>",
        "<!-- a comment -->",
        "<textarea>draft</textarea>",
        '<div translate="no">a<div>b</div>c</div>',
        '<p class="lead notranslate">Dragoman</p>',
        "<svg><title>t</title><text>words</text></svg>",
        "<img alt='a tree' title='a tree'>",
        "<input placeholder='a tree' aria-label='a tree' value='a tree'>",
        "<address>Jane Miller<br>12 <b>High</b> Street<p>Oxford</p></address>",
        "<ADDRESS class=x>Jane Miller</ADDRESS>",
        "<code>whole()</code>",
        "&nbsp;",
        "<pre>never closed",
    ],
)
def test_what_is_not_prose_is_kept(kept: str) -> None:
    html = f"<p>Hello</p>{kept}"

    assert said(html) == ["Hello"]
    assert render(html) == f"<p>HELLO</p>{kept}"


def test_an_element_that_is_kept_and_not_closed_ends_where_the_line_does() -> None:
    assert said("<ul><li class=notranslate>Dragoman<li>Hello</ul><p>Use <code>x for<p>all") == [
        "Hello",
        "Use",
        "x for",
        "all",
    ]


def test_an_address_that_says_so_is_translated_and_one_that_is_not_closed_ends_where_the_line_does() -> None:
    assert said('<address translate="yes">Visit us!</address>') == ["Visit us!"]
    assert said("<address>12 High Street<p>Hello</p>") == ["Hello"]


def test_the_title_is_text_without_tags() -> None:
    assert said("<title>1 &lt; 2 <b></title>") == ["1 < 2 <b>"]
    assert render("<title>a </> b</title>") == "<title>A &lt;/&gt; B</title>"


def test_elements_that_do_not_nest_end_a_unit() -> None:
    assert said("<b>one <i>two</b> three</i> four") == ["one", "two", "three", "four"]
    assert render("one</b> two <i>three") == "ONE</b> TWO <i>THREE"


def test_a_great_many_tags_are_read_in_no_time() -> None:
    html = "<b><i>" * 20_000 + "x" + "</b>" * 20_000 + "<code>" * 20_000

    assert said(html) == ["x"]


@pytest.mark.parametrize(
    ("data", "written"),
    [
        ("<meta charset=gb2312><p>中文".encode("gbk"), "<meta charset=gb2312><p>漢字&#128512;".encode("gbk")),
        (b"<meta charset=iso-8859-1><p>\x93caf\xe9\x94", b"<meta charset=iso-8859-1><p>&#28450;&#23383;&#128512;"),
        ("\ufeff<p>中文".encode("utf-16-le"), "\ufeff<p>漢字😀".encode("utf-16-le")),
        ("\ufeff<p>中文".encode(), "\ufeff<p>漢字😀".encode()),
        ("<p>中文".encode(), "<p>漢字😀".encode()),
        (b"<p>abc", "<p>漢字😀".encode()),
        (b"<meta charset=latin1><p>abc", b"<meta charset=latin1><p>&#28450;&#23383;&#128512;"),
        (b"<p>caf\xe9", b"<p>&#28450;&#23383;&#128512;"),
    ],
)
def test_a_page_is_written_in_its_own_encoding(data: bytes, written: bytes) -> None:
    document = read(data)

    assert document.render(document.units) == data
    assert document.render([MarkedText("漢字😀")]) == written


def test_a_page_that_is_not_in_its_encoding_is_refused() -> None:
    with pytest.raises(DocumentError, match="line 1: byte 25 of the file is not EUC-JP"):
        read(b"<meta charset=euc-jp><p>\xff\xff")


def test_text_that_no_page_can_hold_is_made_visible() -> None:
    document = read_fragment("<p>Hello</p>")

    assert document.render([MarkedText("a\0b\x1b")]).decode() == "<p>a\ufffdb\ufffd</p>"
    assert reference.unescape("&#0;") == "\ufffd"
