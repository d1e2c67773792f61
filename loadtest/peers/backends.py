"""The ways in which people put a translation library behind HTTP."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final, Protocol

from loadtest.task import Ids

MAX_BATCH: Final = 32


@dataclass(frozen=True, slots=True)
class Wanted:
    """One source, its end token included, and the exact length of its target where that is forced."""

    source: Ids
    forced_tokens: int | None


Entry = tuple[Wanted, asyncio.Future[Ids]]
Translate = Callable[[Sequence[Wanted]], list[Ids]]
"""A blocking call of the library for a batch."""


class Backend(Protocol):
    """Something that translates for many clients at a time."""

    async def run(self) -> None:
        """Work that goes on beside the requests, until it is cancelled."""

    async def translate(self, wanted: Wanted) -> Ids:
        """The target, without its end token."""
        ...


class CallPerRequest:
    """One call of the library for every request, as many at a time as the executor has threads."""

    def __init__(self, translate: Translate, executor: Executor) -> None:
        self._translate = translate
        self._executor = executor

    async def run(self) -> None:
        """Nothing goes on beside the requests."""

    async def translate(self, wanted: Wanted) -> Ids:
        """Wait for a thread, and for the call."""
        loop = asyncio.get_running_loop()
        [target] = await loop.run_in_executor(self._executor, self._translate, [wanted])
        return target


class MicroBatches:
    """One call for all requests that come within a window, at most MAX_BATCH; those that come during a call, too."""

    def __init__(self, translate: Translate, executor: Executor, *, window_s: float) -> None:
        self._translate = translate
        self._executor = executor
        self._window_s = window_s
        self._waiting: asyncio.Queue[Entry] = asyncio.Queue()

    async def translate(self, wanted: Wanted) -> Ids:
        """Join a batch, and wait for it."""
        future: asyncio.Future[Ids] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((wanted, future))
        return await future

    async def run(self) -> None:
        """One batch after another."""
        loop = asyncio.get_running_loop()
        while True:
            batch = await self._collect()
            targets = await loop.run_in_executor(self._executor, self._translate, [wanted for wanted, _ in batch])
            for (_, future), target in zip(batch, targets, strict=True):
                if not future.done():  # its client may have gone
                    future.set_result(target)

    async def _collect(self) -> list[Entry]:
        """The next request, and those that follow it within the window."""
        batch = [await self._waiting.get()]
        try:
            async with asyncio.timeout(self._window_s):
                while len(batch) < MAX_BATCH:
                    batch.append(await self._waiting.get())
        except TimeoutError:
            pass
        return batch
