"""Around every request: its id, its log line, its metrics, and the headers that let browsers call from anywhere."""

import logging
import random
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.errors import REFUSALS
from service.api.record import SCOPE_KEY, RequestRecord, api_of, route_of
from service.api.state import Service
from service.engine.timeline import TIMELINE, Timeline

logger = logging.getLogger("service.access")

REQUEST_ID: Final = "X-Request-Id"
VALID_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
POLLED: Final = frozenset({"/health", "/livez", "/metrics", "/readyz"})
CORS_HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    # The star is for headers that clients add of their own; it does not stand for Authorization.
    "Access-Control-Allow-Headers": f"Authorization, Content-Type, {REQUEST_ID}, X-Priority, X-Request-Timeout, *",
    "Access-Control-Expose-Headers": f"Authorization, Retry-After, {REQUEST_ID}",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Max-Age": "1728000",
}
RAW_CORS_HEADERS: Final = tuple((name.lower().encode(), value.encode()) for name, value in CORS_HEADERS.items())


class RequestMiddleware:
    """Plain ASGI: it sees a stream's last byte, and nothing comes between a route and a disconnect."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":  # a GET whose body the connection leaves out
            scope = {**scope, "method": "GET"}
        record = RequestRecord(_request_id(Headers(scope=scope).get(REQUEST_ID)))
        scope[SCOPE_KEY] = record
        if self._service.tracing:
            TIMELINE.set(Timeline())
        app = _preflight if scope["method"] == "OPTIONS" else self._app
        self._service.request_started()
        try:
            await app(scope, receive, _decorated(send, record))
        finally:
            self._service.request_ended()
            self._report(scope, record)

    def _report(self, scope: Scope, record: RequestRecord) -> None:
        route = route_of(scope)
        outcome = record.outcome or _outcome(record.status)
        self._measure(scope, record, outcome)
        if (tracing := self._service.tracing) and route not in POLLED and (timeline := TIMELINE.get()):
            tracing.report(scope, record, outcome, timeline)
        logger.log(
            logging.DEBUG if route in POLLED else logging.INFO,
            "%s %s %d %s %.3f s",
            scope["method"],
            route,
            record.status,
            outcome,
            record.elapsed_s,
            extra={"request_id": record.request_id, "model": record.model},
        )

    def _measure(self, scope: Scope, record: RequestRecord, outcome: str) -> None:
        metrics, route = self._service.metrics, route_of(scope)
        metrics.requests.labels(api_of(scope), route, record.model, outcome).inc()
        metrics.request_seconds.labels(route).observe(record.elapsed_s)
        if record.first_event_s is not None:
            metrics.first_event_seconds.labels(route).observe(record.first_event_s)
        if record.outcome in REFUSALS:
            metrics.rejections.labels(record.outcome).inc()


def _outcome(status: int) -> str:
    """For answers that no route has judged; 0 means that none was begun."""
    if status < 400:
        return "ok" if status else "cancelled"
    return "invalid" if status < 500 else "unavailable"


def _request_id(given: str | None) -> str:
    """The client's own id if it is harmless in a log line and in a header, otherwise a new one."""
    return given if given and VALID_ID.fullmatch(given) else f"{random.getrandbits(128):032x}"


def _decorated(send: Send, record: RequestRecord) -> Send:
    async def decorated(message: Message) -> None:
        if message["type"] == "http.response.start":
            record.status = message["status"]
            # Raw, because no route sets any of these: a mapping would look for each of them first.
            own = (REQUEST_ID.lower().encode(), record.request_id.encode())
            message["headers"] = [*message.get("headers", ()), *RAW_CORS_HEADERS, own]
        await send(message)

    return decorated


async def _preflight(scope: Scope, receive: Receive, send: Send) -> None:
    await Response(status_code=204)(scope, receive, send)
