"""Letters with spaces between them are seen as the words that they are, and the translation is set like its source."""

import asyncio
from typing import cast

import pytest

from service.engine.client import EngineClient
from service.runtime.bundle import LanguagePair
from service.text.lettercase.spaced_out import is_set_apart, set_apart, together
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.translator import Translator
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest, token_events


def one(_: str) -> int:
    return 1


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("W A R N I N G", "en", "WARNING"),
        ("G e r m a n y", "en", "Germany"),
        ("S A L E !", "en", "SALE!"),
        ("S A L E!", "en", "SALE!"),
        ("T H E  E N D", "en", "THE END"),
        ("C H A P T E R  12", "en", "CHAPTER 12"),
        ("Ü B E R", "de", "ÜBER"),
        ("欢 迎 光 临", "zh", "欢迎光临"),
        ("请 勿 吸 烟 ！", "zh", "请勿吸烟！"),
    ],
)
def test_letters_are_put_together(text: str, language: str, expected: str) -> None:
    assert is_set_apart(text, language)
    assert together(text, one) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A B C", "en"),
        ("I a m here", "en"),
        ("A  B  C  D", "en"),
        ("1 2 3 4", "en"),
        ("W-A-R-N", "en"),
        ("是 否", "zh"),
        ("W A R N I N G", "zh"),
        ("你好 世界", "zh"),
        ("", "en"),
    ],
)
def test_other_texts_are_left_alone(text: str, language: str) -> None:
    assert not is_set_apart(text, language)


def test_letters_that_make_no_word_are_none() -> None:
    assert together("X Y Z W", len) is None


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("WARNUNG", "W A R N I N G", "W A R N U N G"),
        ("AUSVERKAUF!", "S A L E !", "A U S V E R K A U F !"),
        ("AUSVERKAUF!", "S A L E!", "A U S V E R K A U F!"),
        ("DAS ENDE", "T H E  E N D", "D A S  E N D E"),
        ("KAPITEL 12", "C H A P T E R  12", "K A P I T E L  12"),
        ("u\u0308ber", "a b o u t", "u\u0308 b e r"),
        ("Welcome", "欢 迎 光 临", "Welcome"),
        ("", "S A L E", ""),
    ],
)
def test_a_translation_is_set_like_its_source(text: str, source: str, expected: str) -> None:
    assert set_apart(text, source) == expected


@pytest.mark.parametrize("is_streamed", [False, True])
def test_the_model_sees_them_together(is_streamed: bool) -> None:
    client = FakeClient(lambda _: token_events(b"Welcome"))
    subject = Translator(manifest(("zh", "en")), byte_tokenizer(), cast(EngineClient, client), Normalizer([]))
    options = TranslationOptions(is_streamed=is_streamed)

    async def translated() -> str:
        plan = subject.plan(MarkedText(" 欢 迎 光 临\n"), LanguagePair(source="zh", target="en"), options)
        [run] = subject.submit([plan], options)
        return "".join([delta async for delta in run.deltas()])

    assert asyncio.run(translated()) == " Welcome\n"
    assert client.sources == ["欢迎光临"]
