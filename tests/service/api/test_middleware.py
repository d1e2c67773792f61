import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from service.api.metrics import Metrics
from service.api.middleware import RequestMiddleware
from service.api.record import SCOPE_KEY
from service.api.state import Service
from service.engine.timeline import TIMELINE, Timeline
from service.settings import Settings


class Server:
    """A middleware around an app that does what the test says."""

    def __init__(self, *, status: int | None, outcome: str = "", route: str | None = "/translate") -> None:
        self.metrics = Metrics()
        self.service = Service(Settings(), self.metrics, lambda: None)
        self._status = status
        self._outcome = outcome
        self._route = route
        self.timeline: Timeline | None = None

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._route:
            scope["route"] = SimpleNamespace(path=self._route)
        self.timeline = TIMELINE.get()
        scope[SCOPE_KEY].outcome = self._outcome
        if self._status is None:
            raise asyncio.CancelledError
        await send({"type": "http.response.start", "status": self._status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def call(self, method: str = "POST", **headers: str) -> dict[str, str]:
        """The headers of the answer."""
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope: dict[str, Any] = {"type": "http", "method": method, "path": "/secret", "headers": raw}
        asyncio.run(RequestMiddleware(self.app, self.service)(scope, receive, send))
        return {name.decode(): value.decode() for name, value in sent[0]["headers"]}

    def counted(self, outcome: str, route: str = "/translate") -> float:
        line = f'dragoman_requests_total{{api="none",model="",outcome="{outcome}",route="{route}"}} '
        found = [text for text in self.metrics.render().decode().splitlines() if text.startswith(line)]
        return float(found[0].removeprefix(line)) if found else 0.0


@pytest.mark.parametrize(
    ("status", "outcome", "counted"),
    [
        (200, "", "ok"),
        (200, "cancelled", "cancelled"),
        (404, "", "invalid"),
        (503, "", "unavailable"),
        (429, "queue_full", "queue_full"),
    ],
)
def test_every_request_is_counted_by_how_it_ended(status: int, outcome: str, counted: str) -> None:
    server = Server(status=status, outcome=outcome)
    server.call()
    assert server.counted(counted) == 1


def test_a_request_that_is_cancelled_before_its_answer_is_counted_too() -> None:
    server = Server(status=None)
    with pytest.raises(asyncio.CancelledError):
        server.call()
    assert server.counted("cancelled") == 1


def test_an_unknown_path_is_counted_without_its_name() -> None:
    server = Server(status=404, route=None)
    server.call()
    assert server.counted("invalid", route="unmatched") == 1
    assert b"secret" not in server.metrics.render()


def test_refusals_are_counted_by_reason() -> None:
    server = Server(status=429, outcome="queue_full")
    server.call()
    assert b'dragoman_rejections_total{reason="queue_full"} 1.0' in server.metrics.render()


def test_the_log_line_has_the_route_and_the_id(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        Server(status=200).call(x_request_id="r-1")
    [record] = caplog.records
    assert record.getMessage().startswith("POST /translate 200 ok ")
    assert record.__dict__["request_id"] == "r-1"


def test_without_traces_no_times_are_taken_down() -> None:
    server = Server(status=200)
    server.call()
    assert server.timeline is None
    assert server.service.tracing is None


def test_what_is_asked_for_every_second_is_not_logged_by_default(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        Server(status=200, route="/readyz").call("GET")
    assert not caplog.records


def test_headers_that_clients_add_of_their_own_are_let_through_and_a_page_sees_when_to_come_back() -> None:
    headers = Server(status=200).call("OPTIONS")
    assert {"Authorization", "*"} <= set(headers["access-control-allow-headers"].split(", "))
    assert "Retry-After" in headers["access-control-expose-headers"]


def test_a_preflight_never_reaches_the_app() -> None:
    headers = Server(status=500).call("OPTIONS")
    assert headers["access-control-allow-origin"] == "*"
