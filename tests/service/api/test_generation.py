"""A generation on its way through the API, with a scripted engine: what streams, and what the last event is."""

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, cast

import pytest

from service.api.generation import GenerationRun, start_generation
from service.api.loading import LoadedModel
from service.api.problems import InvalidInput
from service.api.schemas.generate import parse_generate
from service.api.schemas.generated import StreamEvent
from service.engine.errors import EngineStopped, GenerationFailed, QueueFull
from service.engine.events import Cancelled, Failed, Finished, FinishReason, TokenEvent
from service.text.normalize import Normalizer
from service.text.offload import MAX_CHARS_ON_LOOP
from tests.service.text.fakes import EOS, NO_TIME, FakeClient, byte_tokenizer, hypothesis, manifest, token_events

TEXT = "Hi"


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 30))


async def start(
    client: FakeClient, *, is_streamed: bool = True, inputs: str = TEXT, max_chars: int = 5000, **parameters: Any
) -> GenerationRun:
    model = SimpleNamespace(
        tokenizer=byte_tokenizer(),
        normalizer=Normalizer(["nfc"]),
        manifest=manifest(("en", "de"), max_source_tokens=10_000),
        client=client,
    )
    request = parse_generate({"inputs": inputs, "parameters": parameters})
    return await start_generation(cast(LoadedModel, model), request, is_streamed=is_streamed, max_chars=max_chars)


async def all_events(run: GenerationRun) -> list[StreamEvent]:
    return [event async for event in run.events()]


def test_the_source_is_submitted_with_its_end_token() -> None:
    async def scenario() -> None:
        client = FakeClient()
        started = await start(client, inputs="e\u0301")
        [generation] = client.generations
        assert generation.source == "é"
        assert generation.request.source_ids[-1] == EOS
        assert generation.request.stream
        assert started.input_length == 3

    run(scenario())


def test_every_token_is_an_event_and_the_last_one_has_the_details() -> None:
    async def scenario() -> None:
        client = FakeClient(lambda _: token_events(b"abc"))
        events = await all_events(await start(client))
        assert [event.index for event in events] == [1, 2, 3, 4]
        assert [event.token.text for event in events] == ["a", "b", "c", "</s>"]
        assert [event.generated_text for event in events] == [None, None, None, "abc"]
        assert [event.details is None for event in events] == [True, True, True, False]

    run(scenario())


def test_an_event_goes_out_before_the_next_token_is_known() -> None:
    async def scenario() -> None:
        client = FakeClient()
        events = (await start(client)).events()
        [generation] = client.generations
        generation.push(TokenEvent(3 + ord("a"), -0.1))
        assert (await anext(events)).token.text == "a"
        generation.push(TokenEvent(3 + ord("b"), -0.1), TokenEvent(3 + ord("c"), -0.1))
        assert [(await anext(events)).token.text for _ in range(2)] == ["b", "c"]
        await events.aclose()

    run(scenario())


@pytest.mark.parametrize("reason", [FinishReason.LENGTH, FinishReason.STOP_SEQUENCE, FinishReason.REPETITION])
def test_any_token_may_be_the_last_one(reason: FinishReason) -> None:
    """Only an end token, or the last one that fits, was once held back until the details came."""

    async def scenario() -> None:
        client = FakeClient()
        events = (await start(client)).events()
        [generation] = client.generations
        best = hypothesis(b"ab", reason)
        generation.push(best.tokens[0])
        first = await anext(events)
        generation.push(best.tokens[1], Finished((best,), NO_TIME))
        last = await anext(events)
        assert (first.index, first.details) == (1, None)
        assert (last.index, last.token.text, last.generated_text) == (2, "b", "ab")
        assert [event async for event in events] == []

    run(scenario())


def test_the_rest_of_a_search_comes_at_once() -> None:
    async def scenario() -> None:
        client = FakeClient()
        events = (await start(client, num_beams=4)).events()
        [generation] = client.generations
        best = hypothesis(b"abcd")
        generation.push(*best.tokens[:2])
        assert [(await anext(events)).token.text for _ in range(2)] == ["a", "b"]
        generation.push(*best.tokens[2:], Finished((best, hypothesis(b"abx")), NO_TIME))
        assert [event.token.text async for event in events] == ["c", "d", "</s>"]

    run(scenario())


def test_a_whole_answer_is_the_best_hypothesis() -> None:
    async def scenario() -> None:
        finished = Finished((hypothesis(b"best"), hypothesis(b"other")), NO_TIME)
        started = await start(FakeClient(lambda _: [finished]), is_streamed=False)
        assert (await started.result()).model_dump() == {"generated_text": "best"}
        assert started.finished is finished

    run(scenario())


@pytest.mark.parametrize("is_streamed", [True, False])
def test_a_generation_that_came_to_no_good_end_is_an_error(is_streamed: bool) -> None:
    async def read(event: Failed | Cancelled) -> None:
        started = await start(FakeClient(lambda _: [event]), is_streamed=is_streamed)
        await (all_events(started) if is_streamed else started.result())

    with pytest.raises(GenerationFailed, match="the model broke"):
        run(read(Failed(GenerationFailed("the model broke"))))
    with pytest.raises(EngineStopped, match="cancelled before its end"):
        run(read(Cancelled()))


def test_leaving_cancels() -> None:
    async def scenario() -> None:
        client = FakeClient()
        started = await start(client)
        started.cancel()
        started.cancel()
        assert client.num_running == 0

    run(scenario())


def test_a_long_source_is_tokenised_off_the_loop_and_submitted_on_it() -> None:
    async def scenario() -> None:
        client = FakeClient()
        started = await start(client, inputs="a" * (MAX_CHARS_ON_LOOP + 1))
        assert started.input_length == MAX_CHARS_ON_LOOP + 2
        assert client.num_running == 1

    run(scenario())


def test_what_cannot_be_submitted_is_refused_before_there_is_a_run() -> None:
    with pytest.raises(InvalidInput, match=r"must have at most 5 characters\. Given: 6"):
        run(cast(Any, start(FakeClient(), inputs="a" * 6, max_chars=5)))
    with pytest.raises(QueueFull):
        run(cast(Any, start(FakeClient(refusals=[QueueFull(5, 1.0)]))))
