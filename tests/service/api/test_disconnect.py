import asyncio

import pytest
from fastapi import Request
from starlette.types import Message

from service.api.disconnect import unless_gone
from service.api.problems import ClientGone, InvalidInput


def request_of(gone: asyncio.Event) -> Request:
    """A request whose client leaves when `gone` is set."""

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "method": "POST", "path": "/", "headers": []}, receive)


def test_the_result_of_work_that_ends_first() -> None:
    async def scenario() -> None:
        async def work() -> str:
            return "done"

        assert await unless_gone(request_of(asyncio.Event()), work()) == "done"
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1  # nobody is left watching

    asyncio.run(scenario())


def test_the_error_of_work_that_fails() -> None:
    async def scenario() -> None:
        async def work() -> None:
            raise InvalidInput("no")

        with pytest.raises(InvalidInput):
            await unless_gone(request_of(asyncio.Event()), work())
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(scenario())


def test_work_is_cancelled_when_its_client_leaves() -> None:
    async def scenario() -> None:
        gone, ended = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            gone.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        with pytest.raises(ClientGone):
            await asyncio.wait_for(unless_gone(request_of(gone), work()), 10)
        assert ended.is_set()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(scenario())


def test_a_caller_that_caught_it_is_not_cancelled_any_more() -> None:
    async def scenario() -> None:
        gone = asyncio.Event()

        async def work() -> None:
            gone.set()
            await asyncio.Event().wait()

        with pytest.raises(ClientGone):
            await unless_gone(request_of(gone), work())
        task = asyncio.current_task()
        assert task is not None
        assert task.cancelling() == 0
        await asyncio.sleep(0)  # a cancellation that is left over would be raised here

    asyncio.run(scenario())


def test_work_is_cancelled_when_the_request_is() -> None:
    async def scenario() -> None:
        started, ended = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            started.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        handling = asyncio.create_task(unless_gone(request_of(asyncio.Event()), work()))
        await started.wait()
        handling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await handling
        assert ended.is_set()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(scenario())


def test_a_client_that_leaves_in_the_moment_of_the_end_cancels_nothing() -> None:
    async def scenario() -> None:
        gone = asyncio.Event()

        async def work() -> str:
            gone.set()
            await asyncio.sleep(0)  # the watcher ends meanwhile, and its callback is due with this work's end
            return "done"

        assert await unless_gone(request_of(gone), work()) == "done"
        await asyncio.sleep(0)  # a cancellation that came too late would be raised here

    asyncio.run(scenario())
