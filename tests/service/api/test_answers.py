import asyncio
from typing import Any, cast

import pytest

from service.api.answers import StreamedAnswer, answer, warnings_of
from service.api.languages import language_of
from service.api.record import RequestRecord
from service.api.schemas.translate import TranslateRequest
from service.api.sse import FromSource
from service.api.translation import Item, Job
from service.engine.client import EngineClient
from service.engine.events import Event, FinishReason
from service.runtime.bundle import LanguagePair
from service.text.normalize import Normalizer
from service.text.translator import Mode, Translator
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest, token_events

EN_DE = LanguagePair(source="en", target="de")
REASONS = {"Cut.": FinishReason.LENGTH, "Loop.": FinishReason.REPETITION}


def script(source: str) -> list[Event]:
    return token_events(source.upper().encode(), REASONS.get(source, FinishReason.STOP))


def finished(*texts: str) -> Job:
    """A job of these texts, read to its end. A list, unless it is one text."""
    translator = Translator(
        manifest(("en", "de")), byte_tokenizer(), cast(EngineClient, FakeClient(script)), Normalizer([])
    )

    async def read() -> Job:
        runs = translator.submit([translator.plan(text, EN_DE) for text in texts], Mode(is_streamed=True))
        items = [Item(text, language_of("en"), language_of("de"), None, None) for text in texts]
        request = TranslateRequest(q=list(texts) if len(texts) > 1 else texts[0], source="en", target="de")
        job = Job(request, items, runs)
        await job.wait()
        return job

    return asyncio.run(read())


def end(job: Job) -> dict[str, Any]:
    return StreamedAnswer(job, RequestRecord("r")).end()


def test_a_translation_without_a_fault_is_the_text_alone() -> None:
    assert answer(finished("Fine.")) == {"translatedText": "FINE."}


def test_a_loop_is_worth_a_warning() -> None:
    [warning] = answer(finished("Fine. Loop."))["warnings"]
    assert warning["code"] == "repetition"
    assert "sentence 2 ('Loop.') was going round in a loop" in warning["message"]


def test_warnings_of_a_list_say_which_text_they_are_about() -> None:
    warnings = list(warnings_of(finished("Fine.", "Loop. Cut.", "Cut.")))
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
    assert end(finished(text))["finishReason"] == reason


def test_a_stream_of_a_list_has_a_reason_for_each_text() -> None:
    assert end(finished("Fine.", "Loop.", "Cut."))["finishReason"] == ["stop", "repetition", "length"]


def test_deltas_of_a_list_say_whose_they_are() -> None:
    entry = FromSource(1, "Hal")
    assert StreamedAnswer(finished("a", "b"), RequestRecord("r")).delta(entry) == {"index": 1, "delta": "Hal"}
    assert StreamedAnswer(finished("a"), RequestRecord("r")).delta(FromSource(0, "Hal")) == {"delta": "Hal"}
