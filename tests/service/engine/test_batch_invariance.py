"""The promise that the batching rests on: what a request gets does not depend on who else is there.

Real graphs, random weights, every way of decoding in one batch. Every comparison is of bits: a difference in the last
digit of one score fails.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.engine.engine import Engine, EngineConfig
from service.engine.events import Finished, FinishReason, Hypothesis, TokenEvent
from service.engine.options import DecodingOptions
from service.engine.request import GenerationRequest
from service.runtime.bundle import load_bundle
from service.runtime.runner import ModelRunner, load_runner
from tests.fakes import DECODER_START, EOS, RecordingSink

NUM_REQUESTS = 48
NUM_ROWS = 64
Bits = list[Any]  # everything that an answer consists of, comparable with ==

# Untrained models repeat themselves: what forbids that makes answers worth comparing.
WAYS: list[dict[str, Any]] = [
    {"stop_on_loop": False},
    {"logprobs": True, "repetition_penalty": 1.5},
    {"do_sample": True, "temperature": 2.0, "logprobs": True, "top_logprobs": 3},
    {"do_sample": True, "temperature": 2.0, "num_return_sequences": 3, "top_p": 0.9, "top_k": 50},
    {"num_beams": 2, "num_return_sequences": 2, "no_repeat_ngram_size": 2},
    {"num_beams": 4, "num_return_sequences": 4, "repetition_penalty": 1.3, "early_stopping": True},
    {"num_beams": 4, "no_repeat_ngram_size": 1, "length_penalty": 0.6, "logprobs": True, "alignment": True},
    {"num_beams": 3, "prefix": (7, 8, 9), "min_new_tokens": 5, "early_stopping": "never", "no_repeat_ngram_size": 3},
    {"num_beams": 8, "repetition_penalty": 2.0, "suppress_tokens": (20, 21, 22), "top_logprobs": 2},
    {"prefix": (7, 8), "alignment": True, "logprobs": True, "no_repeat_ngram_size": 2},
]


@pytest.fixture(scope="module", params=["fp32-1", "fp32-2", "int8-1", "int8-2"])
def runner(request: pytest.FixtureRequest, tiny_bundles: dict[str, Path]) -> ModelRunner:
    precision, threads = request.param.split("-")
    bundle = load_bundle(tiny_bundles[precision])
    return load_runner(bundle, device="cpu", num_slots=NUM_ROWS, threads=int(threads))


@pytest.fixture(scope="module")
def requests(runner: ModelRunner) -> list[GenerationRequest]:
    """Sources of 1 to the most tokens, each way of decoding in turn."""
    dice = random.Random(5)
    return [_make_request(runner, number, dice) for number in range(NUM_REQUESTS)]


def _make_request(runner: ModelRunner, number: int, dice: random.Random) -> GenerationRequest:
    length = dice.randrange(runner.max_source_tokens)
    source = tuple(dice.randrange(3, runner.vocab_size) for _ in range(length))
    options = DecodingOptions(max_new_tokens=dice.randrange(5, 33), seed=number, **WAYS[number % len(WAYS)])
    return GenerationRequest(str(number), (*source, EOS), options, stream=number % 3 == 0)


@pytest.fixture(scope="module")
def alone(runner: ModelRunner, requests: list[GenerationRequest]) -> list[Finished]:
    """What each request gets when nobody else is there."""
    return [play(runner, [request], iter([1]))[0] for request in requests]


def play(
    runner: ModelRunner, requests: list[GenerationRequest], arrivals: Iterator[int], max_encode_tokens: int = 10**6
) -> list[Finished]:
    """Before each step, as many more requests arrive as `arrivals` says. Endings in the order of `requests`."""
    engine = Engine(runner, EngineConfig(DECODER_START, EOS, max_encode_tokens))
    sinks = [RecordingSink() for _ in requests]
    coming = list(zip(requests, sinks, strict=True))
    while coming or engine.has_work:
        arriving = next(arrivals, len(coming))
        for request, sink in coming[:arriving]:
            engine.add(engine.new_sequence(request, sink))
        del coming[:arriving]
        engine.step()
    return [sink.finished for sink in sinks]


def bits(endings: list[Finished]) -> list[Bits]:
    """All that the requests were told, but when."""
    return [[_hypothesis_bits(hypothesis) for hypothesis in ending.hypotheses] for ending in endings]


def _hypothesis_bits(hypothesis: Hypothesis) -> Bits:
    return [hypothesis.reason, hypothesis.score, *map(_token_bits, hypothesis.tokens)]


def _token_bits(token: TokenEvent) -> Bits:
    alignment = None if token.alignment is None else token.alignment.tobytes()
    return [token.token_id, token.logprob, token.top, alignment]


def test_all_together_as_alone(runner: ModelRunner, requests: list[GenerationRequest], alone: list[Finished]) -> None:
    assert bits(play(runner, requests, iter([NUM_REQUESTS]))) == bits(alone)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_joining_at_random_steps_in_random_order_as_alone(
    runner: ModelRunner, requests: list[GenerationRequest], alone: list[Finished], seed: int
) -> None:
    dice = random.Random(seed)
    order = dice.sample(range(NUM_REQUESTS), NUM_REQUESTS)
    arrivals = iter([dice.randrange(5) for _ in range(200)])
    results = play(runner, [requests[number] for number in order], arrivals, dice.choice([1, 64, 400]))
    assert bits(results) == bits([alone[number] for number in order])


def test_the_requests_are_worth_comparing(requests: list[GenerationRequest], alone: list[Finished]) -> None:
    """Different lengths, tokens and endings, or the comparisons above would prove little."""
    best = [ending.best for ending in alone]
    assert len({len(request.source_ids) for request in requests}) > 20
    assert len({len(hypothesis.tokens) for hypothesis in best}) > 10
    assert len({token_id for hypothesis in best for token_id in hypothesis.token_ids}) > 100
    assert len({ending.best.score for ending in alone}) > NUM_REQUESTS // 2
    assert {FinishReason.LENGTH, FinishReason.STOP} & {hypothesis.reason for hypothesis in best}
