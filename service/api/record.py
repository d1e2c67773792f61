"""What is known about one request by the time it ends: for its log line and for the metrics."""

import time
from dataclasses import dataclass, field
from typing import Final

from fastapi import Request
from starlette.types import Scope

SCOPE_KEY: Final = "dragoman_record"
UNMATCHED: Final = "unmatched"


@dataclass(slots=True)
class RequestRecord:
    """Made by the middleware; `model` and `outcome` are filled by the route, `status` when the answer starts."""

    request_id: str
    started: float = field(default_factory=time.perf_counter)
    model: str = ""
    outcome: str = ""
    status: int = 0

    @property
    def elapsed_s(self) -> float:
        """Seconds since the request arrived."""
        return time.perf_counter() - self.started


def record_of(request: Request) -> RequestRecord:
    """The record of a request that came through the middleware."""
    record: RequestRecord = request.scope[SCOPE_KEY]
    return record


def route_of(scope: Scope) -> str:
    """The route's own path, never the one that was asked for: a label must not grow with what clients send."""
    return getattr(scope.get("route"), "path", UNMATCHED)
