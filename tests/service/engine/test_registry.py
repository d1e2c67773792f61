from functools import partial

import pytest

from service.engine.budget import TokenBudget
from service.engine.errors import DuplicateRequest, EngineStopped, QueueFull, TokensFull
from service.engine.events import Cancelled, Failed, TokenEvent
from service.engine.registry import Registry, Ticket
from tests.fakes import RecordingSink


def opened(*, num_rows: int = 1, max_waiting: int = 2, budget: TokenBudget | None = None) -> Registry:
    registry = Registry(num_rows, max_waiting, budget or TokenBudget(1000))
    registry.accept()
    return registry


def enter(registry: Registry, name: str, *, num_rows: int = 1, num_tokens: int = 1) -> Ticket:
    ticket = Ticket(name, RecordingSink(), None, num_rows, num_tokens)
    registry.enter(ticket, retry_after_s=7.0)
    return ticket


def test_nobody_enters_before_the_start() -> None:
    with pytest.raises(EngineStopped, match="it was not started"):
        enter(Registry(1, 2, TokenBudget(9)), "a")


def test_a_full_registry_refuses_and_says_how_many_wait_and_when_to_return() -> None:
    registry = opened(num_rows=1, max_waiting=2)
    for name in "abc":
        enter(registry, name)
    with pytest.raises(QueueFull, match="2 requests are waiting already; try again in 7 s") as caught:
        enter(registry, "d")
    assert (caught.value.size, caught.value.retry_after_s) == (2, 7.0)


@pytest.mark.parametrize(("num_rows", "num_fitting"), [(1, 8), (4, 2), (3, 2), (8, 1)])
def test_wide_requests_leave_room_for_fewer(num_rows: int, num_fitting: int) -> None:
    registry = opened(num_rows=8, max_waiting=5)
    for number in range(num_fitting + 5):
        assert registry.num_in_excess == max(0, number - num_fitting)
        enter(registry, str(number), num_rows=num_rows)
    with pytest.raises(QueueFull, match="5 requests are waiting"):
        enter(registry, "one more", num_rows=num_rows)


@pytest.mark.parametrize("num_rows", [1, 3, 4, 8])
def test_room_is_what_entering_one_after_the_other_finds(num_rows: int) -> None:
    registry = opened(num_rows=8, max_waiting=5)
    enter(registry, "first", num_rows=2)
    expected = [registry.has_room(number, num_rows) for number in range(1, 20)]
    found = []
    for number in range(1, 20):
        try:
            enter(registry, str(number), num_rows=num_rows)
            found.append(True)
        except QueueFull:
            found.append(False)
    assert found == expected
    assert {True, False} == set(found)


def test_rows_that_somebody_gave_up_are_wanted_by_nobody() -> None:
    registry = opened(num_rows=4, max_waiting=1)
    gone, done = enter(registry, "gone", num_rows=4), enter(registry, "done", num_rows=4)
    assert registry.num_in_excess == 1
    registry.leave("gone")
    assert registry.num_in_excess == 0
    for ticket in (gone, done):
        registry.deliver(ticket, (Cancelled(),))
    registry.settle()
    enter(registry, "next", num_rows=4)
    assert registry.num_in_excess == 0


def test_sources_that_are_too_long_together_are_refused_with_all_numbers() -> None:
    registry = opened(num_rows=1, max_waiting=9, budget=TokenBudget(100))
    enter(registry, "a", num_tokens=60)
    enter(registry, "b", num_tokens=30)
    with pytest.raises(
        TokensFull,
        match="90 source tokens are open already, 20 more would be above the limit of 100; try again in 7 s",
    ) as caught:
        enter(registry, "c", num_tokens=20)
    assert (caught.value.size, caught.value.given, caught.value.limit) == (90, 20, 100)
    assert (registry.num_present, registry.num_tokens) == (2, 90), "nothing is kept of the one that was refused"
    enter(registry, "d", num_tokens=10)


def test_tokens_are_given_back_once_by_whoever_leaves_or_ends() -> None:
    budget = TokenBudget(100)
    registry = opened(num_rows=4, budget=budget)
    gone, done = enter(registry, "gone", num_tokens=60), enter(registry, "done", num_tokens=40)
    registry.leave("gone")
    assert (budget.num_taken, registry.num_tokens) == (40, 40), "at once, although it has not ended"
    for ticket in (gone, done):
        registry.deliver(ticket, (Cancelled(),))
    registry.settle()
    assert (budget.num_taken, registry.num_tokens) == (0, 0)


def test_tokens_are_given_back_by_those_who_are_failed_from_outside() -> None:
    budget = TokenBudget(100)
    registry = opened(num_rows=4, budget=budget)
    enter(registry, "a", num_tokens=60)
    registry.abandon(EngineStopped("it hangs"))
    enter(registry, "b", num_tokens=60)
    registry.fail_next(EngineStopped("it broke"))
    assert (budget.num_taken, registry.num_tokens) == (0, 0)


def test_a_full_line_and_a_request_that_is_refused_take_no_tokens() -> None:
    budget = TokenBudget(100)
    registry = opened(num_rows=1, max_waiting=1, budget=budget)
    for name in "ab":
        enter(registry, name, num_tokens=10)
    for name, error in (("c", QueueFull), ("a", DuplicateRequest)):
        with pytest.raises(error):
            enter(registry, name, num_tokens=10)
    assert budget.num_taken == 20


def test_an_id_in_use_is_refused() -> None:
    registry = opened()
    enter(registry, "a")
    with pytest.raises(DuplicateRequest, match="'a' is in use"):
        enter(registry, "a")


def test_a_cancelled_request_gives_its_place_and_its_id_away_before_it_has_ended() -> None:
    registry = opened(num_rows=1, max_waiting=1)
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
    registry.refuse(partial(EngineStopped, "it was stopped"))
    with pytest.raises(EngineStopped, match="it was stopped"):
        enter(registry, "a")


def test_after_step_is_called_once_for_all_requests_that_share_it() -> None:
    registry = opened()
    calls: list[str] = []
    shared, other = partial(calls.append, "shared"), partial(calls.append, "other")
    for name, after_step in (("a", shared), ("b", shared), ("c", other)):
        ticket = Ticket(name, RecordingSink(), after_step)
        registry.enter(ticket, retry_after_s=1.0)
        registry.deliver(ticket, (TokenEvent(3),))
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
    registry.enter(ticket, retry_after_s=1.0)
    with pytest.raises(RuntimeError):
        registry.deliver(ticket, (Cancelled(),))
    registry.fail_next(EngineStopped("it broke"))
    assert len(calls) == 1
    assert registry.is_empty
