import asyncio
from typing import cast

import numpy as np
import pytest

from service.api.answers import Shape, StreamedAnswer, answer, warnings_of
from service.api.languages import language_of
from service.api.order import Order
from service.api.record import RequestRecord
from service.api.results import TextResult, results_of
from service.api.sse import FromSource
from service.api.translation import Item, Job
from service.engine.client import EngineClient
from service.engine.events import Event, FinishReason
from service.runtime.bundle import LanguagePair
from service.text.detect import Detection
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.options import TranslationOptions
from service.text.result import Alignment, Alternative, Translation
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
    return StreamedAnswer(finished(*texts), RequestRecord("r"), Shape(is_list=len(texts) > 1))


def test_a_translation_without_a_fault_is_the_text_alone() -> None:
    assert answer(results_of(finished("Fine.")), Shape()) == {"translatedText": "FINE."}


def test_a_loop_is_worth_a_warning() -> None:
    [warning] = answer(results_of(finished("Fine. Loop.")), Shape())["warnings"]
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


WEIGHTS = np.array([[0.123456, 0.876544]], dtype=np.float32)
SEARCHED = Translation(
    "Hallo",
    (),
    3,
    2,
    score=-0.5,
    alternatives=(Alternative("Guten Tag", -0.75), Alternative("Moin", None)),
    alignments=(Alignment(("He", "llo"), ("Hallo",), WEIGHTS),),
)


def result(*translations: Translation, detection: Detection | None = None) -> TextResult:
    return TextResult("Hallo", language_of("en"), detection, True, translations)


def test_what_nobody_asked_for_is_not_told() -> None:
    assert answer([result(SEARCHED)], Shape()) == {"translatedText": "Hallo"}


def test_alternatives_and_scores_are_in_the_same_order() -> None:
    shape = Shape(has_alternatives=True, has_scores=True)
    found = answer([result(SEARCHED)], shape)
    assert found["alternatives"] == ["Guten Tag", "Moin"]
    assert found["scores"] == [-0.5, -0.75, None]
    both = answer([result(SEARCHED)] * 2, Shape(is_list=True, has_alternatives=True, has_scores=True))
    assert both["alternatives"] == [["Guten Tag", "Moin"]] * 2
    assert both["scores"] == [[-0.5, -0.75, None]] * 2


def test_weights_of_an_alignment_have_four_digits() -> None:
    sentence = {"source": ["He", "llo"], "target": ["Hallo"], "weights": [[0.1235, 0.8765]]}
    assert answer([result(SEARCHED)], Shape(has_alignment=True))["alignment"] == [sentence]
    assert answer([result(SEARCHED)], Shape(is_list=True, has_alignment=True))["alignment"] == [[sentence]]


def test_a_text_with_markup_has_no_alternatives_and_says_so() -> None:
    shape = Shape(has_alternatives=True, has_markup=True)
    found = answer([result(SEARCHED, SEARCHED)], shape)
    assert found["alternatives"] == []
    assert [warning["code"] for warning in found["warnings"]] == ["option_unused"]


@pytest.mark.parametrize(("num_parts", "codes"), [(0, ["option_unused"]), (1, []), (2, ["option_unused"])])
def test_a_text_that_markup_divides_has_no_score_and_says_so(num_parts: int, codes: list[str]) -> None:
    found = answer([result(*[SEARCHED] * num_parts)], Shape(has_scores=True, has_markup=True))
    assert bool(found["scores"]) is not bool(codes)
    assert [warning["code"] for warning in found.get("warnings", [])] == codes


@pytest.mark.parametrize(
    ("confidence", "codes"), [(0.0, ["language_unknown"]), (49.9, ["language_uncertain"]), (50.1, []), (99.0, [])]
)
def test_a_language_that_was_guessed_is_worth_a_warning(confidence: float, codes: list[str]) -> None:
    found = answer([result(SEARCHED, detection=Detection("en", confidence))], Shape())
    assert found["detectedLanguage"] == {"confidence": confidence, "language": "en"}
    assert [warning["code"] for warning in found.get("warnings", [])] == codes


@pytest.mark.parametrize(("text", "codes"), [("Hallo", ["language_uncertain"]), ("12 %", [])])
def test_so_is_a_guess_that_left_words_as_they_are(text: str, codes: list[str]) -> None:
    untouched = TextResult(text, language_of("de"), Detection("de", 30.0), False, ())
    assert [warning["code"] for warning in answer([untouched], Shape()).get("warnings", [])] == codes
