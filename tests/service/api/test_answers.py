import asyncio
from typing import cast

import pytest

from service.api.answers import StreamedAnswer, answer, warnings_of
from service.api.languages import language_of
from service.api.order import Order
from service.api.record import RequestRecord
from service.api.sse import FromSource
from service.api.translation import Item, Job
from service.engine.client import EngineClient
from service.engine.events import Event, FinishReason
from service.runtime.bundle import LanguagePair
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.translator import Translator
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest, token_events

EN_DE = LanguagePair(source="en", target="de")
REASONS = {"Cut.": FinishReason.LENGTH, "Loop.": FinishReason.REPETITION}


def script(source: str) -> list[Event]:
    return token_events(source.upper().encode(), REASONS.get(source, FinishReason.STOP))


def finished(*texts: str) -> Job:
    """A job of these texts, read to its end."""
    translator = Translator(
        manifest(("en", "de")), byte_tokenizer(), cast(EngineClient, FakeClient(script)), Normalizer([])
    )

    async def read() -> Job:
        order = Order(
            texts=tuple(map(MarkedText, texts)),
            source="en",
            target="de",
            options=TranslationOptions(is_streamed=True),
        )
        runs = translator.submit([translator.plan(text, EN_DE, order.options) for text in order.texts], order.options)
        items = [Item(text, language_of("en"), language_of("de"), None, None) for text in order.texts]
        job = Job(order, items, runs)
        await job.wait()
        return job

    return asyncio.run(read())


def streamed(*texts: str) -> StreamedAnswer:
    """A list, unless it is one text."""
    return StreamedAnswer(finished(*texts), RequestRecord("r"), is_list=len(texts) > 1)


def test_a_translation_without_a_fault_is_the_text_alone() -> None:
    assert answer(finished("Fine."), is_list=False) == {"translatedText": "FINE."}


def test_a_loop_is_worth_a_warning() -> None:
    [warning] = answer(finished("Fine. Loop."), is_list=False)["warnings"]
    assert warning["code"] == "repetition"
    assert "sentence 2 ('Loop.') was going round in a loop" in warning["message"]


def test_warnings_of_a_list_say_which_text_they_are_about() -> None:
    warnings = list(warnings_of(finished("Fine.", "Loop. Cut.", "Cut."), is_list=True))
    assert [(warning.code, warning.index) for warning in warnings] == [
        ("repetition", 1),
        ("truncated", 1),
        ("truncated", 2),
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [("Fine.", "stop"), ("Cut.", "length"), ("Loop.", "repetition"), ("Loop. Cut. Fine.", "length"), ("😆", "stop")],
)
def test_a_stream_ends_with_the_worst_of_its_reasons(text: str, reason: str) -> None:
    assert streamed(text).end()["finishReason"] == reason


def test_a_stream_of_a_list_has_a_reason_for_each_text() -> None:
    assert streamed("Fine.", "Loop.", "Cut.").end()["finishReason"] == ["stop", "repetition", "length"]


def test_deltas_of_a_list_say_whose_they_are() -> None:
    entry = FromSource(1, "Hal")
    assert streamed("a", "b").delta(entry) == {"index": 1, "delta": "Hal"}
    assert streamed("a").delta(FromSource(0, "Hal")) == {"delta": "Hal"}
