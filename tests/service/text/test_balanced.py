"""Whatever a text has and whatever a model makes of it: brackets are as in the source, or the reader is told."""

import asyncio
import zlib
from collections import Counter
from collections.abc import Sequence
from typing import cast

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.engine.client import EngineClient
from service.engine.events import Event
from service.runtime.bundle import LanguagePair
from service.text.brackets.nesting import CURLY, ROUND, SQUARE, alone_in
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.result import Translation
from service.text.run import TranslationRun
from service.text.translator import Translator
from service.text.warnings import WarningCode
from tests.service.text.fakes import FakeClient, Script, byte_tokenizer, manifest, token_events
from tests.service.text.strategies import aligned

PAIRS = st.sampled_from([LanguagePair(source="en", target="de"), LanguagePair(source="zh", target="en")])
WORDS = (" the", " cat", " Tom", "s", ",", ".", " and", "中文", "。", " {name}", "😆", " ", '"')
BRACKETS = ("(", ")", "[", "]", " (", ") ", " [", "] ", "()", "[]", "（", "）", "{", "}")
PLAIN = st.lists(st.sampled_from([" the", " cat", "s", ",", "."]), max_size=9).map("".join).map("the cat is{}".format)
WILD = st.lists(st.sampled_from(WORDS + BRACKETS), min_size=1, max_size=14).map("".join)


@st.composite
def nested(draw: st.DrawFn, depth: int = 3) -> str:
    """A text whose brackets all have another, and are around words."""
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        parts.append(draw(st.sampled_from(WORDS)))
        if depth and draw(st.booleans()):
            opening, closing = draw(st.sampled_from([("(", ")"), ("[", "]"), ("（", "）")]))
            parts += [draw(st.sampled_from(["", " "])), opening, "so", draw(nested(depth - 1)), "on", closing]
    return "".join(parts)


def model(answers: Sequence[str], seed: int) -> Script:
    """Says one of the answers, or the source with some of its characters lost, with attention at random."""

    def script(source: str) -> list[Event]:
        random = np.random.default_rng([seed, zlib.crc32(source.encode())])
        number = int(random.integers(len(answers) + 1))
        text = "".join(sign for sign in source if random.random() < 0.8) if number == len(answers) else answers[number]
        return [aligned(event, len(source.encode()) + 1, random) for event in token_events(text.encode())]

    return script


def submitted(script: Script, text: str, pair: LanguagePair, options: TranslationOptions) -> TranslationRun:
    bundle = manifest(("en", "de"), ("zh", "en"), max_source_tokens=400, max_target_tokens=1000)
    subject = Translator(bundle, byte_tokenizer(), cast(EngineClient, FakeClient(script)), Normalizer([]))
    [run] = subject.submit([subject.plan(MarkedText(text), pair, options)], options)
    return run


def translate(script: Script, text: str, pair: LanguagePair) -> Translation:
    async def whole() -> Translation:
        return await submitted(script, text, pair, TranslationOptions()).result()

    return asyncio.run(whole())


async def stream(script: Script, text: str, pair: LanguagePair) -> tuple[str, Translation]:
    run = submitted(script, text, pair, TranslationOptions(is_streamed=True))
    return "".join([delta async for delta in run.deltas()]), run.translation


def brackets(text: str) -> Counter[str]:
    """How many there are, whatever their width."""
    plain = str.maketrans("（）［］｛｝", "()[]{}")
    return Counter(sign for sign in text.translate(plain) if sign in ROUND + SQUARE + CURLY)


def is_nested(text: str) -> bool:
    return not alone_in(text)


def is_told(translation: Translation) -> bool:
    return any(warning.code is WarningCode.BRACKETS_DIFFER for warning in translation.warnings)


@settings(deadline=None, max_examples=100)
@given(text=nested(), answers=st.lists(WILD | nested(), min_size=1, max_size=3), pair=PAIRS, seed=st.integers(0, 99))
@example(  # a number of the model alone goes, the bracket around it does not
    text=',[so {name}[so中文。（so"on） Tomon]on]',
    answers=["[) {) ]] "],
    pair=LanguagePair(source="zh", target="en"),
    seed=58,
)
def test_where_they_are_balanced_in_the_source_they_are_in_the_translation(
    text: str, answers: list[str], pair: LanguagePair, seed: int
) -> None:
    assert is_nested(text)
    found = translate(model(answers, seed), text, pair)
    assert is_nested(found.text)
    assert is_told(found) or brackets(found.text) == brackets(text)


@settings(deadline=None, max_examples=100)
@given(text=WILD, answers=st.lists(WILD, min_size=1, max_size=3), pair=PAIRS, seed=st.integers(0, 99))
def test_in_any_text_there_are_as_many_as_in_the_source_or_it_is_told(
    text: str, answers: list[str], pair: LanguagePair, seed: int
) -> None:
    found = translate(model(answers, seed), text, pair)
    assert is_told(found) or brackets(found.text) == brackets(text)
    assert is_told(found) or is_nested(found.text) or not is_nested(text)
    assert all(text.count(sign) or not found.text.count(sign) for sign in "{}[]")


@settings(deadline=None)
@given(
    text=PLAIN | WILD | nested(), answers=st.lists(WILD, min_size=1, max_size=3), pair=PAIRS, seed=st.integers(0, 99)
)
def test_a_stream_says_what_the_whole_answer_says(text: str, answers: list[str], pair: LanguagePair, seed: int) -> None:
    script = model([f"so{answer}" for answer in answers], seed)
    deltas, streamed = asyncio.run(stream(script, text, pair))
    assert deltas == streamed.text
    assert streamed == translate(script, text, pair)
