"""The benchmark prints what it measured, and refuses to compare different answers."""

import asyncio
import itertools
import json
from pathlib import Path

import httpx
import pytest

from loadtest import bench
from loadtest.answers import WrongAnswer
from loadtest.server import RunningServer


def test_the_last_line_is_the_result(server: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--url", server.url, "--requests", "12", "--clients", "4", "--rounds", "2"]
    assert bench.main(arguments) == 0
    *rounds, last = capsys.readouterr().out.splitlines()
    result = json.loads(last)
    assert len(rounds) == 2
    assert (result["requests"], result["clients"], result["rounds"]) == (12, 4, 2)
    rates = result["together"]["requests_per_s"] / result["one_at_a_time"]["requests_per_s"]
    assert result["ratio"] == pytest.approx(rates, rel=0.05)


def test_the_ratio_is_of_median_times() -> None:
    rounds = [bench.Round(seconds, [0.1, 0.2], ["a", "b"]) for seconds in (1.0, 4.0, 2.0)]
    result = bench.summarise(rounds, [bench.Round(0.5, [0.1, 0.2], ["a", "b"])])
    assert result["ratio"] == 4.0
    assert result["one_at_a_time"] == {"requests_per_s": 1.0, "p50_ms": 150.0, "p95_ms": 200.0}


def test_a_closed_loop_never_has_more_requests_than_clients() -> None:
    open_now = 0
    most = 0

    async def answer(request: httpx.Request) -> httpx.Response:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await asyncio.sleep(0.001)
        open_now -= 1
        return httpx.Response(200, json={"translatedText": json.loads(request.content)["q"]})

    async def run() -> bench.Round:
        async with httpx.AsyncClient(base_url="http://test", transport=httpx.MockTransport(answer)) as client:
            return await bench.run_round(client, bench.make_requests(30), 5)

    result = asyncio.run(run())
    assert most == 5
    assert result.translations == [request.text for request in bench.make_requests(30)]


def test_different_answers_are_not_compared() -> None:
    numbers = itertools.count()

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"translatedText": f"answer {next(numbers)}"})

    async def run() -> None:
        async with httpx.AsyncClient(base_url="http://test", transport=httpx.MockTransport(answer)) as client:
            await bench.compare(client, num_requests=4, num_clients=2, num_rounds=1)

    with pytest.raises(WrongAnswer, match="differently"):
        asyncio.run(run())


@pytest.mark.parametrize("arguments", [["--requests", "1"], ["--clients", "0"], ["--rounds", "0"], ["--what"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench.main(arguments)


def test_without_bundles_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--bundles", str(tmp_path)]) == 1
    assert f"no bundle in {tmp_path}" in capsys.readouterr().err
