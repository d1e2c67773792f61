"""Probes of a server in states that a real one is seldom in, straight through the app."""

import asyncio
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from service.api.app import create_app
from service.api.state import Phase, Service
from service.settings import Settings


def answers(app: Any, *paths: str) -> dict[str, httpx.Response]:
    async def ask() -> dict[str, httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return {path: await client.get(path) for path in paths}

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("phase", "is_healthy", "expected"),
    [
        (Phase.LOADING, True, {"/livez": 200, "/readyz": 503, "/health": 503}),
        (Phase.READY, True, {"/livez": 200, "/readyz": 200, "/health": 200}),
        (Phase.DRAINING, True, {"/livez": 200, "/readyz": 503, "/health": 503}),
        (Phase.READY, False, {"/livez": 503, "/readyz": 503, "/health": 503}),
    ],
)
def test_probes_tell_loading_ready_draining_and_broken_apart(
    phase: Phase, is_healthy: bool, expected: dict[str, int]
) -> None:
    app = create_app(Settings(), lambda: None)
    service: Service = app.state.service
    service.phase = phase
    broken: Any = SimpleNamespace(name="x", engine=SimpleNamespace(trouble=None if is_healthy else "it broke"))
    service._models.append(broken)
    found = answers(app, *expected)
    assert {path: answer.status_code for path, answer in found.items()} == expected
    status = phase.value if is_healthy else "failed"
    assert found["/readyz"].json()["status"] == status
    if not is_healthy:
        assert found["/livez"].json()["error"] == "x: it broke; restart the server"


def test_an_exception_that_nobody_expects_is_a_neutral_answer(caplog: pytest.LogCaptureFixture) -> None:
    """It has the request's id in the log, and none of its own text in the answer."""
    app = create_app(Settings(), lambda: None)
    service: Service = app.state.service
    service._models.append(None)  # type: ignore[arg-type]  # whatever touches it fails
    response = answers(app, "/info")["/info"]
    assert response.status_code == 500
    assert response.json() == {
        "error": "Internal error: this is a fault of the server, not of the request; its log says more"
    }
    [record] = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.__dict__["request_id"] == response.headers["x-request-id"]
