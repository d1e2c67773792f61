"""WebVTT files: cues are translated, and all other blocks, settings and time tags stay as they are."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.vtt import read
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import shouted, translations

TALK = """WEBVTT - A talk
Kind: captions

STYLE
::cue(b) { color: red }

NOTE no words

REGION
id:fred width:40%

opening
00:01.000 --> 00:03.000 align:start position:10%
<v Roger Bingham>We are in <b.loud>New York</b> City
and I&rsquo;m &lt;here&gt;

00:00:03.000 --> 00:00:05.000
<v Roger Bingham>with my <00:00:04.000>friend <00:00:04.500>Neil.

2
00:05.000 --> 00:06.000
<v Neil>Tom &amp; Jerry
"""
LINES = st.sampled_from(
    ["Hello", "- Hi!", "<i>a</i>", "<v Tom>b", "<c.x.y>c</c>", "<00:00:00.500>d", "&amp;", "&lt;b&gt;", "你好", "<"]
)
CUES = st.lists(st.lists(LINES, min_size=1, max_size=3), min_size=1, max_size=4)


def file_of(cues: list[list[str]], line_end: str = "\n") -> bytes:
    blocks = [
        [f"00:0{number}.000 --> 00:0{number}.900 line:0", *lines, "", "NOTE between", ""]
        for number, lines in enumerate(cues)
    ]
    return line_end.join(["WEBVTT", "", *(line for block in blocks for line in block)]).encode()


@settings(deadline=None)
@given(cues=CUES, line_end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_is_not_changed_is_byte_for_byte_the_same(cues: list[list[str]], line_end: str) -> None:
    data = file_of(cues, line_end)
    document = read(data)
    assert document.render(document.units) == data


@settings(deadline=None)
@given(cues=CUES, data=st.data())
def test_no_translation_can_add_a_cue_or_a_tag(cues: list[list[str]], data: st.DataObject) -> None:
    source = file_of(cues).decode()
    document = read(source.encode())
    result = document.render(data.draw(translations(document.units))).decode()

    def kept(file: str) -> list[str]:
        return [line for line in file.split("\n") if "-->" in line or line in {"", "NOTE between", "WEBVTT"}]

    def tags(file: str) -> set[str]:
        return set(re.findall(r"<[^<>\n]*>", file))

    assert kept(result) == kept(source)
    assert tags(result) == tags(source)


@settings(deadline=None)
@given(words=st.lists(st.text("a<>&;\"'-中", min_size=1), min_size=1))
def test_words_are_read_back_as_they_are(words: list[str]) -> None:
    translation = " ".join(words)
    result = read(file_of([["Hello"]])).render([MarkedText(translation)]).decode()
    assert html.unescape(result.split("line:0\n")[1].split("\n")[0]) == translation


def test_everything_but_words_stays() -> None:
    document = read(TALK.encode())
    assert [unit.text for unit in document.units] == [
        "We are in New York City and I’m <here> with my friend Neil.",
        "Tom & Jerry",
    ]
    expected = TALK.replace(" City\nand I&rsquo;m", "\nCity and I’m")
    for words in ("We are in ", "New York", "City and I’m", "here", "with my ", "friend ", "Neil.\n", "Tom", "Jerry"):
        expected = expected.replace(words, words.upper())
    assert document.render(shouted(document.units)).decode() == expected.replace("<v NEIL.", "<v Neil")


def test_cues_without_an_empty_line_between_them_are_two() -> None:
    """A downloader of captions writes them like this, and other players take the time for the end of the text."""
    text = (
        "WEBVTT\n\n0:0:1.0 --> 0:0:2.5\nYes.\n00:02.500 --> 00:03.000\nNo.\n7\n00:03.000 --> 00:04.000\nOk.\n"
        "   \n\n \n1\n00:04.000 --> 00:05.000\n"
    )
    document = read(text.encode())
    assert [unit.text for unit in document.units] == ["Yes.", "No.", "Ok."]
    assert document.render(document.units) == text.encode()


def test_times_within_a_cue_stay_in_order_whatever_the_order_of_words() -> None:
    data = file_of([["one <00:00:00.300>two <00:00:00.600>three"]])
    (unit,) = read(data).units
    translation = MarkedText("drei zwei eins", (Mark(10, 10, 0, True), Mark(5, 5, 1, True)))
    assert [mark.start for mark in unit.marks] == [4, 8]
    assert b"drei <00:00:00.300>zwei <00:00:00.600>eins" in read(data).render([translation])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1: a WebVTT file begins with WEBVTT"),
        ("00:01.000 --> 00:02.000\nHi", "line 1: a WebVTT file begins with WEBVTT"),
        ("WEBVTTX\n\n", "line 1: a WebVTT file begins with WEBVTT"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n\nlost words\n", "line 6: 'lost words' begins a block without"),
        ("WEBVTT\n\n1\n00:01,000 --> 00:02,000\nHi\n", "line 4: '00:01,000 --> 00:02,000' looks like a time line"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n00:03.000 --> 00:0x\n", "line 5: '00:03.000 --> 00:0x' looks like"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(text.encode())
    assert place in str(refusal.value)


def test_what_nobody_sees_is_written_as_the_file_has_it() -> None:
    source = "WEBVTT\n\n00:01.000 --> 00:02.000\nTen&nbsp;km &lrm;x\n"
    result = read(source.encode()).render([MarkedText("10\xa0km \u200ex\u200f & so")]).decode()
    assert result.endswith("\n10&nbsp;km &lrm;x\u200f &amp; so\n")
