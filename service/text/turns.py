"""Work that goes on for long without waiting for anything, on an event loop that others need meanwhile."""

import asyncio
import time
from collections import deque
from typing import Final

TURN_S: Final = 0.005


class Turns:
    """Gives the event loop back when all who work here have had it for long enough, and then to one of them at a time.

    However many there are, between two turns of theirs everybody else has one. Belongs to one event loop.
    """

    def __init__(self) -> None:
        self._end: float | None = None  # of the turn that somebody works in
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def pause(self) -> None:
        """Between two pieces of work: go on at once, or wait for another turn."""
        now = time.perf_counter()
        if self._end is None:
            self._begin(now)
        elif now >= self._end:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn

    def _begin(self, now: float) -> None:
        self._end = now + TURN_S
        asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """The loop has come round."""
        self._end = None
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # whoever was cancelled has no use for it
                turn.set_result(None)
                self._begin(time.perf_counter())
                return
