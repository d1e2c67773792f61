from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from service.api.watchdog import CHECK_S, Watchdog


class FakeWorker:
    """At the step that the test says."""

    round_in_progress: int | None = None


class FakeService:
    """One model, whose workers are at the steps that the test says."""

    def __init__(self, stall_timeout_s: float = 3 * CHECK_S) -> None:
        self.settings = SimpleNamespace(stall_timeout_s=stall_timeout_s)
        self.engine = SimpleNamespace(trouble=None, workers=[FakeWorker()])
        self.models = [SimpleNamespace(name="en-de", engine=self.engine)]
        self.given_up: list[str] = []

    def give_up(self, model: Any, reason: str) -> None:
        self.given_up.append(f"{model.name}: {reason}")


def checked(service: FakeService, rounds: Sequence[int | None]) -> list[str]:
    """What is given up when the worker is found at these steps, one after the other."""
    watchdog = Watchdog(service)  # type: ignore[arg-type]
    for number in rounds:
        service.engine.workers[0].round_in_progress = number
        if watchdog.check():
            break
    return service.given_up


@pytest.mark.parametrize("rounds", [[1, 2, 3, 4, 5, 6], [None] * 6, [1, 1, 1, 2, 2, 2, None, 2, 2, 2]])
def test_engines_that_get_on_with_it_are_left_alone(rounds: list[int | None]) -> None:
    assert checked(FakeService(), rounds) == []


def test_an_engine_that_is_always_found_at_the_same_step_is_given_up() -> None:
    assert checked(FakeService(), [7] * 4) == []
    assert checked(FakeService(), [7] * 5) == ["en-de: a step has not ended for more than 1.5 s"]


def test_a_broken_engine_is_given_up_at_once() -> None:
    service = FakeService()
    service.engine.trouble = "it broke (ZeroDivisionError)"
    assert checked(service, [None]) == ["en-de: it broke (ZeroDivisionError)"]
