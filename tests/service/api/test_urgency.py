from types import SimpleNamespace
from typing import Any

import pytest

from service.api.problems import BadRequest
from service.api.record import SCOPE_KEY
from service.api.urgency import note_urgency
from service.engine.request import Priority
from service.engine.urgency import URGENCY, Urgency


def noted(server_s: float | None = None, **headers: str) -> Urgency | None:
    """The urgency of a request that arrived at 1000 s."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    settings = SimpleNamespace(request_timeout_s=server_s)
    app = SimpleNamespace(state=SimpleNamespace(service=SimpleNamespace(settings=settings)))
    request: Any = SimpleNamespace(scope={"headers": raw, SCOPE_KEY: SimpleNamespace(started=1000.0)}, app=app)
    token = URGENCY.set(None)
    try:
        note_urgency(request)
        return URGENCY.get()
    finally:
        URGENCY.reset(token)


def test_a_request_that_says_nothing_has_no_urgency() -> None:
    assert noted() is None


def test_headers_say_how_long_it_may_take_and_who_goes_first() -> None:
    assert noted(x_request_timeout="2.5") == Urgency(Priority.INTERACTIVE, 1002.5, 2.5)
    assert noted(x_priority="Batch") == Urgency(Priority.BATCH, None)


def test_the_servers_limit_holds_where_a_client_asks_for_more_or_for_nothing() -> None:
    assert noted(30) == Urgency(deadline=1030, seconds=30)
    assert noted(30, x_request_timeout="60") == Urgency(deadline=1030, seconds=30)
    assert noted(30, x_request_timeout="10") == Urgency(deadline=1010, seconds=10)


@pytest.mark.parametrize("value", ["0", "-1", "soon", "nan", "inf", "1e9", ""])
def test_a_time_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(BadRequest, match="header X-Request-Timeout must be seconds above 0 and at most 86,400, not "):
        noted(x_request_timeout=value)


def test_an_unknown_priority_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadRequest, match="header X-Priority must be interactive or batch, not urgent"):
        noted(x_priority="urgent")
