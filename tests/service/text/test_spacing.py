"""White space around translations: the source's, but for sentence spaces that only one of the scripts has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.marks import Mark
from service.text.spacing import (
    begins_with_picture,
    ends_with_picture,
    has_space_before,
    has_space_behind,
    is_spaced_out,
    narrowed,
    parted_at,
    respace,
    without_pictures,
)
from service.text.spans import Kind, Span
from service.text.splitting.segments import Piece, split

TEXT = st.text(alphabet=" \t\n\u3000。\uff01.!a中😆…", max_size=30)


def respaced(text: str, source: str, target: str) -> str:
    return "".join(map(str, respace(split(text, source), source, target)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你好。再见。", "你好。 再见。"),
        ("你好。\n再见。", "你好。\n再见。"),
        ("你好。 再见。", "你好。 再见。"),
        ("你好。\u3000再见。", "你好。\u3000再见。"),
        ("  你好。再见。\n\n\t好。", "  你好。 再见。\n\n\t好。"),
        ("你好？-再见。", "你好？ -再见。"),
        ("你好。- 再见。", "你好。 - 再见。"),
        ("你好。", "你好。"),
        ("是/否\n苹果|香蕉", "是/否\n苹果|香蕉"),
        ("", ""),
    ],
)
def test_chinese_sentences_get_a_space_where_the_target_needs_one(text: str, expected: str) -> None:
    assert respaced(text, "zh", "en") == expected


def test_a_piece_that_is_not_translated_gets_no_space_before_it() -> None:
    pieces = respace(split("好。", "zh") + split("……", "zh") + split("走。", "zh"), "zh", "en")
    assert "".join(map(str, pieces)) == "好。…… 走。"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello. World.", "Hello.World."),
        ("Hello.  World.", "Hello.  World."),
        ("Hello.\nWorld.", "Hello.\nWorld."),
        ("Hello. \n World. ", "Hello. \n World. "),
        ("Hello.\tWorld.", "Hello.\tWorld."),
        (" Hello.", " Hello."),
    ],
)
def test_the_space_between_sentences_goes_where_the_target_writes_none(text: str, expected: str) -> None:
    assert respaced(text, "en", "zh") == expected


def test_the_space_before_a_piece_that_is_not_translated_stays() -> None:
    assert respaced("Hello. …… World.", "en", "zh") in {"Hello. …… World.", "Hello.…… World."}


@given(text=TEXT, pair=st.sampled_from([("en", "de"), ("de", "en"), ("zh", "ja"), ("ja", "zh-Hans")]))
def test_between_languages_of_one_kind_nothing_changes(text: str, pair: tuple[str, str]) -> None:
    assert respaced(text, *pair) == text


@given(text=TEXT, pair=st.sampled_from([("zh", "en"), ("en", "zh"), ("ja", "de"), ("fr", "zh-Hant")]))
def test_only_single_spaces_come_or_go(text: str, pair: tuple[str, str]) -> None:
    result = respaced(text, *pair)
    assert result.replace(" ", "") == text.replace(" ", "")
    assert [line.strip(" ") == "" for line in result.split("\n")] == [
        line.strip(" ") == "" for line in text.split("\n")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你好。😆再见。", "你好。 😆再见。"),
        ("你好。😆", "你好。 😆"),
        ("你好。\n😆再见。", "你好。\n😆再见。"),
        ("好。……", "好。……"),
    ],
)
def test_a_sentence_that_begins_with_a_picture_gets_a_space_before_that(text: str, expected: str) -> None:
    assert respaced(text, "zh", "en") == expected
    assert respaced(text, "zh", "ja") == text


@pytest.mark.parametrize("picture", ["😆", "❤️", "👍🏽", "👨‍👩‍👧‍👦", "🇩🇪", "1️⃣", "☎", "©", "①", "❷"])
def test_pictures_are_known_at_both_ends(picture: str) -> None:
    assert begins_with_picture(f"{picture}a")
    assert ends_with_picture(f"a{picture}")


@pytest.mark.parametrize("text", ["", "a", "1", "。", "[", "<b>", "&amp;", " ", "\u200b", "5°C"])
def test_what_is_no_picture(text: str) -> None:
    assert not begins_with_picture(text)
    assert not ends_with_picture(text)


def test_pictures_at_the_edges_of_a_sentence_become_pieces_of_their_own() -> None:
    before, piece, behind = without_pictures(Piece(" 😆", "你好。", "😆\n"))
    assert (before, piece, behind) == ([Piece(" ", "😆", "")], Piece("", "你好。", ""), [Piece("", "😆", "\n")])
    for other in (
        Piece("", "你好", "\n"),
        Piece("[", "你好", "]"),
        Piece("😆", "，你好", ""),
        Piece("😆 ", "你好", " 😆"),
    ):
        assert without_pictures(other) == ([], other, [])


def test_only_from_characters_into_an_alphabet_spaces_are_needed() -> None:
    pairs = [("zh", "en"), ("ja-JP", "de"), ("zh-Hans", "ja"), ("en", "zh"), ("en", "de")]
    assert [is_spaced_out(*pair) for pair in pairs] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("origin", "touched", "before", "behind"),
    [
        ("家", "house", True, True),
        ("。", "7", True, True),
        ("“", "h", True, True),
        ("家", ".", True, False),
        ("家", "(", False, True),
        ("家", "家", False, False),
        ("家", " ", False, False),
        ("家", "", False, False),
        ("e", "h", False, False),
        ("", "h", False, False),
    ],
)
def test_a_picture_that_touches_a_character_has_a_space_beside_a_word(
    origin: str, touched: str, *, before: bool, behind: bool
) -> None:
    assert has_space_before(origin, touched[-1:]) is before
    assert has_space_behind(origin, touched[:1]) is behind


def test_protected_white_space_is_parted_where_a_mark_stands_in_it() -> None:
    white, name = Span(3, 6, Kind.OMITTED, " \t "), Span(8, 11, Kind.WORD, "{a}")
    marks = [Mark(0, 3, 0), Mark(4, 4, 1), Mark(5, 9, 2)]
    assert parted_at([white, name], marks) == [
        Span(3, 4, Kind.OMITTED, " "),
        Span(4, 5, Kind.OMITTED, "\t"),
        Span(5, 6, Kind.OMITTED, " "),
        name,
    ]
    assert parted_at([white, name], marks[:1]) == [white, name]


@pytest.mark.parametrize("line_break", ["\x0b", "\x85", "\u2028"])
def test_protected_white_space_is_parted_where_a_line_ends(line_break: str) -> None:
    """A line ended in the middle of it, and the next was no line of its own."""
    parts = parted_at([Span(3, 5, Kind.OMITTED, f"{line_break}\t")], [])
    assert parts == [Span(3, 4, Kind.OMITTED, line_break), Span(4, 5, Kind.OMITTED, "\t")]


@pytest.mark.parametrize(
    ("text", "expected"), [("总计：5", "总计： 5"), ("价格：￥5", "价格： ￥5"), ("他说：", "他说：")]
)
def test_behind_the_colon_of_a_label_there_is_a_space(text: str, expected: str) -> None:
    assert "".join(map(str, respace(split(text, "zh"), "zh", "en"))) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("5。", "5."), ("5！", "5!"), ("5", "5"), ("。", "。"), ("好。", "好。")]
)
def test_the_stop_of_a_figure_is_narrow_in_an_alphabet(text: str, expected: str) -> None:
    assert str(narrowed(Piece("", text, ""))) == expected
