"""Every server gets the same sentences, in turn, and percentiles are of all answers."""

import json
from pathlib import Path

import pytest

from loadtest import serving
from loadtest.load import Load, LoadResult
from loadtest.server import RunningServer
from loadtest.serving import STREAMING, ServingBench, ServingResult, make_requests, percentile_ms
from loadtest.subjects import Subject
from loadtest.systems import DRAGOMAN
from tests.loadtest.samples import load_result

SHIPPED = Subject("en-de", Path("nowhere"), Path("shipped"), None, ("en", "de"))
RANDOM = Subject("opus-size", Path("nowhere"), None, 25, ("en", "de"))
SENTENCES = ["Thank you.", "I am hungry."]


def test_percentiles_are_values_that_were_measured() -> None:
    values = [index / 1000 for index in range(1, 101)]
    assert percentile_ms(values, 50) == 51
    assert percentile_ms(values, 99) == 100
    assert percentile_ms([0.5], 99) == 500


def test_a_shipped_model_translates_to_its_own_end() -> None:
    requests = make_requests(SHIPPED, SENTENCES, is_stream=False)
    assert requests.path == "/translate"
    assert json.loads(requests.bodies[1]) == {"q": "I am hungry.", "source": "en", "target": "de"}
    streamed = make_requests(SHIPPED, SENTENCES, is_stream=True)
    assert json.loads(streamed.bodies[0])["stream"] is True


def test_a_random_model_is_told_its_length() -> None:
    requests = make_requests(RANDOM, SENTENCES, is_stream=False)
    parameters = json.loads(requests.bodies[0])["parameters"]
    assert (requests.path, parameters["min_new_tokens"], parameters["max_new_tokens"]) == ("/generate", 25, 25)
    assert make_requests(RANDOM, SENTENCES, is_stream=True).path == "/generate_stream"


def test_all_repetitions_count() -> None:
    slow = load_result(10.0, [0.2] * 20)
    fast = load_result(40.0, [0.1] * 40, [0.05] * 40, [0.01] * 80)
    result = ServingResult("m", DRAGOMAN, 8, None, [slow, fast, fast])
    assert result.requests_per_s == 40
    assert result.spread == 3
    assert result.latency_ms(50) == 100
    assert result.latency_ms(95) == 200
    assert result.first_part_ms(50) == 50
    assert result.gap_ms(50) == 10
    assert ServingResult("m", DRAGOMAN, 8, None, [slow]).first_part_ms(50) is None


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Load]]:
    """What would have been sent: the servers' addresses with their loads, in order."""
    loads: list[tuple[str, Load]] = []

    def run_load(load: Load, server: RunningServer) -> LoadResult:
        loads.append((server.url, load))
        return load_result(len(loads), [0.1])

    monkeypatch.setattr(serving, "run_load", run_load)
    return loads


def bench(repetitions: int) -> ServingBench:
    """Two servers that do not exist, one of them asked for streams too."""
    own = RunningServer("http://own", None, 0.0)  # type: ignore[arg-type]
    peer = RunningServer("http://peer", None, 0.0)  # type: ignore[arg-type]
    return ServingBench(SHIPPED, {DRAGOMAN: own, STREAMING: own, "peer": peer}, SENTENCES, 3.0, repetitions)


def test_everybody_takes_turns(sent: list[tuple[str, Load]]) -> None:
    results = bench(2).closed_loop(8)
    assert [url for url, _ in sent] == ["http://own", "http://own", "http://peer"] * 2
    assert {load.clients for _, load in sent} == {8}
    assert ['"stream"' in load.bodies[0] for _, load in sent] == [False, True, False] * 2
    assert [len(result.loads) for result in results] == [2, 2, 2]
    assert [load.requests_per_s for load in results[2].loads] == [3, 6]


def test_an_open_loop_gives_each_its_own_rate(sent: list[tuple[str, Load]]) -> None:
    results = bench(1).open_loop({DRAGOMAN: 80.0, "peer": 20.0})
    assert [(url, load.rate) for url, load in sent] == [("http://own", 80.0), ("http://peer", 20.0)]
    assert [(result.server, result.rate, result.clients) for result in results] == [
        (DRAGOMAN, 80.0, None),
        ("peer", 20.0, None),
    ]
