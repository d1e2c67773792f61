"""White space and signs around sentences come back byte for byte, whatever kinds they are and wherever they stand."""

import asyncio
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.client import EngineClient
from service.runtime.bundle import LanguagePair
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.translator import Translator
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest, token_events
from tests.service.text.strategies import FIRST_SIGNS, SPACES

SENTENCES = {"en": "The cat sleeps here.", "zh": "猫在这里睡觉。"}
ANSWER = "Es ist so."
PAIRS = [LanguagePair(source="en", target="de"), LanguagePair(source="zh", target="en")]


def translate(text: str, pair: LanguagePair) -> str:
    client = cast(EngineClient, FakeClient(lambda _: token_events(ANSWER.encode())))
    subject = Translator(manifest(("en", "de"), ("zh", "en")), byte_tokenizer(), client, Normalizer([]))

    async def run() -> str:
        options = TranslationOptions()
        [run] = subject.submit([subject.plan(MarkedText(text), pair, options)], options)
        return (await run.result()).text

    return asyncio.run(run())


@settings(deadline=None)
@given(st.sampled_from(PAIRS), SPACES, FIRST_SIGNS, SPACES, SPACES)
def test_what_is_around_a_sentence_stays(pair: LanguagePair, first: str, sign: str, second: str, last: str) -> None:
    before = f"{first}{sign}{second}"
    assert translate(f"{before}{SENTENCES[pair.source]}{last}", pair) == f"{before}{ANSWER}{last}"


@settings(deadline=None)
@given(st.sampled_from(PAIRS), SPACES, FIRST_SIGNS.filter(lambda sign: sign not in ",、，"), SPACES)
def test_what_is_between_two_sentences_stays(pair: LanguagePair, first: str, sign: str, second: str) -> None:
    """Behind a comma, no sentence begins."""
    between, sentence = f"{first}{sign}{second}", SENTENCES[pair.source]
    assert translate(f"{sentence}{between}{sentence}", pair) == f"{ANSWER}{between}{ANSWER}"
