"""Java's .properties: values are translated, all else stays, and Java reads what was meant."""

import javaproperties
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.properties import read
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import WORDS, shouted

FILE = """# A comment: stays \\
! so does this

greeting = Hello
path:C:\\\\temp\\ttab
  long\\ key   One line, \\
      \\tand more.\\n\\
  # no comment
empty=
=no key
eq = a = b
umlaut=Gr\\u00fc\\u00dfe \\ud83d\\ude00
"""
LINES = st.sampled_from(
    ["a=b", "a", " a : b ", "# c\\", "!", "", "k v\\", "  more", "u=\\u00e9", "x=\\\\", "=y", "z\\=\\ =\\q", "\t"]
)


def shout(text: str) -> str:
    document = read(text.encode())
    return document.render(shouted(document.units)).decode()


@settings(deadline=None)
@given(lines=st.lists(LINES, max_size=6), line_end=st.sampled_from(["\n", "\r\n", "\r"]), is_ended=st.booleans())
def test_what_is_not_changed_is_byte_for_byte_the_same(lines: list[str], line_end: str, is_ended: bool) -> None:
    data = (line_end.join(lines) + (line_end if is_ended else "")).encode()
    document = read(data)
    assert document.render(document.units) == data


@settings(deadline=None)
@given(lines=st.lists(LINES, max_size=6))
def test_values_are_those_that_java_reads(lines: list[str]) -> None:
    text = "\n".join(lines)
    entries = [entry for entry in javaproperties.parse(text) if isinstance(entry, javaproperties.KeyValue)]
    values = [entry.value.strip() for entry in entries]
    assert [unit.text for unit in read(text.encode()).units] == [
        value for value in values if any(map(str.isalnum, value))
    ]


@settings(deadline=None)
@given(translation=WORDS, source=st.sampled_from(["a b = Hello\nc=d", "a\\ b:Hello \\\n  you\nc=é", "x = y"]))
def test_any_translation_is_read_back_as_it_is(translation: str, source: str) -> None:
    document = read(source.encode())
    result = document.render([MarkedText(translation), *document.units[1:]]).decode()
    assert next(iter(javaproperties.loads(result).values())) == translation
    assert [*javaproperties.loads(result)] == [*javaproperties.loads(source)]
    assert result.isascii() or not source.isascii()


def test_what_would_separate_key_and_value_is_escaped() -> None:
    assert read(b"key word").render([MarkedText("= x")]) == b"key \\= x"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a=\\ \\ word\\ ", "a=\\ \\ WORD\\ "),
        ("a=\\\n    word\\n\\\n  ", "a=\\\n    WORD\\n\\\n  "),
        ("a=\\u0020\\tword \\\\ ", "a=\\u0020\\tWORD \\\\ "),
        ("a = word\\=\t", "a = WORD=\t"),
    ],
)
def test_white_space_around_a_value_stays_as_it_is_written(source: str, expected: str) -> None:
    assert shout(source) == expected
    assert javaproperties.loads(expected)["a"] == javaproperties.loads(source)["a"].upper()


def test_everything_but_values_stays() -> None:
    expected = FILE
    for old, new in [
        ("Hello", "HELLO"),
        ("C:\\\\temp\\ttab", "C:\\\\TEMP\\tTAB"),
        ("One line, \\\n      \\tand more.\\n\\\n  # no comment", "ONE LINE, \\tAND MORE.\\n# NO COMMENT"),
        ("=no key", "=NO KEY"),
        ("a = b", "A = B"),
        ("Gr\\u00fc\\u00dfe", "GR\\u00dc\\u00dfE"),
    ]:
        expected = expected.replace(old, new)
    assert shout(FILE) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"a=b", b"a=\\u4f60\\u00fc"),
        ("ü=b".encode(), "ü=你ü".encode()),
        ("ü=b".encode("latin-1"), "ü=\\u4f60ü".encode("latin-1")),
    ],
)
def test_characters_are_written_as_the_file_can_hold_them(source: bytes, expected: bytes) -> None:
    assert read(source).render([MarkedText("你ü")]) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a=Open {0}", "a=L''{0}"),
        ("a=Open {0}\nb=can't {0}", "a=L'{0}\nb=can't {0}"),
        ("a=Open {name}", "a=L'{name}"),
    ],
)
def test_an_apostrophe_beside_numbered_arguments_is_doubled_unless_the_file_says_otherwise(
    source: str, expected: str
) -> None:
    document = read(source.encode())
    opened = document.units[0]
    place = tuple(Mark(2, 5, mark.key, is_fixed=True) for mark in opened.marks)
    argument = opened.text.removeprefix("Open ")
    result = document.render([MarkedText(f"L'{argument}", place), *document.units[1:]])
    assert result.decode() == expected


def test_a_file_in_utf8_with_a_broken_character_is_not_taken_for_latin1() -> None:
    """It was, and its other umlauts were translated as the two characters that they are there."""
    with pytest.raises(DocumentError, match="line 1: byte 12 of the file is not UTF-8"):
        read("a=Grüße b\xffc".encode().replace("\xff".encode(), b"\xff"))
    assert [unit.text for unit in read("a=MENÜ» für Größe".encode("latin-1")).units] == ["MENÜ» für Größe"]


@pytest.mark.parametrize("escape", ["\\u12", "\\uXYZW", "\\ud83d", "\\ud83d\\u0041"])
def test_an_escape_that_is_none_is_refused_with_the_place(escape: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(f"a=b\nkey = x {escape}".encode())
    assert "line 2: 'key' has an escape that is none" in str(refusal.value)


def test_the_branches_of_a_choice_are_translated() -> None:
    """They stayed as they were, and no warning said so."""
    text = "a=There {0,choice,0#are no files|1#is one file|1<are {0,number} files}.\nb={0,choice,0#none|1#{1}}\n"
    document = read(text.encode())
    assert [unit.text for unit in document.units] == [
        "There {0}.",
        "are no files",
        "is one file",
        "are {0} files",
        "none",
    ]
    assert document.render(document.units).decode() == text
    assert document.render(shouted(document.units)).decode() == (
        "a=THERE {0,choice,0#ARE NO FILES|1#IS ONE FILE|1<ARE {0,number} FILES}.\nb={0,choice,0#NONE|1#{1}}\n"
    )
