import asyncio
import threading

import pytest

from service.text.offload import MAX_CHARS_ON_LOOP, off_loop


def thread_of(num_chars: int) -> int:
    return asyncio.run(off_loop(threading.get_ident, num_chars=num_chars))


def test_short_texts_do_without_another_thread() -> None:
    assert thread_of(0) == thread_of(MAX_CHARS_ON_LOOP) == threading.get_ident()


def test_long_texts_leave_the_loop_free() -> None:
    assert thread_of(MAX_CHARS_ON_LOOP + 1) != threading.get_ident()


@pytest.mark.parametrize("num_chars", [1, MAX_CHARS_ON_LOOP + 1])
def test_an_error_arrives_as_it_is(num_chars: int) -> None:
    def fail() -> None:
        raise LookupError("no such sentence")

    with pytest.raises(LookupError, match="no such sentence"):
        asyncio.run(off_loop(fail, num_chars=num_chars))


def test_the_loop_runs_while_the_work_is_done() -> None:
    async def scenario() -> None:
        loop, done = asyncio.get_running_loop(), threading.Event()
        loop.call_soon(done.set)
        assert await off_loop(lambda: done.wait(30), num_chars=MAX_CHARS_ON_LOOP + 1)

    asyncio.run(scenario())
