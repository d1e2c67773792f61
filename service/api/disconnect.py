"""Work that ends when its client leaves."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from service.api.problems import ClientGone

Result = TypeVar("Result")


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of `work`. Raises ClientGone, with the work cancelled, when the client closes the connection.

    The request's body must have been read. Both tasks are over when this returns or raises.
    """
    working = asyncio.create_task(work)
    watching = asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGone
        return working.result()
    finally:
        working.cancel()
        watching.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
