import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.engine.client import EngineClient, Generation
from service.engine.engine import Engine, EngineConfig
from service.engine.errors import SourceTooLong
from service.engine.events import Cancelled, Event, Finished, TokenEvent
from service.engine.pool import EnginePool
from service.engine.thread import EngineThread
from tests.fakes import DECODER_START, EOS, FakeRunner, echo_rule
from tests.service.engine.bench import make_request

pytestmark = pytest.mark.anyio

# The client asks the thread for two things only, so it can be tested on a thread that the test plays itself.


class HandThread:
    """In place of a pool and its only thread: remembers what was asked; the test plays the engine's steps."""

    def __init__(self) -> None:
        self.submitted: dict[str, tuple[Callable[[list[Event]], None], Callable[[], None]]] = {}
        self.cancelled: list[str] = []
        self.workers = [self]

    def least_busy(self) -> "HandThread":
        return self

    def submit(self, request: Any, sink: Any, *, after_step: Any) -> None:
        self.submitted[request.request_id] = (sink, after_step)

    def cancel(self, request_id: str) -> None:
        self.cancelled.append(request_id)

    def play(self, **events: list[Event]) -> None:
        """One engine step in which these requests have these events."""
        for name, batch in events.items():
            self.submitted[name][0](batch)
        for after_step in {self.submitted[name][1] for name in events}:
            after_step()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def thread() -> HandThread:
    return HandThread()


@pytest.fixture
def client(thread: HandThread) -> EngineClient:
    return EngineClient(thread)  # type: ignore[arg-type]


async def collect(generation: Generation) -> list[Event]:
    return [event async for event in generation]


async def test_events_arrive_in_order_and_iteration_ends_with_the_terminal_one(
    thread: HandThread, client: EngineClient
) -> None:
    generation = client.submit(make_request("a", 7))
    thread.play(a=[TokenEvent(7)])
    thread.play(a=[TokenEvent(2), Cancelled()])
    assert await collect(generation) == [TokenEvent(7), TokenEvent(2), Cancelled()]
    assert thread.cancelled == []


async def test_one_call_to_the_loop_per_step_however_many_requests(
    thread: HandThread, client: EngineClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        client.submit(make_request(name, 7))
    calls: list[object] = []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_soon_threadsafe", lambda *call: calls.append(call))
    thread.play(a=[TokenEvent(7)], b=[TokenEvent(7)], c=[TokenEvent(7)])
    assert len(calls) == 1


async def test_breaking_out_of_the_iteration_cancels(thread: HandThread, client: EngineClient) -> None:
    generation = client.submit(make_request("a", 7))
    thread.play(a=[TokenEvent(7)])
    with generation:
        async for _ in generation:
            break
    assert thread.cancelled[:1] == ["a"]


async def test_breaking_out_cancels_without_with_too(thread: HandThread, client: EngineClient) -> None:
    generation = client.submit(make_request("a", 7))
    thread.play(a=[TokenEvent(7)])
    async for _ in generation:
        break
    for _ in range(3):  # the event loop closes the abandoned iterator in its next rounds
        await asyncio.sleep(0)
    assert thread.cancelled == ["a"]


async def test_a_cancelled_task_cancels_its_request(thread: HandThread, client: EngineClient) -> None:
    reading = asyncio.create_task(collect(client.submit(make_request("a", 7))))
    await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert thread.cancelled == ["a"]


async def test_leaving_after_the_end_does_not_cancel_a_later_request_of_that_name(
    thread: HandThread, client: EngineClient
) -> None:
    with client.submit(make_request("a", 7)) as generation:
        thread.play(a=[Cancelled()])
        await collect(generation)
    assert thread.cancelled == []


def test_requests_of_a_closed_loop_are_cancelled(thread: HandThread, client: EngineClient) -> None:
    async def leave_without_reading() -> None:
        client.submit(make_request("a", 7))

    asyncio.run(leave_without_reading())
    thread.play(a=[TokenEvent(7)])
    assert thread.cancelled == ["a"]


# With the real thread


@pytest.fixture
def real_client() -> Iterator[EngineClient]:
    runner = FakeRunner(rule=echo_rule, max_source_tokens=8)
    thread = EngineThread(Engine(runner, EngineConfig(DECODER_START, EOS)), max_waiting=64)
    thread.start()
    yield EngineClient(EnginePool([thread]))
    thread.stop()


async def test_many_requests_at_once_through_the_real_thread(real_client: EngineClient) -> None:
    requests = [make_request(str(number), 3 + number % 20, 7, stream=number % 2 == 0) for number in range(30)]
    generations = list(map(real_client.submit, requests))
    for number, events in enumerate(await asyncio.gather(*map(collect, generations))):
        assert isinstance(events[-1], Finished)
        assert events[-1].best.token_ids == (3 + number % 20, 7, EOS)
        assert len(events) == (4 if number % 2 == 0 else 1)


async def test_refusals_are_raised_by_submit(real_client: EngineClient) -> None:
    with pytest.raises(SourceTooLong):
        real_client.submit(make_request("a", *[7] * 8))
