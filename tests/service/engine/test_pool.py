"""Several engines side by side. Their models stand still until the test opens the gate, as in test_thread.py."""

from collections.abc import Iterator

import pytest

from service.engine.budget import TokenBudget
from service.engine.engine import Engine, EngineConfig
from service.engine.errors import EngineStopped, QueueFull
from service.engine.events import Finished
from service.engine.pool import EnginePool
from service.engine.thread import EngineThread
from service.engine.worker import Worker
from tests.fakes import DECODER_START, EOS
from tests.service.engine.bench import make_request
from tests.service.engine.test_thread import GatedRunner, WaitingSink


@pytest.fixture
def runners() -> list[GatedRunner]:
    return [GatedRunner(), GatedRunner()]


@pytest.fixture
def pool(runners: list[GatedRunner]) -> Iterator[EnginePool]:
    """Two engines of 2 rows each, where 2 more requests may wait."""
    config = EngineConfig(decoder_start=DECODER_START, eos=EOS)
    pool = EnginePool([EngineThread(Engine(runner, config), max_waiting=2) for runner in runners])
    pool.start()
    yield pool
    for runner in runners:
        runner.open()
    pool.stop()


def submit(worker: Worker, name: str, *, num_beams: int = 1) -> WaitingSink:
    sink = WaitingSink()
    worker.submit(make_request(name, 7, num_beams=num_beams), sink)
    return sink


def test_requests_go_to_the_engine_with_the_fewest_rows_asked_for(pool: EnginePool) -> None:
    first, second = pool.workers
    assert pool.least_busy() is first
    submit(first, "wide", num_beams=2)
    for name in "ab":
        assert pool.least_busy() is second
        submit(second, name)
    assert pool.least_busy() is first
    submit(first, "c")
    assert pool.least_busy() is second


def test_as_many_may_be_open_as_all_engines_take(pool: EnginePool) -> None:
    assert pool.max_open(1) == 2 * (2 + 2)
    assert pool.max_open(2) == 2 * (1 + 2)


def test_a_budget_of_tokens_that_engines_share_counts_once(pool: EnginePool) -> None:
    assert pool.max_open_tokens == 2 * (2 + 2) * 8, "without one, each has room for the longest sources"
    budget, config = TokenBudget(50), EngineConfig(decoder_start=DECODER_START, eos=EOS)
    workers = [EngineThread(Engine(GatedRunner(), config), max_waiting=2, budget=budget) for _ in range(2)]
    assert EnginePool(workers).max_open_tokens == 50


def test_when_the_least_busy_one_is_full_all_are(pool: EnginePool) -> None:
    for number in range(8):
        submit(pool.least_busy(), str(number))
    for worker in pool.workers:
        with pytest.raises(QueueFull):
            submit(worker, "one too many")


def test_room_is_looked_for_in_all_of_them_together(pool: EnginePool) -> None:
    pool.check_room(8, 1)
    for number in range(6):
        submit(pool.least_busy(), str(number))
    pool.check_room(2, 1)
    with pytest.raises(QueueFull, match="1 requests are waiting already"):
        pool.check_room(4, 1)


def test_an_engine_that_does_not_come_back_is_told_from_one_that_does(
    pool: EnginePool, runners: list[GatedRunner]
) -> None:
    hung, _ = pool.workers
    submit(hung, "a")
    runners[0].wait_for_step()
    assert not pool.stop(0.01, reason="it was time")
    pool.abandon("it hangs")
    assert pool.stop(0.01)


def test_those_who_are_open_when_a_pool_stops_are_told_why(pool: EnginePool, runners: list[GatedRunner]) -> None:
    sinks = [submit(worker, "a") for worker in pool.workers]
    for runner in runners:
        runner.open()
    assert pool.stop(reason="it was time")
    endings = [sink.ending() for sink in sinks]
    assert all(isinstance(ending, Finished) or "it was time" in str(ending) for ending in endings)


def test_figures_are_those_of_all_engines(pool: EnginePool, runners: list[GatedRunner]) -> None:
    sinks = [submit(worker, "a") for worker in pool.workers]
    for runner in runners:
        runner.wait_for_step()
    stats = pool.stats()
    assert (stats.waiting, stats.active, stats.slots, stats.finished) == (0, 2, 4, 0)
    assert stats.is_healthy
    for runner in runners:
        runner.open()
    assert all(isinstance(sink.ending(), Finished) for sink in sinks)
    pool.stop()
    assert pool.stats().finished == 2


def test_one_broken_engine_is_an_unhealthy_pool(pool: EnginePool) -> None:
    assert pool.is_healthy
    pool.workers[1].stop()
    assert not pool.is_healthy
    assert not pool.stats().is_healthy


def test_a_stopped_pool_takes_nothing(pool: EnginePool) -> None:
    pool.stop()
    with pytest.raises(EngineStopped):
        submit(pool.least_busy(), "a")


def test_a_pool_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 engine"):
        EnginePool([])


def test_abandoned_together_none_takes_requests(pool: EnginePool) -> None:
    assert pool.trouble is None
    pool.abandon("it hangs")
    assert pool.trouble == "it hangs"
    for worker in pool.workers:
        with pytest.raises(EngineStopped, match="it hangs"):
            submit(worker, "late")
