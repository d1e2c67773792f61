"""A contestant is a real process that computes only when it is asked to."""

import os
import signal
from collections.abc import Iterator

import pytest

from loadtest.contestant import Contestant, ContestantError, Run, contestant
from loadtest.task import Ids, Task


def task(*sources: Ids) -> Task:
    return Task(sources=list(sources), num_beams=1, cap=1, max_new_tokens=9, is_forced=False)


@pytest.fixture
def echo() -> Iterator[Contestant]:
    """The worker that gives back its sources."""
    with contestant("echo", ["tests.loadtest.echo_worker"], threads=1) as running:
        yield running


def test_it_decodes_what_was_prepared(echo: Contestant) -> None:
    echo.prepare(task([3, 4, 2], [5, 2]))
    assert echo.run().tokens == 5
    assert echo.outputs() == [[3, 4, 2], [5, 2]]
    echo.prepare(task([6, 2]))
    assert echo.run().tokens == 2


def test_it_is_stopped_between_its_turns(echo: Contestant) -> None:
    echo.prepare(task([3, 2]))
    change = os.waitid(os.P_PID, echo.process.pid, os.WSTOPPED | os.WNOWAIT)
    assert change is not None
    assert change.si_status == signal.SIGSTOP


def test_one_that_breaks_is_named(echo: Contestant) -> None:
    echo.prepare(task([9, 2]))
    with pytest.raises(ContestantError, match="echo ended during 'run'"):
        echo.run()


def test_it_is_gone_afterwards() -> None:
    with contestant("echo", ["tests.loadtest.echo_worker"], threads=1) as running:
        running.prepare(task([3, 2]))
    assert running.process.returncode is not None


def test_the_rate_is_tokens_per_second() -> None:
    assert Run(seconds=0.5, tokens=100).rate == 200
