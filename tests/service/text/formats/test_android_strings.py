"""Android's strings: everything but words stays, and what is written compiles to what was meant."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from service.text.formats.android_strings import read
from service.text.formats.document import DocumentError
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.aapt import strings_of
from tests.service.text.formats.translating import WORDS, shouted, translations

NAMESPACE = 'xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"'
FILE = f"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE resources [<!ENTITY app "Dragoman">]>
<!-- Copyright -->
<resources {NAMESPACE}>
    <string name="app_name" translatable="false">Dragoman</string>
    <string name="hello">Don\\'t   panic, <b>%1$s</b> &amp; co.\\n</string>
    <string name="kept">Hi <xliff:g id="n" example="Tom">%s</xliff:g> of &app;!</string>
    <string name="html"><![CDATA[ Read <a href="x">it</a> &amp; go ]]></string>
    <string name="text">Read &lt;a href="x">that&lt;/a> now</string>
    <string name="ref">@string/hello</string> <string name="empty"/>
    <plurals name="files"><item quantity="one">A "  file  "</item>
      <item quantity="other">%d files</item></plurals>
    <string-array name="a"><item>First</item></string-array>
    <string-array name="b" translatable="false"><item>Second</item></string-array>
    <integer-array name="i"><item>1</item></integer-array>
</resources>
"""
CONTENTS = st.lists(
    st.sampled_from(
        [
            "word ",
            "  ",
            "\n ",
            "\\'",
            '"a  b"',
            "\\n",
            "\\u0041",
            "&amp;",
            "&#65;",
            "<b>x</b>",
            "<br/>",
            "<!-- c -->",
            "<xliff:g id='a>b'>%s</xliff:g>",
            "<![CDATA[<i>c</i>]]>",
            "&lt;i&gt;d&lt;/i>",
            "@",
        ]
    ),
    max_size=5,
).map("".join)

SIGNS = st.sampled_from(
    [
        "word",
        " ",
        "  ",
        "\n\t",
        "\\u0020",
        '"a  \'b "',
        "\\'",
        '\\"',
        "\\n",
        "\\t",
        "\\u00a0",
        "\xa0",
        "&#8230;",
        "\\u2026",
        "\\\\",
    ]
) | st.sampled_from(["\\@", "\\?", "&lt;b>x&lt;/b>", "<xliff:g id='a'>%s</xliff:g>", "\\ud83d\\ude00"])


def file_of(*contents: str) -> str:
    strings = "".join(f'<string name="s{number}">{content}</string>\r\n' for number, content in enumerate(contents))
    return f"<resources {NAMESPACE}>{strings}</resources>"


def shown(content: str, translation: str | None = None) -> str:
    """What an app shows of a string, or of a translation in its place."""
    document = read(file_of(content).encode())
    units = document.units if translation is None else [MarkedText(translation)]
    return strings_of(document.render(units))[0]


def said(content: str) -> list[str]:
    return [unit.text for unit in read(file_of(content).encode()).units]


def compiled(content: str) -> str:
    """What Android's compiler makes of the text of a string."""
    text = re.sub(r"\s+", " ", content, flags=re.ASCII)
    codes = {"n": "\n", "t": "\t"}
    return re.sub(
        r"\\u([\da-f]{4})|\\(.)",
        lambda escape: chr(int(escape[1], 16)) if escape[1] else codes.get(escape[2], escape[2]),
        text,
    )


@settings(deadline=None)
@given(st.lists(CONTENTS, max_size=3))
def test_what_is_not_changed_is_byte_for_byte_the_same(contents: list[str]) -> None:
    data = file_of(*contents).encode()
    document = read(data)
    assert document.render(document.units) == data
    assert all(unit.text.strip() for unit in document.units)


@settings(deadline=None)
@given(content=CONTENTS, data=st.data())
def test_no_translation_can_add_or_lose_an_element(content: str, data: st.DataObject) -> None:
    source = file_of(content, "Next")
    document = read(source.encode())
    result = document.render(data.draw(translations(document.units)))

    def elements(file: bytes) -> list[tuple[str, object]]:
        return sorted(
            (str(element.tag), sorted(element.attrib.items())) for element in etree.fromstring(file, None).iter()
        )

    assert elements(result) == elements(source.encode())
    assert result.count(b"%s") >= source.count("%s")


@settings(deadline=None)
@given(WORDS)
def test_any_translation_is_compiled_to_what_it_is(translation: str) -> None:
    text = translation.strip(" \n\r\t")
    result = read(file_of("Hello").encode()).render([MarkedText(f"a{text}b")])
    content = etree.fromstring(result, None)[0].text
    held = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)
    assert not re.search(r"(?<!\\)(?:\\\\)*['\"]", content or "")
    assert compiled(content or "") == f"a{held}b"


@settings(deadline=None)
@given(WORDS, st.sampled_from(["Hello", '"Hello"', "<![CDATA[Hello]]>", "  Hello\n  ", '" Hello  "', "\\u0020Hello"]))
def test_an_app_shows_any_translation_as_it_is(translation: str, source: str) -> None:
    (unit,) = read(file_of(source).encode()).units
    held = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", translation)
    assert shown(source, translation) == shown(source).replace(unit.text, held)


@settings(deadline=None)
@given(st.lists(SIGNS, max_size=8).map("".join))
def test_an_app_shows_the_same_space_and_signs_around_the_words_as_before(content: str) -> None:
    source = file_of(content).encode()
    document = read(source)
    before, after = strings_of(source)[0], strings_of(document.render(shouted(document.units)))[0]
    assert after.upper() == before.upper()


@pytest.mark.parametrize(
    ("content", "translation", "expected"),
    [
        ("\\u0020and more\\u0020", " und mehr ", "\\u0020und mehr\\u0020"),
        ("Fwd:\\u0020", "WG: ", "WG:\\u0020"),
        ('"  quoted  "', 'it\'s  "so"\n', '"  it\'s  \\"so\\"\\n  "'),
        ("<!-- c -->\n  Hello <!-- d --> ", " Hallo", "<!-- c -->\n  \\u0020Hallo <!-- d --> "),
        ("Wait\\u2026 and\\u00a0go", "Bitte\xa0los…", "Bitte\\u00a0los\\u2026"),
        ("Wait&#8230;", "Warte…", "Warte&#8230;"),
        ("Hi \\ud83d\\ude00", "Hallo \U0001f600", "Hallo \U0001f600"),
        ("\\@home", "@Hause", "\\@Hause"),
    ],
)
def test_blanks_and_signs_are_written_as_the_source_has_them(content: str, translation: str, expected: str) -> None:
    document = read(file_of(content).encode())
    assert document.render([MarkedText(translation)]).decode() == file_of(expected)


def test_a_quotation_with_a_placeholder_remains_one() -> None:
    content = '"It\'s <xliff:g id="n">%1$s</xliff:g>\'s  file"'
    document = read(file_of(content).encode())
    assert [unit.text for unit in document.units] == ["It's %1$s's  file"]
    result = document.render(shouted(document.units)).decode()
    assert result == file_of(content.replace("It's", "IT'S").replace("'s  file", "'S  FILE"))
    assert strings_of(result.encode()) == ["IT'S %1$s'S  FILE"]


def test_characters_beyond_16_bits_are_one_and_half_of_one_is_none() -> None:
    """They were two, which no text may have: the server broke."""
    assert said("Hi \\ud83d\\ude00!") == ["Hi \U0001f600!"]
    assert said("Hi \\ud83d!") == ["Hi \ufffd!"]


def test_a_style_that_is_left_without_words_does_not_take_space() -> None:
    content = "  A <b>bold</b>  word "
    document = read(file_of(content).encode())
    assert shown(content) == " A bold word "
    assert strings_of(document.render(shouted(document.units))) == [" A BOLD WORD "]


def test_everything_but_words_stays() -> None:
    document = read(FILE.encode())
    assert [unit.text for unit in document.units] == [
        "Don't panic, %1$s & co.\n",
        "Hi %s of &app;!",
        "Read it & go",
        "Read that now",
        "A   file  ",
        "%d files",
        "First",
    ]
    expected = FILE
    for old, new in [
        ("Don\\'t   panic", "DON\\'T PANIC"),
        ("%1$s", "%1$S"),
        ("co.", "CO."),
        ("Hi ", "HI "),
        ("of &app", "OF &app"),
        ("> of", "> OF"),
        (" Read <a", " READ <a"),
        (">it<", ">IT<"),
        (" go ]", " GO ]"),
        ("Read &lt;", "READ &lt;"),
        (">that", ">THAT"),
        (" now", " NOW"),
        ('A "  file  "', "A \\u0020\\u0020FILE \\u0020"),
        ("%d files", "%D FILES"),
        ("First", "FIRST"),
    ]:
        assert old in expected or new in expected
        expected = expected.replace(old, new)
    assert document.render(shouted(document.units)).decode() == expected


def test_what_stays_is_fixed_and_tags_are_marks() -> None:
    content = 'A <b>bold</b> <xliff:g id="n">%s</xliff:g>'
    (unit,) = read(file_of(content).encode()).units
    assert unit == MarkedText("A bold %s", (Mark(2, 6, 0), Mark(7, 9, 1, is_fixed=True)))


@pytest.mark.parametrize(
    ("content", "translation", "expected"),
    [
        ("a", "@b", "\\@b"),
        ("a", "?b", "\\?b"),
        ("a", "b  c", "b \\u0020c"),
        ("a", 'it\'s "b"', 'it\\\'s \\"b\\"'),
        ("a", "<b> & ]]>", "&lt;b&gt; &amp; ]]&gt;"),
        ("<![CDATA[a]]>", "<b> & ]]>", "<![CDATA[<b> & ]]]]><![CDATA[>]]>"),
        ("x <![CDATA[<i>y</i>]]> z", "b", "b"),
    ],
)
def test_words_are_written_as_the_compiler_wants_them(content: str, translation: str, expected: str) -> None:
    document = read(file_of(content).encode())
    marks = tuple(Mark(0, 0, mark.key, mark.is_fixed) for mark in document.units[0].marks)
    result = document.render([MarkedText(translation, marks)]).decode()
    if marks:
        expected = f"&lt;i&gt;&lt;/i&gt;{expected}"
    assert result == file_of(expected)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("One dog<br/> and a cat", ["One dog", "and a cat"]),
        ("&lt;p>One &lt;b>dog&lt;/b>&lt;/p>&lt;p>A cat&lt;/p>", ["One dog", "A cat"]),
        ("<![CDATA[<ul><li>One dog</li><li>A <i>cat</i></li></ul>]]>", ["One dog", "A cat"]),
        ("<b>One<br/>dog</b> sits", ["One", "dog", "sits"]),
    ],
)
def test_lines_of_a_string_are_for_themselves(content: str, expected: list[str]) -> None:
    document = read(file_of(content).encode())
    assert [unit.text for unit in document.units] == expected
    result = document.render(shouted(document.units)).decode()
    assert re.findall(r"<[^>]*>|&[^;]*;", result) == re.findall(r"<[^>]*>|&[^;]*;", file_of(content))
    etree.fromstring(result)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Run <code>npm \\n</code> now", "Run npm \\n now"),
        ("Run &lt;code>npm ci&lt;/code> now", "Run npm ci now"),
        ("<![CDATA[Press <kbd>F1</kbd> now]]>", "Press F1 now"),
    ],
)
def test_code_stays(content: str, expected: str) -> None:
    document = read(file_of(content).encode())
    assert [unit.text for unit in document.units] == [expected.replace("\\n", "\n")]
    code = re.search(r"(?:<|&lt;)(code|kbd)>.*/\1>", content)
    assert code is not None
    assert code[0] in document.render(shouted(document.units)).decode()


def test_strings_without_words_are_left_alone() -> None:
    assert said("@string/hello") == said("?attr/title") == said("\\n") == said("<xliff:g>%s</xliff:g>") == []


def test_a_character_that_the_encoding_does_not_have_is_a_reference() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-1"?><resources><string name="s">Grüße</string></resources>'
    document = read(text.encode("latin-1"))
    assert [unit.text for unit in document.units] == ["Grüße"]
    expected = text.replace("Grüße", "ü&#20320;")
    assert document.render([MarkedText("ü你")]) == expected.encode("latin-1")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1 is not well-formed XML (no element found)"),
        ("<resources>\n<string>a</b></resources>", "line 2, column 12 is not well-formed XML (mismatched tag)"),
        ("<resources><string>&nbsp;</string></resources>", "column 20 is not well-formed XML (undefined entity)"),
        ("<html><string>a</string></html>", "the file begins with <html>; Android's string files"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(text.encode())
    assert place in str(refusal.value)


def test_elements_within_each_other_without_end_take_no_time() -> None:
    """A million of them took hours."""
    deep = 100_000
    assert read(f"<resources>{'<a>' * deep}{'</a>' * deep}</resources>".encode()).units == []
