"""A running server with two tiny bundles, shared by the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.live import LiveServer, serving
from tests.talkative import talkative


@pytest.fixture(scope="session")
def bundles(tiny_bundles: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The tiny bundles, changed so that what they generate can be seen."""
    folder = tmp_path_factory.mktemp("talkative")
    return [talkative(bundle, folder / bundle.name) for bundle in tiny_bundles.values()]


@pytest.fixture(scope="session")
def server(bundles: list[Path]) -> Iterator[LiveServer]:
    """tiny-zh-en and tiny-en-de, with small limits."""
    with serving(bundles, "--max-text-chars", "2000", "--max-items", "8", "--max-body-bytes", "100000") as server:
        yield server


@pytest.fixture(scope="session")
def client(server: LiveServer) -> Iterator[httpx.Client]:
    """Talks to `server` and to nothing else."""
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        yield client
