"""What has ended is gone at once: nothing of it is left to Python's collector, which stops everybody while it looks."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.engine.bench import EngineBench, make_request

NUM_REQUESTS = 20


@pytest.fixture(autouse=True)
def _collector_by_hand() -> Iterator[None]:
    """The collector runs only when the test calls it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stream": True},
        {"logprobs": True, "alignment": True},
        {"num_beams": 3, "num_return_sequences": 2},
        {"num_beams": 3, "stream": True},
        {"do_sample": True, "seed": 7, "num_return_sequences": 3},
        {"prefix": (7, 8), "num_beams": 2},
    ],
    ids=str,
)
def test_a_request_leaves_no_garbage(options: dict[str, Any]) -> None:
    bench = EngineBench()
    _play(bench, options)  # what is made once, with the first request
    gc.collect()
    _play(bench, options)
    assert gc.collect() == 0


@pytest.mark.parametrize("num_steps", [0, 1, 2])
def test_nor_does_one_that_is_cancelled(num_steps: int) -> None:
    bench = EngineBench()
    for number in range(NUM_REQUESTS):
        name = str(number)
        bench.submit(make_request(name, 5, 6, 7, do_sample=True, seed=number, num_return_sequences=2))
        for _ in range(num_steps):
            bench.engine.step()
        bench.engine.cancel(name)
        bench.run()
    bench.sinks.clear()
    assert gc.collect() == 0


def _play(bench: EngineBench, options: dict[str, Any]) -> None:
    for number in range(NUM_REQUESTS):
        bench.submit(make_request(str(number), 5, 6, 7 + number % 3, **options))
    bench.run()
    bench.sinks.clear()
