"""The promise that the batching rests on: what a request gets does not depend on who else is there.

Real graphs, random weights. Every comparison is of bits: a difference in the last digit of one score fails.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.engine.engine import Engine, EngineConfig
from service.engine.options import SamplingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import load_bundle
from service.runtime.runner import ModelRunner, load_runner
from tests.fakes import DECODER_START, EOS, RecordingSink

NUM_REQUESTS = 64
ScoredTokens = list[tuple[int, float]]


@pytest.fixture(scope="module", params=["fp32-1", "fp32-2", "int8-1", "int8-2"])
def runner(request: pytest.FixtureRequest, tiny_bundles: dict[str, Path]) -> ModelRunner:
    precision, threads = request.param.split("-")
    bundle = load_bundle(tiny_bundles[precision])
    return load_runner(bundle, device="cpu", num_slots=NUM_REQUESTS, threads=int(threads))


@pytest.fixture(scope="module")
def requests(runner: ModelRunner) -> list[GenerationRequest]:
    """Sources of 1 to the most tokens; greedy and sampled ones in turn, since untrained models repeat themselves."""
    dice = random.Random(5)
    return [_make_request(runner, number, dice) for number in range(NUM_REQUESTS)]


def _make_request(runner: ModelRunner, number: int, dice: random.Random) -> GenerationRequest:
    length = dice.randrange(runner.max_source_tokens)
    source = tuple(dice.randrange(3, runner.vocab_size) for _ in range(length))
    options = SamplingOptions(dice.randrange(1, 33), do_sample=number % 2 == 1, temperature=2.0, seed=number)
    return GenerationRequest(str(number), (*source, EOS), options)


@pytest.fixture(scope="module")
def alone(runner: ModelRunner, requests: list[GenerationRequest]) -> list[ScoredTokens]:
    """What each request gets when nobody else is there."""
    return [play(runner, [request], iter([1]))[0] for request in requests]


def play(
    runner: ModelRunner, requests: list[GenerationRequest], arrivals: Iterator[int], max_encode_tokens: int = 10**6
) -> list[ScoredTokens]:
    """Before each step, as many more requests arrive as `arrivals` says. Results in the order of `requests`."""
    engine = Engine(runner, EngineConfig(DECODER_START, EOS, max_encode_tokens))
    sinks = [RecordingSink() for _ in requests]
    coming = list(zip(requests, sinks, strict=True))
    while coming or engine.has_work:
        arriving = next(arrivals, len(coming))
        for request, sink in coming[:arriving]:
            engine.add(engine.new_sequence(request, sink))
        del coming[:arriving]
        engine.step()
    assert all(len(sink.endings) == 1 for sink in sinks)
    return [sink.scored_tokens for sink in sinks]


def test_all_together_as_alone(
    runner: ModelRunner, requests: list[GenerationRequest], alone: list[ScoredTokens]
) -> None:
    assert play(runner, requests, iter([NUM_REQUESTS])) == alone


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_joining_at_random_steps_in_random_order_as_alone(
    runner: ModelRunner, requests: list[GenerationRequest], alone: list[ScoredTokens], seed: int
) -> None:
    dice = random.Random(seed)
    order = dice.sample(range(NUM_REQUESTS), NUM_REQUESTS)
    arrivals = iter([dice.randrange(5) for _ in range(200)])
    results = play(runner, [requests[number] for number in order], arrivals, dice.choice([1, 64, 400]))
    assert results == [alone[number] for number in order]


def test_the_requests_are_worth_comparing(requests: list[GenerationRequest], alone: list[ScoredTokens]) -> None:
    """Different lengths and different tokens, or the comparisons above would prove little."""
    assert len({len(request.source_ids) for request in requests}) > 20
    assert len({len(tokens) for tokens in alone}) > 10
    assert len({token for tokens in alone for token, _ in tokens}) > 100
