"""Asked for far more than it can do, a server answers what it can, refuses the rest at once, and is itself again."""

import asyncio
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from loadtest.flood import Flood, FloodGenerator, FloodResult
from tests.live import LiveServer, serving
from tests.service.api.observing import eventually, is_idle, metric

pytestmark = pytest.mark.faults

SENTENCES = [f"The child sees {number} fish." for number in range(20)]
MAX_WAITING = 40
CLIENTS = 60  # with a sentence each, more than fit into rows and queue together


@pytest.fixture(scope="module")
def server(bundle: Path) -> Iterator[LiveServer]:
    flags = ("--workers", "1", "--max-rows", "8", "--max-waiting", str(MAX_WAITING), "--cache-bytes", "0")
    with serving([bundle], *flags) as server:
        yield server


@pytest.fixture
def client(server: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        yield client


def flood_of(server: LiveServer, texts: list[str] | list[list[str]]) -> Flood:
    bodies = [json.dumps({"q": text, "source": "en", "target": "de"}) for text in texts]
    return Flood(url=server.url, path="/translate", bodies=bodies, expected='"translatedText"', seconds=2)


def run(flood: Flood) -> FloodResult:
    return asyncio.run(FloodGenerator(flood).run())


def test_everybody_gets_an_answer_and_the_refused_are_told_when_to_come_back(
    server: LiveServer, client: httpx.Client
) -> None:
    """An open loop at ten times what a closed one had."""
    flood = flood_of(server, SENTENCES)
    peak = run(dataclasses.replace(flood, clients=16))
    assert set(peak.statuses) == {"200"}
    result = run(dataclasses.replace(flood, rate=10 * len(peak.answer_s) / flood.seconds))
    print(f"peak {len(peak.answer_s)} in {flood.seconds} s; of {result.num_sent} sent then: {result.statuses}")
    assert result.wrong == []
    assert set(result.statuses) == {"200", "429"}
    assert sum(result.statuses.values()) == result.num_sent
    assert eventually(lambda: is_idle(client))
    assert set(run(flood).statuses) == {"200"}


def test_a_list_that_does_not_fit_takes_nobody_elses_place(server: LiveServer, client: httpx.Client) -> None:
    """It is refused before it is tokenised; nothing of it was submitted, so nothing has to be cancelled."""
    before = metric(client, "dragoman_sequences_cancelled_total")
    lists = [[f"{sentence} It is in pond {pond}." for sentence in SENTENCES] for pond in "ABCDEFGH"]
    result = run(dataclasses.replace(flood_of(server, lists), clients=len(lists)))
    assert result.wrong == []
    assert result.statuses["429"] > 0
    assert result.statuses["200"] > 0
    assert metric(client, "dragoman_sequences_cancelled_total") == before


def test_answers_under_overload_are_the_ones_of_an_idle_server(server: LiveServer, client: httpx.Client) -> None:
    """What a model generates. (A translation that goes round in a loop is asked for again only where there is room.)"""
    body = {"inputs": SENTENCES[0]}
    alone = client.post("/generate", json=body).text
    flood = Flood(
        url=server.url, path="/generate", bodies=[json.dumps(body)], expected=alone, clients=CLIENTS, seconds=2
    )
    result = run(flood)
    assert result.wrong == []
    assert result.statuses["200"] > 0
    assert result.statuses["429"] > 0
