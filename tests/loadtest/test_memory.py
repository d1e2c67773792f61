"""The memory check measures a real process and complains about exactly what is wrong."""

import re

import pytest

from loadtest import memory
from loadtest.memory import Limits, Report
from loadtest.server import RunningServer

GOOD = [(0, 200.0), (500, 300.0), (1000, 310.0), (1500, 320.0), (2000, 329.0)]


def test_a_real_server_keeps_the_limits(server: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--url", server.url, "--pid", str(server.process.pid), "--requests", "120", "--clients", "4"]
    status = memory.main(arguments)
    printed = capsys.readouterr().out
    assert status == 0, printed
    sizes = [float(size) for size in re.findall(r"(?:at rest|after \d+ requests): +([\d.]+) MB", printed)]
    assert len(sizes) == 5
    assert all(50 < size < 600 for size in sizes)
    counts = {kind: int(count) for count, kind in re.findall(r"(\d+) ([a-z_ ]+)", printed.splitlines()[-2])}
    assert sum(counts.values()) >= 120
    assert len(counts) == 10, "every kind of request is sent"


def test_everything_within_its_limit_is_fine() -> None:
    assert Report(4.9, GOOD).problems(Limits()) == []
    assert Report(None, GOOD).problems(Limits()) == []


@pytest.mark.parametrize(
    ("report", "problem"),
    [
        (Report(5.1, GOOD), "ready after 5.1 s"),
        (Report(1.0, [*GOOD[:4], (2000, 331.0)]), "grew from 300 to 331 MB"),
        (Report(1.0, [(0, 200.0), (500, 580.0), (2000, 601.0)]), "601 MB, the limit is 600 MB"),
        (Report(1.0, GOOD, rows_in_use=3), "3 sequences"),
        (Report(1.0, GOOD, wrong=["stream: it ended"]), "stream: it ended"),
    ],
)
def test_each_broken_limit_is_named(report: Report, problem: str) -> None:
    [found] = report.problems(Limits())
    assert problem in found


@pytest.mark.parametrize(
    "arguments", [["--pid", "1"], ["--url", "http://127.0.0.1:1"], ["--requests", "3"], ["--clients", "0"]]
)
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        memory.main(arguments)
