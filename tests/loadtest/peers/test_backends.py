"""A call for each request, or one for all that come within a window."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from loadtest.peers.backends import MAX_BATCH, Backend, CallPerRequest, MicroBatches, Wanted
from loadtest.task import Ids


class FakeLibrary:
    """Notes the sizes of its batches; a call waits until it is let go."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.has_begun = threading.Event()
        self.may_end = threading.Event()

    def __call__(self, batch: Sequence[Wanted]) -> list[Ids]:
        """The sources backwards."""
        self.sizes.append(len(batch))
        self.has_begun.set()
        self.may_end.wait(10)
        return [wanted.source[::-1] for wanted in batch]


def window(library: FakeLibrary, executor: ThreadPoolExecutor) -> MicroBatches:
    return MicroBatches(library, executor, window_s=0.02)


async def translate_all(backend: Backend, count: int) -> list[Ids]:
    """So many requests at the same moment."""
    work = asyncio.create_task(backend.run())
    wanted = [Wanted([index, index + 1, 2], None) for index in range(count)]
    targets = await asyncio.gather(*map(backend.translate, wanted))
    work.cancel()
    return targets


def test_each_request_is_a_call() -> None:
    library = FakeLibrary()
    library.may_end.set()
    with ThreadPoolExecutor(2) as executor:
        targets = asyncio.run(translate_all(CallPerRequest(library, executor), 5))
    assert targets == [[2, index + 1, index] for index in range(5)]
    assert library.sizes == [1] * 5


def test_what_comes_together_is_one_call() -> None:
    library = FakeLibrary()
    library.may_end.set()
    with ThreadPoolExecutor(1) as executor:
        targets = asyncio.run(translate_all(window(library, executor), 5))
    assert targets == [[2, index + 1, index] for index in range(5)]
    assert library.sizes == [5]


def test_a_batch_has_its_limit() -> None:
    library = FakeLibrary()
    library.may_end.set()
    with ThreadPoolExecutor(1) as executor:
        targets = asyncio.run(translate_all(window(library, executor), MAX_BATCH + 3))
    assert len(targets) == MAX_BATCH + 3
    assert library.sizes == [MAX_BATCH, 3]


def test_what_comes_during_a_call_joins_the_next_one() -> None:
    library = FakeLibrary()

    async def run(backend: MicroBatches) -> None:
        work = asyncio.create_task(backend.run())
        first = asyncio.create_task(backend.translate(Wanted([3, 2], None)))
        assert await asyncio.to_thread(library.has_begun.wait, 10)
        others = [asyncio.create_task(backend.translate(Wanted([4, 2], None))) for _ in range(3)]
        await asyncio.sleep(0)  # until they are in line
        assert library.sizes == [1]
        library.may_end.set()
        await asyncio.gather(first, *others)
        work.cancel()

    with ThreadPoolExecutor(1) as executor:
        asyncio.run(run(window(library, executor)))
    assert library.sizes == [1, 3]


def test_a_client_that_left_does_no_harm() -> None:
    library = FakeLibrary()

    async def run(backend: MicroBatches) -> Ids:
        work = asyncio.create_task(backend.run())
        gone = asyncio.create_task(backend.translate(Wanted([3, 2], None)))
        stays = asyncio.create_task(backend.translate(Wanted([4, 2], None)))
        assert await asyncio.to_thread(library.has_begun.wait, 10)
        gone.cancel()
        library.may_end.set()
        target = await stays
        work.cancel()
        return target

    with ThreadPoolExecutor(1) as executor:
        assert asyncio.run(run(window(library, executor))) == [2, 4]
