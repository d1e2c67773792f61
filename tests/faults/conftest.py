"""What is broken here: bundles whose model says something, and a well-behaved client beside the fault."""

from pathlib import Path

import pytest

from tests.faults.neighbour import REPORT
from tests.talkative import talkative


@pytest.fixture(scope="session")
def bundle(tiny_bundles: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """tiny-en-de, changed so that what it generates can be seen."""
    return talkative(tiny_bundles["int8"], tmp_path_factory.mktemp("faults") / "tiny-en-de")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What clients beside the faults saw, and by which bound: it is 100 ms only on a machine without other work."""
    lines = [
        f"{report.nodeid.partition('::')[2]}: {line}"
        for report in terminalreporter.getreports("passed")
        for line in report.capstdout.splitlines()
        if line.startswith(REPORT)
    ]
    if lines:
        terminalreporter.section("beside faults")
        for line in lines:
            terminalreporter.line(line)
