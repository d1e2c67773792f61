"""A server process of one's own is ready inside the `with` statement and gone after it."""

from pathlib import Path

import httpx
import pytest

from loadtest.server import RunningServer, ServerError, running_server


def test_it_is_ready_inside(server: RunningServer) -> None:
    assert httpx.get(f"{server.url}/readyz", trust_env=False).status_code == 200
    assert server.url.startswith("http://127.0.0.1:")
    assert server.ready_s > 0


def test_one_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="no bundle in"), running_server([tmp_path]):
        pass


def test_it_is_gone_afterwards(server: RunningServer, tiny_bundles: dict[str, Path]) -> None:
    with running_server([tiny_bundles["int8"]], timeout_s=180) as another:
        assert another.url != server.url
    assert another.process.returncode == 0
