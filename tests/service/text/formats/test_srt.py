"""SubRip files: numbers and times stay, sentences that run over cues are one, and come back cue by cue."""

import pysubs2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.text.formats.document import DocumentError
from service.text.formats.srt import read
from service.text.marks import Mark, MarkedText
from tests.service.text.formats.translating import shouted, translations

TALK = """1
00:00:01,000 --> 00:00:03,000
<i>I was thinking that we</i>
<i>could perhaps go to the cinema</i>

2
00:00:03,100 --> 00:00:05,000
tonight, if you have time.

3
00:00:06,000 --> 00:00:08,000 X1:10 X2:20
{\\an8}- Hello there, <b>friend</b>.
- Hi!

4
00:00:09,000 --> 00:00:10,000
♪ La la la ♪

"""
LINES = st.sampled_from(
    ["Hello there", "- Hi!", "<i>slanted</i>", "<i>on", "off</i>", "{\\an8}up", "♪ la", "你好。", "...", " ", "a < b"]
)
CUES = st.lists(st.lists(LINES, max_size=3), min_size=1, max_size=5)
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def file_of(cues: list[list[str]], line_end: str = "\n") -> bytes:
    """A cue each second."""
    blocks = [
        [str(number + 1), f"00:00:{number:02},000 --> 00:00:{number:02},900", *lines, ""]
        for number, lines in enumerate(cues)
    ]
    return line_end.join(line for block in blocks for line in block).encode()


def said(*cues: str) -> list[str]:
    return [unit.text for unit in read(file_of([cue.split("\n") for cue in cues])).units]


def rendered(cues: list[str], *translations: MarkedText | str) -> list[str]:
    """The text of each cue of a file, once it is translated."""
    document = read(file_of([cue.split("\n") for cue in cues]))
    given = [MarkedText(text) if isinstance(text, str) else text for text in translations]
    blocks = document.render(given).decode().removesuffix("\n").split("\n\n")
    return [block.split("\n", 2)[2] for block in blocks]


@settings(deadline=None)
@given(cues=CUES, line_end=LINE_ENDS, mark=st.sampled_from(["", "\ufeff"]))
def test_what_is_not_changed_is_byte_for_byte_the_same(cues: list[list[str]], line_end: str, mark: str) -> None:
    data = mark.encode() + file_of(cues, line_end)
    document = read(data)
    assert document.render(document.units) == data
    assert all(unit.text.strip() for unit in document.units)


@settings(deadline=None)
@given(cues=CUES, line_end=st.sampled_from(["\n", "\r\n"]), data=st.data())
def test_no_translation_can_add_a_cue_or_change_its_times(
    cues: list[list[str]], line_end: str, data: st.DataObject
) -> None:
    source = file_of(cues, line_end)
    document = read(source)
    result = document.render(data.draw(translations(document.units)))

    def times(file: bytes) -> list[tuple[int, int]]:
        return [(cue.start, cue.end) for cue in pysubs2.SSAFile.from_string(file.decode(), format_="srt")]

    assert times(result) == times(source)
    assert result.count(b"\r\n") == result.count(b"\n") if line_end == "\r\n" else b"\r" not in result
    assert result.count(b"<i>") - result.count(b"</i>") == source.count(b"<i>") - source.count(b"</i>")
    assert result.count(b"{\\an8}") == source.count(b"{\\an8}")


@settings(deadline=None)
@given(st.lists(st.sampled_from(["ab", "cde", "f,", "g"]), min_size=3, max_size=12))
def test_every_word_of_a_translation_is_in_one_cue(words: list[str]) -> None:
    cues = rendered(["One sentence runs", "over three", "cues."], MarkedText(" ".join(words), cue_marks((1, 2, 3))))
    assert all(cues)
    assert " ".join(cues).split() == words


def cue_marks(ends: tuple[int, ...]) -> tuple[Mark, ...]:
    """Marks of cues that follow each other directly."""
    return tuple(Mark(start, end, key) for key, (start, end) in enumerate(zip((0, *ends), ends, strict=False)))


def test_the_words_of_a_file() -> None:
    assert [unit.text for unit in read(TALK.encode()).units] == [
        "I was thinking that we could perhaps go to the cinema tonight, if you have time.",
        "Hello there, friend.",
        "Hi!",
        "La la la",
    ]


def test_everything_but_words_stays_and_lines_are_broken_anew() -> None:
    document = read(TALK.encode())
    expected = TALK
    for words in ("tonight, if you have time.", "Hello there, ", "friend", "Hi!", "La la la"):
        expected = expected.replace(words, words.upper())
    expected = expected.replace("I was thinking that we</i>\n<i>could", "I WAS THINKING THAT WE COULD</i>\n<i>")
    expected = expected.replace("<i> perhaps go to the cinema", "<i>PERHAPS GO TO THE CINEMA")
    assert document.render(shouted(document.units)).decode() == expected


@pytest.mark.parametrize(
    ("cues", "expected"),
    [
        (["I think", "so."], ["I think so."]),
        (["I think so.", "Good."], ["I think so.", "Good."]),
        (["Do you?", "- I do."], ["Do you?", "I do."]),
        (["He said", "- What?"], ["He said", "What?"]),
        (["I was going...", "...to say it."], ["I was going... ...to say it."]),
        (["I was going...", "Never mind."], ["I was going...", "Never mind."]),
        (["[door opens]", "come in."], ["[door opens]", "come in."]),
        (["[door opens]\nJOHN: Who is\nthere?"], ["[door opens]", "JOHN: Who is there?"]),
        (["He said\nMRS. SMITH (loud): what?"], ["He said", "MRS. SMITH (loud): what?"]),
        (["He said", "JOHN: what?"], ["He said", "JOHN: what?"]),
        (["It is 10:30 at\nPARIS time."], ["It is 10:30 at PARIS time."]),
        (["He said\n(laughs)\nnever."], ["He said", "(laughs)", "never."]),
        (["我觉得你", "是对的。"], ["我觉得你是对的。"]),
        (["♪ la la", "♪ la la"], ["la la", "la la"]),
        (["-5 degrees", "outside."], ["-5 degrees outside."]),
        (["<i>All of it</i>", "<i>slanted.</i>"], ["All of it slanted."]),
        (["a\n\nb."], ["a b."]),
        (["10:30 -> 11:00", "=> 12:00 it is."], ["10:30 -> 11:00 => 12:00 it is."]),
    ],
)
def test_sentences_end_where_a_listener_ends_them(cues: list[str], expected: list[str]) -> None:
    assert said(*cues) == expected


def test_without_stops_each_cue_is_for_itself() -> None:
    """Chinese subtitles and automatic captions have none: the whole film would be one sentence."""
    cues = ["你好吗", "我很好", "你呢", "也很好", "走吧", "好"]
    assert said(*cues) == cues


def test_a_sentence_does_not_get_longer_than_a_model_bears() -> None:
    cues = ["word " * 20 + "and"] * 4 + ["the end."]
    assert max(map(len, said(*cues))) < 320


def test_a_long_pause_ends_a_sentence() -> None:
    data = file_of([["I think"], ["so."]]).replace(b"00:00:01,", b"00:00:09,")
    assert [unit.text for unit in read(data).units] == ["I think", "so."]


def test_the_alignment_decides_where_a_cue_ends() -> None:
    cues = ["I have seen the film", "yesterday."]
    marks = (Mark(0, 8, 0), Mark(9, 37, 1))
    assert rendered(cues, MarkedText("Ich habe gestern den Film doch gesehn.", marks)) == [
        "Ich habe",
        "gestern den Film doch gesehn.",
    ]


def test_without_a_hint_words_are_shared_out_in_proportion_preferring_commas() -> None:
    cues = ["If it rains tomorrow", "we will stay at home."]
    lost = (Mark(0, 0, 0), Mark(0, 0, 1))
    assert rendered(cues, MarkedText("Wenn es morgen regnet, bleiben wir daheim.", lost)) == [
        "Wenn es morgen regnet,",
        "bleiben wir daheim.",
    ]


def test_a_cue_is_never_empty_even_if_words_have_to_be_seen_twice() -> None:
    cues = ["I do not", "know", "it."]
    assert rendered(cues, MarkedText("Unbekannt", (Mark(0, 9, 0), Mark(9, 9, 1), Mark(9, 9, 2)))) == ["Unbekannt"] * 3


def test_a_translation_without_words_does_not_end_the_cue_before_its_time() -> None:
    assert rendered(["Eh.\n- Yes."], " ", "Ja.") == ["\u00a0\n- Ja."]


@pytest.mark.parametrize(
    ("cue", "translation", "expected"),
    [
        ("A line\nand another.", "Eine Zeile und noch eine.", "Eine Zeile\nund noch eine."),
        ("A line\nand another.", "Zwei Zeilen.", "Zwei Zeilen."),
        ("One line only here.", "Nur eine Zeile, aber eine sehr lange.", "Nur eine Zeile, aber eine sehr lange."),
        ("A line\nand another.", "第一行和第二行都在这里。", "第一行和第二\n行都在这里。"),
        ("A line\nand another.", "a\nb\r\n\r\n3\n00:00:01 --> 00:00:02", "a b    3 00:00:01\n--> 00:00:02"),
    ],
)
def test_lines_are_about_even_and_no_more_than_there_were(cue: str, translation: str, expected: str) -> None:
    assert rendered([cue], translation) == [expected]


def test_tags_go_with_their_words() -> None:
    translation = MarkedText("Ein Auto, rot.", (Mark(10, 13, 0),))
    assert rendered(["A <b>red</b> car."], translation) == ["Ein Auto, <b>rot</b>."]


def test_entities_are_shown_as_what_they_mean() -> None:
    (unit,) = read(file_of([["2 &lt; 3"]])).units
    assert unit == MarkedText("2 < 3", (Mark(2, 3, 0, is_fixed=True),))


def test_a_tag_for_a_line_break_sets_words_apart() -> None:
    """They ran together, and the model was shown a word that there is not."""
    assert said("One dog<br>and a cat<br/>") == ["One dog and a cat"]
    unit = MarkedText("Ein Hund und eine Katze", (Mark(8, 9, 0, is_fixed=True),))
    assert rendered(["One dog<br>and a cat<br/>"], unit) == ["Ein Hund<br>und eine Katze<br/>"]


def test_blank_lines_numbers_and_missing_numbers_are_borne() -> None:
    text = "00:01,5 --> 00:02,0\nOne\n\ntwo.\n\n\n00:03,000-->00:04,000\n7\n\n3\n00:00:05.000 --> 00:00:06.000\n\n"
    document = read(text.encode())
    assert [unit.text for unit in document.units] == ["One two.", "7"]
    assert document.render(document.units).decode() == text


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "no time line"),
        (b"Hello\n", "no time line"),
        (b"Title\n1\n00:00:01,000 --> 00:00:02,000\nHi\n", "line 1: 'Title' belongs to no cue"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\nHo\n", "line 5: there is no time line below this number"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:03,000 -> 00:00:04,000\nHo\n", "line 6: '00:00:03"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:03,000 --> 00:00\nHo\n", "line 6: '00:00:03"),
        ("1\n00:00:01,000 --> 00:00:02,000\nGrüße\n".encode("latin-1"), "line 3: byte 35 of the file is not UTF-8"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(data: bytes, place: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        read(data)
    assert place in str(refusal.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_encodings_with_a_byte_order_mark_are_kept(encoding: str) -> None:
    document = read(TALK.encode(encoding))
    assert document.render(document.units) == TALK.encode(encoding)
    assert document.render(shouted(document.units)).decode(encoding).startswith("1\n")
