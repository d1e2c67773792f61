"""Whole targets from slots on a device: to the bit those from slots on the host, where both are the same processor."""

import random
from typing import Any

import pytest

from loadtest.gpu_parity import decode
from service.engine.options import DecodingOptions
from service.runtime.bundle import Bundle
from service.runtime.runner import load_runner, make_runner
from service.runtime.sessions import Sessions

NUM_ROWS = 16
NUM_SOURCES = 20  # more than there are rows for, so that rows are taken again and moved
WAYS: list[dict[str, Any]] = [
    {"repetition_penalty": 1.5, "logprobs": True},
    {"do_sample": True, "temperature": 2.0, "num_return_sequences": 3, "seed": 7},
    {"num_beams": 4, "no_repeat_ngram_size": 2},
    {"num_beams": 8, "repetition_penalty": 2.0, "prefix": (7, 8, 9), "early_stopping": True},
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: next(iter(way)))
def test_targets_and_scores_are_those_of_the_host(
    float16_bundle: Bundle, device_sessions: Sessions, way: dict[str, Any]
) -> None:
    dice = random.Random(3)
    sources = [[*dice.choices(range(3, 500), k=dice.randrange(40)), 2] for _ in range(NUM_SOURCES)]
    options = DecodingOptions(max_new_tokens=20, **way)
    device = make_runner(float16_bundle, device_sessions, num_slots=NUM_ROWS, threads=1)
    host = load_runner(float16_bundle, device="cpu", num_slots=NUM_ROWS, threads=1)
    found = decode(device, sources, options)
    assert found == decode(host, sources, options)
    assert len({hypothesis.token_ids for hypothesis in found}) > NUM_SOURCES // 2
