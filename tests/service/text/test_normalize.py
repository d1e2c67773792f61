"""Source normalisation as a manifest names it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.normalize import Normalizer


@pytest.fixture(scope="module")
def t2s() -> Normalizer:
    return Normalizer(["t2s"])


@given(text=st.text())
def test_without_steps_nothing_changes(text: str) -> None:
    assert Normalizer([])(text) == text


def test_nfc_composes() -> None:
    assert Normalizer(["nfc"])("e\u0301 u\u0308") == "é ü"


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [("這是繁體中文。", "这是繁体中文。"), ("頭髮後來乾燥了", "头发后来干燥了"), ("简体不变", "简体不变")],
)
def test_t2s_makes_traditional_chinese_simplified(t2s: Normalizer, traditional: str, simplified: str) -> None:
    assert t2s(traditional) == simplified


@given(text=st.text(alphabet=st.characters(max_codepoint=0x2FF) | st.sampled_from("\n\u3000\x00😆é")))
def test_t2s_leaves_everything_else_alone(t2s: Normalizer, text: str) -> None:
    assert t2s(text) == text


def test_steps_follow_each_other() -> None:
    """U+F902 is a compatibility form: only after NFC it is a character that can be simplified."""
    assert Normalizer(["nfc"])("\uf902") == "車"
    assert Normalizer(["nfc", "t2s"])("\uf902") == "车"
