"""What a request's headers say about its urgency, for every API alike."""

import math
from typing import Final

from fastapi import Request

from service.api.body import shorten
from service.api.problems import BadRequest
from service.api.record import record_of
from service.api.state import service_of
from service.engine.request import Priority
from service.engine.urgency import URGENCY, Urgency

PRIORITY: Final = "X-Priority"
TIMEOUT: Final = "X-Request-Timeout"
_RAW: Final = frozenset(name.lower().encode() for name in (PRIORITY, TIMEOUT))
MAX_TIMEOUT_S: Final = 86_400.0


def note_urgency(request: Request) -> None:
    """Let everything that this task submits be as urgent as the request. Raises BadRequest."""
    default_s = service_of(request).settings.request_timeout_s
    given = {name: value.decode("latin-1") for name, value in request.scope["headers"] if name in _RAW}
    if not given and default_s is None:
        return
    priority = _priority(given.get(PRIORITY.lower().encode()))
    seconds = _seconds(given.get(TIMEOUT.lower().encode()), default_s)
    deadline = None if seconds is None else record_of(request).started + seconds
    URGENCY.set(Urgency(priority, deadline, seconds))


def _priority(text: str | None) -> Priority:
    if text is None:
        return Priority.INTERACTIVE
    try:
        return Priority(text.strip().lower())
    except ValueError as error:
        names = " or ".join(priority.value for priority in Priority)
        raise BadRequest(f"header {PRIORITY} must be {names}, not {shorten(text)}") from error


def _seconds(text: str | None, default_s: float | None) -> float | None:
    """The time that a client allows, but no more than the server does."""
    if text is None:
        return default_s
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_TIMEOUT_S:
        raise BadRequest(
            f"header {TIMEOUT} must be seconds above 0 and at most {MAX_TIMEOUT_S:,.0f}, not {shorten(text)}"
        )
    return seconds if default_s is None else min(seconds, default_s)
