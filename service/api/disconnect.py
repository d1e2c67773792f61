"""Work that ends when its client leaves."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from service.api.problems import ClientGone

Result = TypeVar("Result")


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of `work`. Raises ClientGone, with the work cancelled, when the client closes the connection.

    The request's body must have been read. The work runs in the caller's own task, which is cancelled from within, as
    `asyncio.timeout` does it: a task of its own would cost every request more than its share.
    """
    watch = _Watch(request, asyncio.current_task())
    try:
        return await work
    except asyncio.CancelledError:
        if watch.is_gone and watch.take_back():
            raise ClientGone from None
        raise
    finally:
        watch.end()


class _Watch:
    """Cancels a task when the client of a request has gone."""

    def __init__(self, request: Request, task: asyncio.Task[Any] | None) -> None:
        if task is None:
            raise RuntimeError("a request is served by a task")
        self.is_gone = False
        self._has_ended = False
        self._task = task
        self._watching = asyncio.create_task(_disconnect(request))
        self._watching.add_done_callback(self._leave)

    def take_back(self) -> bool:
        """Undo the cancellation; False if somebody else has asked for one, too."""
        return self._task.uncancel() == 0

    def end(self) -> None:
        """Stop watching, also where the client has left in this very moment."""
        self._has_ended = True
        self._watching.cancel()

    def _leave(self, watching: asyncio.Task[None]) -> None:
        if not (watching.cancelled() or self._has_ended):
            self.is_gone = True
            self._task.cancel()


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
