"""Texts with markup on their way through scripted engines."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from service.api.problems import InvalidInput
from service.api.schemas.translate import TranslateRequest
from service.api.texts import start_texts
from service.settings import Settings
from service.text.formats.html import read_fragment
from tests.service.api.test_translation import FakeModel, catalog, fake_model

GERMAN = "<p>Heute Abend findet der Bauer f\xfcnf Fische.</p>"


async def translated(*models: FakeModel, **fields: Any) -> list[str]:
    request = TranslateRequest(**{"source": "auto", "target": "de", "format": "html"} | fields)
    work = await start_texts(request.order(1), catalog(*models), Settings(max_rows=4), read_fragment)
    return [result.text for result in await work.results()]


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 30))


def test_what_stands_between_tags_is_translated() -> None:
    assert run(translated(fake_model(), q="<p>One. <b>Two.</b></p>", source="en")) == ["<p>ONE. <b>TWO.</b></p>"]


def test_a_language_that_was_detected_is_told_as_a_guess_and_with_the_place_of_the_text() -> None:
    models = fake_model(pair="en-zh"), fake_model(pair="de-en")
    texts = ["<p>The farmer finds five fish tonight.</p>", GERMAN]
    with pytest.raises(
        InvalidInput, match=r"^q\[1\]: Chinese .* from German \(de\); the text was taken for German .* of"
    ):
        run(translated(*models, q=texts, target="zh"))
    with pytest.raises(InvalidInput, match=r"^Chinese \(zh-Hans\) .* from German \(de\)$"):
        run(translated(*models, q=GERMAN, source="de", target="zh"))


def test_a_text_with_nothing_but_tags_needs_no_model() -> None:
    assert run(translated(fake_model(pair="zh-de"), q="<img src=x><br>")) == ["<img src=x><br>"]
