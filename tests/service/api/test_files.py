"""Files on their way through a scripted engine: a few texts at a time, in one language, and all or nothing."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from service.api.files import FileTranslation, read_document
from service.api.order import Order
from service.api.problems import BadRequest, InvalidInput
from service.engine.errors import QueueFull
from service.settings import Settings
from service.text.detect import Detection
from service.text.result import Translation
from service.text.warnings import Truncation, WarningCode
from tests.service.api.test_translation import FakeModel, catalog, fake_model

LINES = b"One.\nTwo.\nThree.\nFour.\nFive.\n"


async def translation_of(
    data: bytes, *models: FakeModel, source: str | None = "en", target: str = "de", window: int = 2
) -> FileTranslation:
    document = await read_document("a.txt", data)
    order = Order(texts=(), source=source, target=target)
    return FileTranslation(document, order, catalog(*models), Settings(max_rows=4), window)


async def translated(data: bytes, *models: FakeModel, **options: Any) -> bytes:
    work = await translation_of(data, *models, **options)
    await work.start()
    async for _ in work.progress():
        pass
    return await work.render()


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 30))


def test_all_texts_are_translated_in_order() -> None:
    assert run(translated(LINES, fake_model())) == LINES.upper()


def test_no_more_than_the_window_is_submitted_ahead() -> None:
    model = fake_model()

    async def scenario() -> list[int]:
        work = await translation_of(LINES, model)
        await work.start()
        return [len(model.client.sources) - num_done async for num_done in work.progress()]

    assert max(run(scenario())) <= 1  # of two, one is done
    assert model.client.sources == ["One.", "Two.", "Three.", "Four.", "Five."]


def test_a_queue_that_is_full_for_a_while_does_not_fail_the_file() -> None:
    full = QueueFull(5, retry_after_s=0.0)

    assert run(translated(LINES, fake_model([None, full, None, full, full]))) == LINES.upper()


def test_a_queue_that_is_full_at_the_beginning_refuses_the_file() -> None:
    with pytest.raises(QueueFull):
        run(translated(LINES, fake_model([QueueFull(5, retry_after_s=0.0)])))


def test_a_file_has_one_language() -> None:
    english, chinese = fake_model(pair="en-de"), fake_model(pair="zh-de")
    text = "老师画了十把椅子。\n今天天气很好，我们去公园。\nFine.\n".encode()

    run(translated(text, english, chinese, source=None))

    assert english.client.sources == []
    assert chinese.client.sources[:2] == ["老师画了十把椅子。", "今天天气很好，我们去公园。"]


def test_warnings_tell_which_text_they_are_about() -> None:
    work = run(translation_of(LINES, fake_model()))
    cut_off = Truncation(1, "Two.", 8)
    work.translations += [Translation("EINS.", (), 2, 2), Translation("ZW", (cut_off,), 2, 2)]

    assert [(warning.code, warning.index) for warning in work.warnings()] == [(WarningCode.TRUNCATED, 1)]


@pytest.mark.parametrize(("confidence", "code"), [(0, "language_unknown"), (30, "language_uncertain")])
def test_a_language_that_had_to_be_guessed_is_said(confidence: float, code: str) -> None:
    work = run(translation_of(LINES, fake_model(), source=None))
    work.detection = Detection("en", confidence)
    [warning] = work.warnings()

    assert str(warning.code) == code
    assert "the file was taken for English (en); send its code as source" in warning.message


@pytest.mark.parametrize(("given", "codes"), [(b"ONE.\nTWO.\n", ["unchanged"]), (b"ONE.\nTwo.\n", [])])
def test_a_file_that_is_as_it_was_is_said_to_be(given: bytes, codes: list[str]) -> None:
    """Nobody should take it for translated; of the fake model, capitals come back as they were."""

    async def scenario() -> list[str]:
        work = await translation_of(given, fake_model())
        await work.start()
        async for _ in work.progress():
            pass
        return [str(warning.code) for warning in work.warnings() if warning.index is None]

    assert run(scenario()) == codes


@pytest.mark.parametrize(
    ("data", "options", "said"),
    [
        (b"Hello", {"target": "en"}, "its text is English"),
        (b"1\n", {}, "there is no text in it"),
        (b"\xff", {}, "line 1: byte 1 of the file is not UTF-8"),
        (b"One. Two. Three. Four.", {}, "text 1 of the file \\('One. Two"),
    ],
)
def test_what_cannot_be_translated_is_refused(data: bytes, options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        run(translated(data, fake_model(max_waiting=-1), **options))


def test_a_language_that_was_detected_is_told_as_a_guess() -> None:
    """It was said as a fact, whatever the file held."""
    models = fake_model(pair="en-zh"), fake_model(pair="de-en")
    for target, said in (("zh", "is not available as a target language from German"), ("de", "is German .* already")):
        with pytest.raises(
            (BadRequest, InvalidInput), match=f"{said}.*taken for German .* confidence of .* of 100: give"
        ):
            run(translated(b"Heute Abend findet der Bauer.\n", *models, source=None, target=target))
    with pytest.raises(BadRequest, match=r"already; send its own source$"):
        run(translated(b"Heute.\n", *models, source="de", target="de"))
