"""However many work on the event loop, others have it in between."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from service.text import turns
from service.text.turns import Turns


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 30))


@pytest.fixture
def always_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every turn is over as soon as it has begun."""
    monkeypatch.setattr(turns, "TURN_S", 0.0)


async def work(shared: Turns, log: list[str], name: str, pieces: int) -> None:
    for _ in range(pieces):
        log.append(name)
        await shared.pause()


def test_short_work_is_done_in_one_turn() -> None:
    async def scenario() -> list[str]:
        log: list[str] = []
        asyncio.get_running_loop().call_soon(log.append, "others")
        await work(Turns(), log, "a", 3)
        return [*log]

    assert run(scenario()) == ["a", "a", "a"]


@pytest.mark.usefixtures("always_over")
def test_between_two_turns_others_have_theirs_however_many_work() -> None:
    """Two pieces in one go at most: whoever begins does not know yet that it takes long."""

    async def scenario() -> list[str]:
        log: list[str] = []
        shared = Turns()
        workers = [asyncio.create_task(work(shared, log, f"{number}", 20)) for number in range(10)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while not all(worker.done() for worker in workers):
            log.append("others")
            await asyncio.sleep(0)
        return [*log]

    log = run(scenario())
    later = "".join("-" if entry == "others" else "w" for entry in log[log.index("others") :])
    assert max(map(len, later.split("-"))) <= 2
    assert sorted(log).count("0") == 20


@pytest.mark.usefixtures("always_over")
def test_who_was_cancelled_holds_nobody_up() -> None:
    async def scenario() -> None:
        log: list[str] = []
        shared = Turns()
        workers = [asyncio.create_task(work(shared, log, f"{number}", 50)) for number in range(5)]
        await asyncio.sleep(0)
        for worker in workers[:4]:
            worker.cancel()
        await workers[4]
        assert log.count("4") == 50

    run(scenario())
