"""Whatever a text has and whatever a model makes of it: what must stay stays, each mark is there once and nested."""

import asyncio
from collections import Counter
from itertools import combinations
from typing import cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.engine.client import EngineClient
from service.runtime.bundle import LanguagePair
from service.text.marks import Mark, MarkedText
from service.text.normalize import Normalizer
from service.text.options import Split, TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.result import Translation
from service.text.translator import Translator
from tests.service.text.fakes import FakeClient, Script, byte_tokenizer, manifest
from tests.service.text.strategies import REPLIES, TEXTS, marked_texts, wild_model

PAIRS = st.sampled_from([LanguagePair(source="en", target="de"), LanguagePair(source="zh", target="en")])
MODES = st.sampled_from(Split)
SEEDS = st.integers(0, 1000)
LIMITS = st.sampled_from([40, 400])
COMFORTABLE = 15  # of both limits: a sentence of that many tokens is divided where there is a good place


def translator(script: Script, limit: int = 400, cache_bytes: int = 0) -> Translator:
    bundle = manifest(
        ("en", "de"),
        ("zh", "en"),
        max_source_tokens=limit,
        max_target_tokens=1000,
        comfortable_source_tokens=COMFORTABLE,
    )
    client = cast(EngineClient, FakeClient(script))
    return Translator(bundle, byte_tokenizer(), client, Normalizer([]), cache_bytes=cache_bytes)


async def translated(
    subject: Translator, text: MarkedText, pair: LanguagePair, options: TranslationOptions
) -> Translation:
    [run] = subject.submit([subject.plan(text, pair, options)], options)
    return await run.result()


def translate(
    script: Script,
    text: MarkedText,
    pair: LanguagePair,
    options: TranslationOptions = TranslationOptions(),  # noqa: B008
    limit: int = 400,
) -> Translation:
    return asyncio.run(translated(translator(script, limit), text, pair, options))


def strictly_inside(inner: Mark, outer: Mark) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end and inner.start < outer.end and inner.end > outer.start


@settings(deadline=None)
@given(text=TEXTS, pair=PAIRS, split=MODES, seed=SEEDS, limit=LIMITS)
# A doubled stand-in goes where a lost one is added.
@example(
    text="-1234567😆%1$s😆1234567😆https://a.example/b?c=1VERY LOUD",
    pair=LanguagePair(source="zh", target="en"),
    split=Split.LINES,
    seed=59,
    limit=400,
)
# Omitted white space comes before white space that is protected, too.
@example(
    text="Sat  {name}Boston😆https://a.example/b?c=1",
    pair=LanguagePair(source="en", target="de"),
    split=Split.LINES,
    seed=512,
    limit=40,
)
def test_what_is_protected_is_there_as_often_as_in_the_source(
    text: str, pair: LanguagePair, split: Split, seed: int, limit: int
) -> None:
    source = MarkedText(text)
    kept = Counter(span.target for span in protected_spans(source, TranslationOptions(), pair.source))
    found = translate(wild_model(seed), source, pair, TranslationOptions(split=split), limit).text
    assert {part: found.count(part) for part, count in kept.items() if found.count(part) < count} == {}
    # What is ordinary text elsewhere, is made of other parts, or is said by the model itself may be there more often.
    others = {part: [*REPLIES, *(kept.keys() - {part})] for part in kept if part.strip()}
    known = [part for part in others if text.count(part) == kept[part]]
    known = [part for part in known if not any(other in part or part in other for other in others[part] if other)]
    assert {part: found.count(part) for part in known if found.count(part) > kept[part]} == {}


@settings(deadline=None)
@given(source=marked_texts(), pair=PAIRS, split=MODES, seed=SEEDS, limit=LIMITS)
def test_each_mark_is_there_once_nested_as_in_the_source_and_fixed_text_stays(
    source: MarkedText, pair: LanguagePair, split: Split, seed: int, limit: int
) -> None:
    found = translate(wild_model(seed), source, pair, TranslationOptions(split=split), limit)
    assert sorted(mark.key for mark in found.marks) == [mark.key for mark in source.marks]
    assert all(0 <= mark.start <= mark.end <= len(found.text) for mark in found.marks)
    assert [mark.start for mark in found.marks] == sorted(mark.start for mark in found.marks)
    by_key = {mark.key: mark for mark in found.marks}
    for outer, inner in combinations(source.marks, 2):
        first, second = by_key[outer.key], by_key[inner.key]
        if strictly_inside(inner, outer) and second.start < second.end:
            assert first.start <= second.start <= second.end <= first.end
        elif inner.start >= outer.end and first.start < first.end and second.start < second.end:
            assert first.end <= second.start or second.end <= first.start
    for mark in source.marks:
        place = by_key[mark.key]
        if mark.is_fixed and place.start < place.end:
            assert found.text[place.start : place.end] == source.text[mark.start : mark.end]


@settings(deadline=None)
@given(source=marked_texts(), pair=PAIRS, seed=SEEDS)
def test_a_fixed_mark_keeps_its_text(source: MarkedText, pair: LanguagePair, seed: int) -> None:
    translation = translate(wild_model(seed), source, pair)
    found = {mark.key: mark for mark in translation.marks}
    fixed = [mark for mark in source.marks if mark.is_fixed and mark.start < mark.end]
    assert {mark.key: translation.text[found[mark.key].start : found[mark.key].end] for mark in fixed} == {
        mark.key: source.text[mark.start : mark.end] for mark in fixed
    }


@settings(deadline=None)
@given(source=marked_texts(), pair=PAIRS, seed=SEEDS, split=MODES)
def test_deltas_joined_are_the_text_and_a_stream_says_what_the_whole_answer_says(
    source: MarkedText, pair: LanguagePair, seed: int, split: Split
) -> None:
    async def streamed() -> tuple[str, Translation]:
        options = TranslationOptions(is_streamed=True, split=split)
        subject = translator(wild_model(seed))
        [run] = subject.submit([subject.plan(source, pair, options)], options)
        return "".join([delta async for delta in run.deltas()]), run.translation

    text, translation = asyncio.run(streamed())
    assert text == translation.text
    assert translation == translate(wild_model(seed), source, pair, TranslationOptions(split=split))


@settings(deadline=None)
@given(source=marked_texts(), pair=PAIRS, seed=SEEDS, is_streamed=st.booleans())
def test_from_the_cache_comes_what_the_model_said(
    source: MarkedText, pair: LanguagePair, seed: int, *, is_streamed: bool
) -> None:
    async def twice() -> list[Translation]:
        subject = translator(wild_model(seed), cache_bytes=1_000_000)
        options = TranslationOptions(is_streamed=is_streamed)
        first = await translated(subject, source, pair, TranslationOptions())
        return [first, await translated(subject, source, pair, options)]

    first, second = asyncio.run(twice())
    assert first == second == translate(wild_model(seed), source, pair)


@settings(deadline=None)
@given(text=TEXTS, pair=PAIRS, seed=SEEDS)
def test_lines_stay_lines(text: str, pair: LanguagePair, seed: int) -> None:
    assert translate(wild_model(seed), MarkedText(text), pair).text.count("\n") == text.count("\n")


@pytest.mark.parametrize("split", Split)
@settings(deadline=None)
@given(text=TEXTS, seed=SEEDS)
def test_blank_lines_stay_in_every_mode(text: str, seed: int, split: Split) -> None:
    pair = LanguagePair(source="en", target="de")
    found = translate(wild_model(seed), MarkedText(text), pair, TranslationOptions(split=split)).text
    assert found.count("\n\n") >= text.count("\n\n")


@settings(deadline=None)
@given(source=marked_texts(), pair=PAIRS, split=MODES)
def test_marks_that_are_not_fixed_change_nothing_that_the_model_sees(
    source: MarkedText, pair: LanguagePair, split: Split
) -> None:
    marks = tuple(mark for mark in source.marks if not mark.is_fixed)
    subject, options = translator(wild_model(0)), TranslationOptions(split=split)
    marked, plain = (subject.plan(MarkedText(source.text, some), pair, options).source_ids for some in (marks, ()))
    assert marked == plain
