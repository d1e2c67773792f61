"""What is known about one request by the time it ends: for its log line and for the metrics."""

import time
from dataclasses import dataclass, field
from typing import Final

from fastapi import Request
from starlette.types import Scope

SCOPE_KEY: Final = "dragoman_record"
UNMATCHED: Final = "unmatched"
NO_API: Final = "none"


@dataclass(slots=True)
class RequestRecord:
    """Made by the middleware; `model` and `outcome` are filled by the route, `status` when the answer starts."""

    request_id: str
    started: float = field(default_factory=time.perf_counter)
    model: str = ""
    outcome: str = ""
    status: int = 0
    first_event_s: float | None = None  # of a stream: until its first event

    @property
    def elapsed_s(self) -> float:
        """Seconds since the request arrived."""
        return time.perf_counter() - self.started

    def note_event(self) -> None:
        """An event of a stream is about to be sent."""
        if self.first_event_s is None:
            self.first_event_s = self.elapsed_s


def record_of(request: Request) -> RequestRecord:
    """The record of a request that came through the middleware."""
    record: RequestRecord = request.scope[SCOPE_KEY]
    return record


def route_of(scope: Scope) -> str:
    """The route's own path, never the one that was asked for: a label must not grow with what clients send."""
    return getattr(scope.get("route"), "path", UNMATCHED)


def api_of(scope: Scope) -> str:
    """The API that the route belongs to, as the description at /docs names it."""
    tags = getattr(scope.get("route"), "tags", None)
    return str(tags[0]) if tags else NO_API
