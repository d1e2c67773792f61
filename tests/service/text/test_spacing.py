"""White space around translations: the source's, but for sentence spaces that only one of the scripts has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.segments import split
from service.text.spacing import respace

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
        ("你好。", "你好。"),
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
