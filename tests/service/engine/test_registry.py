import threading
from functools import partial

import pytest

from service.engine.errors import Draining, DuplicateRequest, EngineStopped, QueueFull
from service.engine.events import Cancelled, Failed, TokenEvent
from service.engine.registry import Registry, Ticket
from tests.fakes import RecordingSink


def opened(max_open: int = 3) -> Registry:
    registry = Registry(max_open)
    registry.accept()
    return registry


def enter(registry: Registry, name: str, *, num_running: int = 0) -> Ticket:
    ticket = Ticket(name, RecordingSink(), None)
    registry.enter(ticket, num_running=num_running, retry_after_s=7.0)
    return ticket


def test_nobody_enters_before_the_start() -> None:
    with pytest.raises(EngineStopped, match="it was not started"):
        enter(Registry(3), "a")


def test_a_full_registry_refuses_and_says_how_many_wait_and_when_to_return() -> None:
    registry = opened(max_open=3)
    for name in "abc":
        enter(registry, name)
    with pytest.raises(QueueFull, match="2 requests are waiting already; try again in 7 s") as caught:
        enter(registry, "d", num_running=1)
    assert (caught.value.size, caught.value.retry_after_s) == (2, 7.0)


def test_an_id_in_use_is_refused() -> None:
    registry = opened()
    enter(registry, "a")
    with pytest.raises(DuplicateRequest, match="'a' is in use"):
        enter(registry, "a")


def test_a_cancelled_request_gives_its_place_and_its_id_away_before_it_has_ended() -> None:
    registry = opened(max_open=1)
    old = enter(registry, "a")
    assert registry.leave("a")
    new = enter(registry, "a")
    registry.deliver(old, (Cancelled(),))
    registry.settle()
    assert registry.num_present == 1
    assert not registry.is_empty
    registry.deliver(new, (Cancelled(),))
    registry.settle()
    assert registry.is_empty


def test_leaving_twice_or_unknown_is_told() -> None:
    registry = opened()
    enter(registry, "a")
    assert registry.leave("a")
    assert not registry.leave("a")
    assert not registry.leave("b")


def test_refusing_answers_with_the_given_error() -> None:
    registry = opened()
    registry.refuse(Draining)
    assert not registry.is_accepting
    with pytest.raises(Draining):
        enter(registry, "a")


def test_after_step_is_called_once_for_all_requests_that_share_it() -> None:
    registry = opened()
    calls: list[str] = []
    shared, other = partial(calls.append, "shared"), partial(calls.append, "other")
    for name, after_step in (("a", shared), ("b", shared), ("c", other)):
        ticket = Ticket(name, RecordingSink(), after_step)
        registry.enter(ticket, num_running=0, retry_after_s=1.0)
        registry.deliver(ticket, (TokenEvent(3, 0.0),))
    registry.settle()
    registry.settle()
    assert sorted(calls) == ["other", "shared"]


def test_fail_next_gives_each_open_request_one_terminal_event() -> None:
    registry = opened()
    sinks: list[RecordingSink] = []
    for name in "ab":
        ticket = enter(registry, name)
        sinks.append(ticket.sink)  # type: ignore[arg-type]
    error = EngineStopped("it broke")
    while not registry.is_empty:
        registry.fail_next(error)
    assert [sink.events for sink in sinks] == [[Failed(error)], [Failed(error)]]


def test_a_request_whose_sink_raised_on_its_ending_does_not_get_a_second_one() -> None:
    registry = opened()
    calls: list[object] = []

    def raising(events: object) -> None:
        calls.append(events)
        raise RuntimeError("a broken sink")

    ticket = Ticket("a", raising, None)
    registry.enter(ticket, num_running=0, retry_after_s=1.0)
    with pytest.raises(RuntimeError):
        registry.deliver(ticket, (Cancelled(),))
    registry.fail_next(EngineStopped("it broke"))
    assert len(calls) == 1
    assert registry.is_empty


def test_wait_empty_wakes_up_with_the_last_ending() -> None:
    registry = opened()
    ticket = enter(registry, "a")
    assert not registry.wait_empty(0.0)
    registry.deliver(ticket, (Cancelled(),))
    settling = threading.Thread(target=registry.settle)
    settling.start()
    assert registry.wait_empty(10.0)
    settling.join()
