"""A server whose tiny bundles have room for every sentence of the load."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loadtest.server import RunningServer, running_server

MAX_TOKENS = 256


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[RunningServer]:
    """tiny-zh-en and tiny-en-de."""
    folder = tmp_path_factory.mktemp("roomy-bundles")
    command = [sys.executable, "-m", "tests.tiny", str(folder), str(MAX_TOKENS)]
    subprocess.run(command, cwd=repository, check=True, timeout=900)
    with running_server([folder], timeout_s=180) as running:
        yield running
