"""Requests as jobs of a scripted engine: what is refused, what is submitted, and where long texts are planned."""

import asyncio
import re
import threading
from collections.abc import Coroutine, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from service.api.catalog import Catalog, build_catalog
from service.api.loading import LoadedModel
from service.api.problems import BadRequest, InvalidInput
from service.api.schemas.translate import TranslateRequest
from service.api.translation import Job, start_translation
from service.engine.client import EngineClient
from service.engine.errors import EngineError, QueueFull, TooManyRows
from service.engine.events import Event
from service.runtime.bundle import LanguagePair
from service.settings import Settings
from service.text import turns
from service.text.marks import MarkedText
from service.text.normalize import Normalizer
from service.text.offload import MAX_CHARS_ON_LOOP
from service.text.options import TranslationOptions
from service.text.planning import Plan
from service.text.translator import Translator
from service.text.warnings import WarningCode
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest, token_events

SETTINGS = Settings(max_rows=4)


class WatchedTranslator(Translator):
    """Remembers on which threads it was asked to plan and to submit."""

    num_planned = 0

    def plan(self, text: MarkedText, pair: LanguagePair, options: TranslationOptions) -> Plan:
        self.planned_on = threading.get_ident()
        self.num_planned += 1
        return super().plan(text, pair, options)


class FakeModel:
    """One pair of languages behind a scripted engine."""

    def __init__(self, source: str, target: str, refusals: Sequence[EngineError | None], max_waiting: int) -> None:
        def upper(text: str) -> list[Event]:
            return token_events(text.upper().encode())

        self.name = f"{source}-{target}"
        self.manifest = manifest((source, target))
        self.client = FakeClient(upper, refusals)
        client = cast(EngineClient, self.client)
        self.translator = WatchedTranslator(self.manifest, byte_tokenizer(), client, Normalizer([]))
        self.engine = SimpleNamespace(
            max_open=lambda num_rows: 4 // num_rows + max_waiting,
            max_open_tokens=100_000,
            check_room=lambda num_requests, num_rows: None,
        )


def fake_model(
    refusals: Sequence[EngineError | None] = (), *, max_waiting: int = 1000, pair: str = "en-de"
) -> FakeModel:
    source, _, target = pair.partition("-")
    return FakeModel(source, target, refusals, max_waiting)


def catalog(*models: FakeModel) -> Catalog:
    return build_catalog(cast(list[LoadedModel], models), None)


async def start(*models: FakeModel, settings: Settings = SETTINGS, **fields: Any) -> Job:
    request = TranslateRequest(**{"q": "One. Two.", "source": "en", "target": "de"} | fields)
    return await start_translation(request.order(settings.num_beams), catalog(*models), settings)


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 30))


async def finished(*models: FakeModel, **fields: Any) -> Job:
    job = await start(*models, **fields)
    await job.wait()
    return job


async def translated(*models: FakeModel, **fields: Any) -> list[str]:
    return [run.translation.text for run in (await finished(*models, **fields)).runs]


def test_texts_are_translated_in_order_and_those_in_the_target_language_are_left_alone() -> None:
    model = fake_model()
    texts = ["One.", "Heute Abend findet der Bauer fünf Fische.", "Two."]
    assert run(translated(model, q=texts, source="auto")) == ["ONE.", texts[1], "TWO."]


def test_texts_of_several_languages_go_to_the_models_that_read_them() -> None:
    english, chinese = fake_model(pair="en-de"), fake_model(pair="zh-de")
    run(start(english, chinese, q=["The teacher drew ten chairs.", "老师画了十把椅子。"], source="auto"))
    assert english.client.sources == ["The teacher drew ten chairs."]
    assert chinese.client.sources == ["老师画了十把椅子。"]


@pytest.mark.parametrize(
    ("given", "setting", "expected"), [({}, 1, 1), ({}, 3, 3), ({"num_beams": 1}, 3, 1), ({"num_beams": 4}, 1, 4)]
)
def test_the_request_says_how_many_beams_or_else_the_setting(
    given: dict[str, int], setting: int, expected: int
) -> None:
    model = fake_model()
    run(start(model, settings=Settings(num_beams=setting), **given))
    assert {generation.request.options.num_beams for generation in model.client.generations} == {expected}


@pytest.mark.parametrize("is_streamed", [True, False])
def test_tokens_are_sent_one_by_one_only_to_a_stream(is_streamed: bool) -> None:
    model = fake_model()
    run(start(model, stream=is_streamed))
    assert {generation.request.stream for generation in model.client.generations} == {is_streamed}


def test_long_texts_are_planned_off_the_loop_and_short_ones_on_it() -> None:
    model = fake_model()
    sentences = "Some words. " * (MAX_CHARS_ON_LOOP // len("Some words. "))
    run(translated(model, q=sentences, settings=Settings()))
    assert model.translator.planned_on == threading.get_ident()
    run(translated(model, q=[sentences, "Some words."], settings=Settings()))
    assert model.translator.planned_on != threading.get_ident()


@pytest.mark.parametrize("padding", ["", "Some words. " * 200])
def test_a_sentence_that_is_too_long_is_translated_in_parts_and_that_is_told(padding: str) -> None:
    model = fake_model()
    job = run(finished(model, q=["Fine.", f"{padding}{'x' * 120}"]))
    assert [run.translation.text for run in job.runs] == ["FINE.", f"{padding}{'x' * 120}".upper()]
    [warning] = job.runs[1].translation.warnings
    assert warning.code is WarningCode.SPLIT
    assert "has 121 tokens, the model takes at most 100: it was translated in 2 parts" in str(warning)


def test_a_refusal_halfway_cancels_what_was_submitted_to_any_model() -> None:
    english, chinese = fake_model(pair="en-de"), fake_model([QueueFull(5, 1.0)], pair="zh-de")
    english.client = FakeClient()
    english.translator = WatchedTranslator(
        english.manifest, byte_tokenizer(), cast(EngineClient, english.client), Normalizer([])
    )
    with pytest.raises(QueueFull):
        run(start(english, chinese, q=["The teacher drew ten chairs.", "老师画了十把椅子。"], source="auto"))
    assert english.client.sources == ["The teacher drew ten chairs."]
    assert english.client.num_running == 0


@pytest.mark.parametrize(("num_beams", "limit"), [(1, 6), (2, 4), (4, 3)])
def test_more_sentences_than_an_idle_engine_takes_are_refused_for_good(num_beams: int, limit: int) -> None:
    """A full queue asks to try again later, which would never help here."""
    model = fake_model(max_waiting=2)
    for texts in (["One. " * (limit + 1)], ["One."] * (limit + 1)):
        said = f"request has {limit + 1} sentences at least, more than {limit} sentences, the most taken at once"
        with pytest.raises(BadRequest, match=said):
            run(start(model, q=texts, num_beams=num_beams))
    assert model.client.generations == []
    assert len(run(start(model, q=["One."] * limit, num_beams=num_beams)).runs) == limit


def test_of_a_request_that_cannot_be_taken_the_rest_is_not_looked_at() -> None:
    """All of 2 MB was once split and tokenised, to be refused for its number of sentences."""
    model = fake_model(max_waiting=2)
    with pytest.raises(BadRequest, match="more than 6 sentences"):
        run(start(model, q=["One. Two. Three. Four."] * 50))
    assert model.translator.num_planned == 2


def test_other_work_goes_on_while_hundreds_of_sentences_are_submitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TURN_S", 0.0)
    model = fake_model()

    async def scenario() -> list[int]:
        starting = asyncio.create_task(start(model, q=["One. " * 100] * 2, settings=Settings()))
        seen = []
        while not starting.done():
            seen.append(len(model.client.sources))
            await asyncio.sleep(0)
        return seen

    assert len(set(run(scenario()))) > 100


def test_a_few_sentences_are_submitted_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two of them another request could take the room that was there for both."""
    monkeypatch.setattr(turns, "TURN_S", 0.0)
    model = fake_model()

    async def scenario() -> set[int]:
        starting = [asyncio.create_task(start(model, q=["One. Two."] * 15)) for _ in range(2)]
        seen = set()
        while not all(task.done() for task in starting):
            seen.add(len(model.client.sources))
            await asyncio.sleep(0)
        return seen

    assert run(scenario()) <= {0, 30, 60}


def test_more_source_tokens_than_an_idle_engine_takes_are_refused_for_good() -> None:
    """Few sentences, each of them long: trying again would never help here either."""
    model = fake_model()
    model.engine.max_open_tokens = 20
    assert len(run(start(model, q=["x" * 9] * 2)).runs) == 2, "9 bytes and the end token"
    for texts in ([f"{'x' * 9}. {'x' * 9}."], ["x" * 9, "x" * 10]):
        with pytest.raises(BadRequest, match=r"2[12] source tokens at least, more than 20 source tokens, the most"):
            run(start(model, q=texts))
    assert len(model.client.generations) == 2


def test_models_have_tokens_of_their_own() -> None:
    english, chinese = fake_model(pair="en-de"), fake_model(pair="zh-de")
    texts = ["The teacher drew ten chairs.", "老师画了十把椅子。"]
    english.engine.max_open_tokens = chinese.engine.max_open_tokens = 1 + max(len(text.encode()) for text in texts)
    assert len(run(start(english, chinese, q=texts, source="auto")).runs) == 2


def test_a_full_queue_is_told_as_it_is() -> None:
    with pytest.raises(QueueFull):
        run(start(fake_model([None, QueueFull(5, 1.0)])))


def test_more_beams_than_rows_are_refused_as_the_engine_says() -> None:
    with pytest.raises(TooManyRows, match="8 beams or sampled sequences"):
        run(start(fake_model([TooManyRows(8, 4)]), num_beams=8))


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"source": "zz"}, "zz is not supported"),
        ({"target": "en", "source": "de"}, "English (en) is not available as a target language from German (de)"),
    ],
)
def test_languages_that_are_not_there_are_refused(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        run(start(fake_model(), **fields))
    assert str(caught.value) == text


def test_sizes_beyond_the_limits_are_refused_with_both_numbers() -> None:
    limited = Settings(max_items=2, max_text_chars=5)
    for fields in ({"q": ["a"] * 3}, {"q": "abcdef"}):
        with pytest.raises(BadRequest, match=r"request \([36]\) exceeds text limit \([25]\)"):
            run(start(fake_model(), settings=limited, **fields))


def test_what_a_full_queue_would_refuse_is_not_even_tokenised() -> None:
    model = fake_model()
    asked: list[tuple[int, int]] = []

    def check_room(num_requests: int, num_rows: int) -> None:
        asked.append((num_requests, num_rows))
        raise QueueFull(3, 2.0)

    model.engine.check_room = check_room
    with pytest.raises(QueueFull):
        run(start(model, q=["One. Two.", " ", "Three."], num_beams=2))
    assert asked == [(2, 2)], "one for each text that has words"
    assert not hasattr(model.translator, "planned_on")


def test_texts_are_refused_for_as_many_sentences_as_such_texts_had_of_late() -> None:
    """Lists of texts of two sentences were split and tokenised to be refused, while there was room for half of them."""
    model = fake_model()
    run(start(model, q="One. Two."))
    asked: list[int] = []
    model.engine.check_room = lambda num_requests, num_rows: asked.append(num_requests)
    run(start(model, q=["Six. Ten."] * 3))
    assert asked == [6]
    assert model.translator.num_planned == 4


def test_no_more_sentences_are_expected_than_an_idle_engine_takes() -> None:
    model = fake_model(max_waiting=1)
    run(start(model, q="One. Two. Six."))
    asked: list[int] = []
    model.engine.check_room = lambda num_requests, num_rows: asked.append(num_requests)
    run(start(model, q="One sentence of many, many words."))
    assert asked == [5]


def test_what_never_fits_is_told_so_and_not_to_come_again() -> None:
    model = fake_model(max_waiting=1)
    model.engine.check_room = lambda num_requests, num_rows: pytest.fail("it is not a question of room")
    with pytest.raises(BadRequest, match="more than 5 sentences"):
        run(start(model, q=["One."] * 6))


def test_a_text_in_a_language_that_cannot_be_translated_is_named_by_its_place() -> None:
    """The others of the list would be fine: whoever sent it has to find the one."""
    texts = ["The farmer finds five fish tonight.", "Heute Abend findet der Bauer fünf Fische."]
    with pytest.raises(InvalidInput, match=r"^q\[1\]: Chinese .* is not available as a target language from German"):
        run(start(fake_model(pair="en-zh"), fake_model(pair="de-en"), q=texts, source="auto", target="zh"))


def test_a_language_that_was_detected_is_told_as_a_guess_with_how_sure_it_is_and_what_to_do() -> None:
    """A few words in one language were said to be in another, as a fact."""
    with pytest.raises(InvalidInput) as caught:
        run(start(fake_model(pair="en-zh"), fake_model(pair="de-en"), q="Heute Abend", source="auto", target="zh"))
    assert re.fullmatch(
        r"Chinese \(zh-Hans\) is not available as a target language from German \(de\); the text was taken for German "
        r"\(de\) with a confidence of \d+(\.\d)? of 100: give its source language if it is another one",
        str(caught.value),
    )
