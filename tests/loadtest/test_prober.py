"""A probe counts every answer, and complains about one that is not 200."""

import pytest

from loadtest.prober import ProbeError, probing
from loadtest.server import RunningServer
from tests.service.api.observing import eventually


def test_every_answer_is_counted(server: RunningServer) -> None:
    with probing(server.url) as seconds:
        assert eventually(lambda: len(seconds) >= 5)
    assert all(0 < value < 60 for value in seconds)


def test_a_wrong_status_is_an_error(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loadtest.prober.PATH", "/nothing")
    with pytest.raises(ProbeError, match="answered with 404"), probing(server.url) as seconds:
        assert eventually(lambda: len(seconds) > 0)


def test_nobody_there_is_an_error() -> None:
    with pytest.raises(ProbeError, match="ConnectionRefused"), probing("http://127.0.0.1:9") as seconds:
        assert eventually(lambda: len(seconds) > 0)
