import asyncio
import time

from service.engine.client import EngineClient
from service.engine.request import GenerationRequest, Priority
from service.engine.urgency import URGENCY, Urgency
from tests.service.engine.bench import make_request


class Pool:
    """Keeps the requests that it gets."""

    def __init__(self) -> None:
        self.requests: list[GenerationRequest] = []
        self.workers = [self]

    def least_busy(self) -> "Pool":
        return self

    def submit(self, request: GenerationRequest, sink: object, *, after_step: object) -> None:
        self.requests.append(request)


def submitted(urgency: Urgency | None) -> GenerationRequest:
    """What an engine gets from a task, through a task that it starts."""
    pool = Pool()
    client = EngineClient(pool)  # type: ignore[arg-type]

    async def submit() -> None:
        client.submit(make_request("a", 5))

    async def run() -> None:
        URGENCY.set(urgency)
        await asyncio.create_task(submit())

    asyncio.run(run())
    return pool.requests[0]


def test_without_urgency_a_request_is_interactive_and_has_all_the_time() -> None:
    request = submitted(None)
    assert (request.priority, request.max_seconds) == (Priority.INTERACTIVE, None)


def test_a_tasks_urgency_is_that_of_whatever_is_submitted_on_its_behalf() -> None:
    request = submitted(Urgency(Priority.BATCH, time.perf_counter() + 100))
    assert request.priority is Priority.BATCH
    assert request.max_seconds is not None
    assert 90 < request.max_seconds <= 100


def test_a_deadline_that_is_over_leaves_hardly_any_time() -> None:
    assert submitted(Urgency(deadline=time.perf_counter() - 5)).max_seconds == 0.001
