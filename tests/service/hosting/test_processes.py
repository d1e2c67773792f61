"""Engines as threads or in processes: the same answers, and as many as were asked for."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.engine.budget import TokenBudget
from service.engine.events import Finished, Hypothesis
from service.engine.pool import EnginePool
from service.hosting import threads
from service.hosting.messages import Order
from service.hosting.opening import open_engines
from service.hosting.outgoing import Runs
from service.hosting.processes import divide, start_processes
from service.hosting.started import Admission, Started
from service.hosting.threads import start_threads
from service.runtime.bundle import load_bundle
from tests.service.engine.bench import make_request
from tests.service.hosting.test_process import Waiting

SOURCES = [tuple(range(10 + number, 10 + 2 * number + 1)) for number in range(6)]
WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"num_beams": 4, "num_return_sequences": 2},
    {"do_sample": True, "seed": 5},
    {"alignment": True},
)


def order_for(folder: Path, num_workers: int) -> Order:
    return Order(load_bundle(folder), "cpu", num_workers, num_slots=8, threads=1, log_level=logging.WARNING)


def admission() -> Admission:
    return Admission(max_waiting=100, budget=TokenBudget(10_000), observer=Runs())


@contextmanager
def pool_of(started: Started) -> Iterator[EnginePool]:
    pool = EnginePool(started.workers)
    pool.start()
    yield pool
    assert pool.stop()


def answers(started: Started) -> list[tuple[Hypothesis, ...]]:
    """To all sources in all ways, all at once."""
    with pool_of(started) as pool:
        sinks = []
        for number, source in enumerate(SOURCES):
            for way, options in enumerate(WAYS):
                sink = Waiting()
                pool.least_busy().submit(make_request(f"{number} {way}", *source, **options), sink)
                sinks.append(sink)
        endings = [sink.ending() for sink in sinks]
    assert all(isinstance(ending, Finished) for ending in endings)
    return [ending.hypotheses for ending in endings if isinstance(ending, Finished)]


def test_every_way_of_decoding_gives_the_same_in_a_process_as_on_a_thread(tiny_bundles: dict[str, Path]) -> None:
    order = order_for(tiny_bundles["fp32"], 2)
    assert answers(start_processes(order, admission(), 2)) == answers(start_threads(order, admission()))


@pytest.mark.parametrize("count", [1, 3])
def test_workers_are_spread_over_the_processes(tiny_bundles: dict[str, Path], count: int) -> None:
    started = start_processes(order_for(tiny_bundles["int8"], 3), admission(), count)
    with pool_of(started) as pool:
        assert len(pool.workers) == 3
        assert pool.stats().slots == 24
        assert (started.provider, started.threads) == ("CPUExecutionProvider", 1)


@pytest.mark.parametrize(
    ("workers", "processes", "expected"),
    [(1, 1, [1]), (4, 2, [2, 2]), (5, 3, [2, 2, 1]), (2, 8, [1, 1]), (31, 8, [4, 4, 4, 4, 4, 4, 4, 3])],
)
def test_no_process_has_many_more_than_another_and_none_has_nothing(
    workers: int, processes: int, expected: list[int]
) -> None:
    assert divide(workers, processes) == expected


def test_the_line_is_divided_among_the_workers_that_there_are(
    tiny_bundles: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a device there is one, whatever was asked for."""
    assert [admission().max_waiting_of_each(count) for count in (1, 3)] == [100, 34]
    monkeypatch.setattr(threads, "open_engines", lambda order, make: open_engines(order, make)[:1])
    [worker] = start_threads(order_for(tiny_bundles["int8"], 3), admission()).workers
    assert worker.max_open(1) == 8 + 100
