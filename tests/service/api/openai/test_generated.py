"""Texts for one model as they are: what an idle server could not take is refused for good, all else only for now."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from service.api.loading import LoadedModel
from service.api.openai.generated import GeneratedReply, start_generated
from service.api.problems import InvalidField
from service.api.schemas.openai import parse_completion
from service.engine.errors import QueueFull
from service.settings import Settings
from service.text.normalize import Normalizer
from tests.service.text.fakes import FakeClient, byte_tokenizer, manifest

ROWS, WAITING = 8, 4


def model(*, max_tokens: int = 1000, is_full: bool = False, client: FakeClient | None = None) -> LoadedModel:
    """A scripted engine with so many rows, and places in its line."""

    def check_room(num_requests: int, num_rows: int) -> None:
        if is_full:
            raise QueueFull(WAITING, 2.0)

    engine = SimpleNamespace(
        max_open=lambda num_rows: ROWS // num_rows + WAITING, max_open_tokens=max_tokens, check_room=check_room
    )
    parts = {"tokenizer": byte_tokenizer(), "normalizer": Normalizer([]), "manifest": manifest(("en", "de"))}
    return cast(LoadedModel, SimpleNamespace(name="m", client=client or FakeClient(), engine=engine, **parts))


def start(model: LoadedModel, prompts: list[str], **fields: Any) -> GeneratedReply:
    options, _ = parse_completion({"model": "m", "prompt": prompts} | fields)
    reply = start_generated(
        model, prompts, options, field="prompt", max_tokens=5, top_logprobs=None, settings=Settings()
    )
    return asyncio.run(asyncio.wait_for(reply, 30))


@pytest.mark.parametrize(
    ("fields", "limit", "said"),
    [
        ({}, 12, "13 texts"),
        ({"num_beams": 4}, 6, "7 texts"),
        ({"num_beams": 8}, 5, "6 texts"),
        ({"n": 3, "temperature": 1.0}, 4, "5 texts, each drawn 3 times, 15 in all"),
        ({"n": 2}, 8, "9 texts"),
    ],
)
def test_more_texts_than_an_idle_server_takes_are_refused_for_good_with_both_numbers(
    fields: dict[str, Any], limit: int, said: str
) -> None:
    """They were told to try again later, which would never have helped."""
    client = FakeClient()
    most = limit * fields["n"] if "temperature" in fields else limit
    for is_full in (False, True):
        with pytest.raises(
            InvalidField, match=f"^`prompt` asks for {said}: at most {most} are taken at once; send parts$"
        ):
            start(model(client=client, is_full=is_full), ["a"] * (limit + 1), **fields)
    assert client.generations == []
    start(model(client=client), ["a"] * limit, **fields)
    assert client.generations


def test_more_choices_than_an_idle_server_takes_are_refused_for_good() -> None:
    narrow = model()
    narrow.engine.max_open = lambda num_rows: 2  # type: ignore[method-assign]
    with pytest.raises(InvalidField, match=r"^`n` asks for 3 choices: at most 2 are taken at once") as caught:
        start(narrow, ["a"], n=3, temperature=1.0)
    assert caught.value.field == "n"


def test_more_tokens_than_an_idle_server_takes_are_refused_for_good_and_the_rest_is_not_read() -> None:
    client = FakeClient()
    said = "^the texts, once for each choice, have 12 source tokens at least: at most 11 are taken at once; send parts$"
    with pytest.raises(InvalidField, match=said) as caught:
        start(model(max_tokens=11, client=client), ["abc"] * 5)
    assert caught.value.field == "prompt"
    assert client.generations == []
    assert len(start(model(max_tokens=12, client=client), ["abc"] * 3).streams()) == 3


def test_what_would_fit_later_is_told_so_before_it_is_read() -> None:
    client = FakeClient()
    with pytest.raises(QueueFull):
        start(model(is_full=True, client=client), ["a"] * 12)
    assert client.generations == []


def test_a_refusal_halfway_cancels_what_was_submitted() -> None:
    client = FakeClient(refusals=[None, None, QueueFull(4, 2.0)])
    with pytest.raises(QueueFull):
        start(model(client=client), ["a"] * 4)
    assert len(client.sources) == 2
    assert client.num_running == 0
