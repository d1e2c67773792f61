"""Pages come back with their markup byte for byte as it was, whatever is said between the tags."""

import html as reference
import re

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


@pytest.mark.parametrize(
    ("html", "units"),
    [
        ("<p><span>We sell <b>cars</b><o:p></o:p></span> and toys.</p>", ["We sell cars and toys."]),
        ("<p>We met <st1:date>today</st1:date> in <st1:City>Rome</st1:City>.</p>", ["We met today in Rome."]),
        ("<p>You need a <g-emoji alias=key>🔑</g-emoji> key.</p>", ["You need a 🔑 key."]),
        ("<p>Click <picture><source srcset=a><img src=b></picture> to go on.</p>", ["Click to go on."]),
        ("<p>A<x-card>B</x-card></p>", ["A", "B"]),
    ],
)
def test_elements_of_word_processors_and_pictures_stand_in_a_line(html: str, units: list[str]) -> None:
    """Each of them ended a unit, and so did all that were open around it."""
    assert said(html) == units
    assert render(html).count("<") == html.count("<")


@pytest.mark.parametrize(
    ("html", "units"),
    [
        ("<h2>History<span><i>[</i><a>edit</a><i>]</i></span></h2>", ["History", "[edit]"]),
        ("<td>Berlin<sup>[note 1]</sup></td>", ["Berlin", "[note 1]"]),
        ("<td>Berlin<sup>[1]</sup></td>", ["Berlin[1]"]),
        ("<p>It is big.<sup>[<i>citation needed</i>]</sup></p>", ["It is big.[citation needed]"]),
        ("<p>a <b>[b]</b></p>", ["a [b]"]),
    ],
)
def test_an_element_in_brackets_directly_behind_a_word_is_a_unit_of_its_own(html: str, units: list[str]) -> None:
    """As one unit they look like code: the headings of an encyclopedia stayed as they were."""
    assert said(html) == units


@pytest.mark.parametrize(
    ("html", "units"),
    [
        ("<p><a>Home</a><a>About us</a><a>Contact</a></p>", ["Home", "About us", "Contact"]),
        ("<p><a>Home</a> | <a>About us</a></p>", ["Home", "About us"]),
        ("<p><span><a>← Older</a></span> <span><a>Newer →</a></span></p>", ["← Older", "Newer →"]),
        ("<p><a>首页</a><a>新闻</a></p>", ["首页", "新闻"]),
        ("<p>我在<a>中国</a><a>北京</a>。</p>", ["我在中国北京。"]),
        ("<p><a>Log in</a> or <a>sign up</a></p>", ["Log in or sign up"]),
        ("<p><a>Read <b>the</b> guide</a></p>", ["Read the guide"]),
        ("<p><i>Posted in <a>Travel</a></i><i>Tagged <a>Rome</a></i></p>", ["Posted in Travel", "Tagged Rome"]),
        ("<p><b>May 1, 2024</b><i>By Anna</i></p>", ["May 1, 2024", "By Anna"]),
        ("<p><b>You</b><i>Tube</i> is a <b>Java</b><i>Script</i> page.</p>", ["YouTube is a JavaScript page."]),
    ],
)
def test_links_of_a_menu_and_labels_side_by_side_are_units_of_their_own(html: str, units: list[str]) -> None:
    """They ran together: TravelTagged, of which no model makes anything."""
    assert said(html) == units
    assert render(html).count("<") == html.count("<")


@pytest.mark.parametrize(
    "note",
    [
        "<sup><a href=#n>1</a></sup>",
        "<a href=#n><sup>12</sup></a>",
        "<sup id=r><a href=#n><span>[</span>a<span>]</span></a></sup>",
        "<sup><a>*</a></sup>",
    ],
)
def test_the_sign_of_a_note_stays_and_is_not_shown(note: str) -> None:
    """As a number of the sentence it was lost, or its link was around some word."""
    assert said(f"<p>A king{note} is here.{note}</p>") == ["A king is here."]
    assert render(f"<p>A king{note} is here.{note}</p>") == f"<p>A KING{note} IS HERE.{note}</p>"
    assert said(f"<p>A <a>big</a> king<sup>2</sup> is {note}</p>") == ["A big king2 is"]


def test_a_raised_number_behind_punctuation_is_the_sign_of_a_note_too() -> None:
    assert said("<p>A king.<sup>1</sup> A man.<sup>2</sup></p>") == ["A king. A man."]
    assert said("<p>It has 5 m<sup>2</sup>.<b>3</b></p>") == ["It has 5 m2.3"]


def test_a_word_in_a_raised_link_is_translated() -> None:
    assert said("<p>A king<sup><a>new</a></sup></p>") == ["A kingnew"]


LONG = "We are very glad that you have come to visit our"


@pytest.mark.parametrize(
    ("html", "units"),
    [
        (f"<p>{LONG}<br>new shop.<br>Tom</p>", [f"{LONG} new shop.", "Tom"]),
        (f"<p><b>{LONG},<br/>\nnew</b> shop.</p>", [f"{LONG}, new shop."]),
        (f"<p>{LONG}<br><br>new shop.</p>", [LONG, "new shop."]),
        (f"<p>{LONG}<br>New shop</p>", [LONG, "New shop"]),
        (f"<p>{LONG}.<br>new shop</p>", [f"{LONG}.", "new shop"]),
        ("<p>red apples<br>green pears</p>", ["red apples", "green pears"]),
        (f"<p>{LONG}</p>new shop", [LONG, "new shop"]),
    ],
)
def test_a_long_line_that_goes_on_behind_a_break_is_one_sentence_with_it(html: str, units: list[str]) -> None:
    assert said(html) == units
    assert render(html).count("<br") == html.count("<br")


def test_how_characters_are_read_stays_with_them_and_is_not_shown() -> None:
    html = "<p><ruby>汉<rp>(</rp><rt>han</rt><rp>)</rp></ruby>字</p>"
    assert said(html) == ["汉字"]
    assert render(html) == html


def test_how_a_word_is_spoken_stays_and_is_shown_to_the_model() -> None:
    [unit] = read_fragment("<p>Rome (<span lang=en-fonipa><a>/roʊm/</a></span>) is old.</p>").units
    assert [unit.text[mark.start : mark.end] for mark in unit.marks if mark.is_fixed] == ["/roʊm/"]


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


@pytest.mark.parametrize(
    "keys",
    [
        "<kbd>Ctrl</kbd>+<kbd>C</kbd>",
        "<kbd>Ctrl</kbd> + <kbd>Shift</kbd> +\n<kbd>C</kbd>",
        "<kbd class='a'>Ctrl</kbd>-<kbd>C</kbd>",
    ],
)
def test_keys_that_are_pressed_together_stay_together(keys: str) -> None:
    """Each was shown by itself, and words came between them."""
    document = read_fragment(f"<p>Press {keys} now.</p>")
    (unit,) = document.units
    assert [unit.text[mark.start : mark.end] for mark in unit.marks] == [re.sub(r"<[^>]*>", "", " ".join(keys.split()))]
    assert document.render(shouted(document.units)).decode() == f"<p>PRESS {keys} NOW.</p>"


def test_keys_that_are_named_one_after_the_other_are_for_themselves() -> None:
    (unit,) = read_fragment("<p><kbd>A</kbd>, <kbd>B</kbd> or <kbd>C</kbd> + it</p>").units
    assert len(unit.marks) == 3


def test_words_that_take_the_place_of_others_are_no_word_with_them() -> None:
    """They were shown as `oldnew`, and the second of the two had no word of the translation."""
    html = "<p>This is <del>old</del><ins>new</ins> text, <s>as</s><ins> so</ins>.</p>"
    document = read_fragment(html)
    assert [unit.text for unit in document.units] == ["This is old new text, as so."]
    assert document.render(document.units).decode() == html
