"""Protected parts among what a model made of their stand-ins: each is there once, and none is inside another."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.client import EngineClient
from service.runtime.bundle import LanguagePair
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.protection.protect import protected_spans
from service.text.protection.restoring import restore
from service.text.showing import Look, show
from service.text.spans import Kind, Span
from service.text.target import SourceMap, Unit, text_of
from service.text.translator import Translator
from tests.service.text.fakes import byte_tokenizer, manifest
from tests.service.text.mangling import Mangler

PARTS = (
    "{name}", "%1$s", "{0}", "{/0}", "{{x.y}}", "${v}", "%(n)s", "__x__", "#12", "X-12", "`x = 1`", "user@example.org",
    "https://a.example/b?c=1", "😆", "👩‍👩‍👧‍👦", "🇩🇪", "<br>", "1234567", "3,5", "12", "7", "$5", "2024-01-02",
    "+49 30 123456",
)  # fmt: skip
WORDS = {"en": ("the", "cat", "Tom", "and", "He", "men"), "zh": ("我", "喜欢", "老师", "三", "个")}
PAIRS = (LanguagePair(source="en", target="de"), LanguagePair(source="zh", target="en"))


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, LanguagePair]:
    """Protected parts and words, glued or not."""
    pair = draw(st.sampled_from(PAIRS))
    parts = st.sampled_from(PARTS) | st.sampled_from(WORDS[pair.source])
    pieces = [draw(parts) + draw(st.sampled_from(("", " "))) for _ in range(draw(st.integers(2, 11)))]
    return "".join([*pieces, draw(st.sampled_from(("", ".", "。")))]), pair


def restored(text: str, spans: Sequence[tuple[str, Kind]], said: Sequence[tuple[str, int]]) -> str:
    """The translation that a model `said`, word by word, each with the place of the source that it comes from."""
    source = SourceMap(text, tuple(range(len(text) + 1)), tuple(range(len(text))), tuple(range(1, len(text) + 1)))
    places = sorted((text.index(part), part, kind) for part, kind in spans)
    parts = [Span(start, start + len(part), kind, part) for start, part, kind in places]
    units = [Unit(word, start, start + 1, source.one_hot(start)) for word, start in said]
    shown = show(text, parts, Look("en", "de"), 0)
    return text_of(restore(units, shown, source, "de").units)


NAME, NUMBER = ("{name}", Kind.WORD), ("1234567", Kind.FIGURE)
TEXT = "On {name} at 1234567 it"  # shown as "On Tom at 47 it"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        # The words that come from the name are the number that the other stand-in grew into, or have it among them.
        ([("An", 0), (" 475", 3), (" ist", 21)], "An 1234567 {name} ist"),
        ([("An", 0), (" die", 3), (" 475", 5), (" es", 21)], "An die 1234567 {name} es"),
        ([("An", 0), (" 475", 3), (" Tomate", 3)], "An 1234567 {name} ate"),
        # With an ending, it is still that of nobody.
        ([("An", 0), (" 47", 13), (" Tomer", 3)], "An 1234567 {name}"),
        # What goes takes the white space before it along, in which nothing may come to stand.
        ([("Tom", 3), (" ", 3), (" Tom", 21), (" und", 13)], "{name} 1234567"),
        ([("47", 13), (" ", 3), (" ", 3), (" 47", 0)], "1234567 {name}"),
    ],
)
def test_what_is_lost_does_not_come_to_stand_inside_what_is_there(said: list[tuple[str, int]], expected: str) -> None:
    assert restored(TEXT, [NAME, NUMBER], said) == expected


def test_a_stand_in_for_a_number_is_not_looked_for_in_that_of_a_name() -> None:
    text, pair = "他 {a} {b} {c} 1 2 3 7654321 了", PAIRS[1]
    assert translated(text, pair, seed=0).count("7654321") == 1


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("On 1234567-{name} it", [("An", 0), (" 47", 3), ("-", 10), (" es", 19)], "An 1234567-{name} es"),
        ("On 1234567 {name} it", [("An", 0), (" 47", 3), ("-", 10), (" es", 19)], "An 1234567- {name} es"),
        ("On {name}-1234567 it", [("An", 0), (" -", 9), ("47", 10), (" es", 18)], "An {name} -1234567 es"),
        ("On {name}-1234567 it", [("An ", 0), ("-", 9), ("47", 10), (" es", 18)], "An {name}-1234567 es"),
    ],
)
def test_what_is_lost_touches_a_sign_as_in_the_source(text: str, said: list[tuple[str, int]], expected: str) -> None:
    assert restored(text, [NAME, NUMBER], said) == expected


def translated(text: str, pair: LanguagePair, seed: int) -> str:
    async def whole() -> str:
        bundle = manifest(("en", "de"), ("zh", "en"), max_source_tokens=1000, max_target_tokens=4000)
        client = cast(EngineClient, Mangler(seed))
        subject, options = Translator(bundle, byte_tokenizer(), client, Normalizer([])), TranslationOptions()
        [run] = subject.submit([subject.plan(MarkedText(text), pair, options)], options)
        return (await run.result()).text

    return asyncio.run(whole())


@settings(deadline=None, max_examples=200)
@given(source=texts(), seed=st.integers(0, 100_000))
def test_whatever_a_model_makes_of_stand_ins_each_part_is_there_byte_for_byte(
    source: tuple[str, LanguagePair], seed: int
) -> None:
    text, pair = source
    spans = protected_spans(MarkedText(text), TranslationOptions(), pair.source)
    kept = Counter(span.target for span in spans)
    found = translated(text, pair, seed)
    assert {part: found.count(part) for part, count in kept.items() if found.count(part) < count} == {}
    # The model may say a letter or a number by itself.
    most = {part: text.count(part) for part in kept if not (len(part) < 3 or any(map(str.isdecimal, part)))}
    assert {part: found.count(part) for part, count in most.items() if found.count(part) > count} == {}
