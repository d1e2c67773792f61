"""The engine as a worker gives the tokens that a plain search gives."""

import json
from functools import partial
from pathlib import Path

import pytest

from export.graphs import open_graphs
from loadtest.decode_profile import profile
from loadtest.peers.dragoman import EngineDecoder, open_runners
from loadtest.peers.weights import read_config
from loadtest.task import Task
from models.onnx_search import greedy
from service.runtime.bundle import DECODER_NAME, ENCODER_NAME, load_bundle

SOURCES = [[5 + row, 40 + 3 * row, 2] for row in range(7)]


def task(*, num_beams: int = 1, is_forced: bool = False, max_new_tokens: int = 9) -> Task:
    return Task(sources=SOURCES, num_beams=num_beams, cap=3, max_new_tokens=max_new_tokens, is_forced=is_forced)


@pytest.fixture
def decoder(tiny_bundles: dict[str, Path]) -> EngineDecoder:
    """On the bundle in float32."""
    return EngineDecoder(load_bundle(tiny_bundles["fp32"]), partial(open_runners, workers=1, threads=1))


def test_targets_are_those_of_a_plain_search(decoder: EngineDecoder, tiny_bundles: dict[str, Path]) -> None:
    decoder.prepare(task())
    graphs = open_graphs(tiny_bundles["fp32"], read_config(tiny_bundles["fp32"]))
    assert decoder.run() == [target[:9] for target in greedy(graphs, SOURCES)]


def test_a_task_can_be_run_again_and_another_prepared(decoder: EngineDecoder) -> None:
    decoder.prepare(task())
    assert decoder.run() == decoder.run()
    decoder.prepare(task(num_beams=4, is_forced=True))
    assert {len(target) for target in decoder.run()} == {9}


def test_several_engines_side_by_side_give_the_same(tiny_bundles: dict[str, Path], decoder: EngineDecoder) -> None:
    several = EngineDecoder(load_bundle(tiny_bundles["fp32"]), partial(open_runners, workers=3, threads=1))
    for wanted in (task(), task(num_beams=4)):
        decoder.prepare(wanted)
        several.prepare(wanted)
        assert several.run() == several.run() == decoder.run()
    several.close()


def test_a_task_beyond_the_bundle_is_refused(decoder: EngineDecoder) -> None:
    with pytest.raises(ValueError, match="max_target_tokens=1000"):
        decoder.prepare(task(max_new_tokens=1000))


def test_a_profile_knows_where_the_time_goes(tiny_bundles: dict[str, Path]) -> None:
    found = profile(load_bundle(tiny_bundles["int8"]), task(num_beams=4, is_forced=True))
    operators = found["operators_s"]
    assert set(operators) == {ENCODER_NAME, DECODER_NAME}
    assert all(any("MatMul" in name for name in seconds) for seconds in operators.values())
    inside = sum(sum(seconds.values()) for seconds in operators.values())
    assert 0 < inside + found["moves_s"] < found["seconds"]
    assert json.dumps(found)
