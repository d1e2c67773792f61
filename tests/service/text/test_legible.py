"""Characters that no model reads become ordinary ones, and all others stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.encoding import Encoder
from service.text.legible import legible
from service.text.normalize import Normalizer
from tests.service.text.fakes import byte_tokenizer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ｈｅｌｌｏ　１２３", "Hello 123"),
        ("𝓗𝓮𝓵𝓵𝓸 𝟙𝟚", "Hello 12"),
        ("H̶e̶l̶l̶o̶", "Hello"),
        ("5\u00a0km, 10\u202f000\u2009x", "5 km, 10 000 x"),
        ("\ufeffHel\u00adlo\u200b, you\u200d and\u2060 \u202eme\u202c", "Hello, you and me"),
        ("a\x07b\x1bc\x7fd\x9fe", "abcde"),
    ],
)
def test_other_forms_become_the_usual_ones_and_what_nobody_sees_goes(text: str, expected: str) -> None:
    assert legible(text) == expected


@pytest.mark.parametrize(
    "text", ["می\u200cخواهم", "क्\u200dष", "你好，世界！（中文）", "naïve Łódź, e\u0301", "a\tb\nc", "😆"]
)
def test_what_is_read_otherwise_stays(text: str) -> None:
    assert legible(text) == text


@given(st.text())
def test_made_legible_a_text_stays_so_and_is_no_longer(text: str) -> None:
    once = legible(text)
    assert legible(once) == once
    assert len(once) <= len(text)


def test_models_are_given_what_is_legible() -> None:
    encode = Encoder(byte_tokenizer(), Normalizer([]), eos=2, max_tokens=100)
    assert encode("\ufeffＨｅｌｌｏ\u00a0you") == encode("Hello you")
