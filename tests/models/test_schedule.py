"""The learning rate: warm-up, constant, linear decay to zero; by steps, by minutes, and earlier when asked."""

from dataclasses import replace
from typing import Any

import pytest

from models.schedule import Progress, Schedule
from tests.models.toys import toy_training

STEPS = Schedule(toy_training(max_steps=100, warmup_steps=10, peak_rate=2e-3, decay_share=0.4))


def rate_at(step: int, schedule: Schedule = STEPS, **changes: Any) -> float:
    return schedule.rate(replace(Progress(step=step), **changes))


@pytest.mark.parametrize(
    ("step", "rate"),
    [(0, 2e-4), (4, 1e-3), (9, 2e-3), (10, 2e-3), (59, 2e-3), (60, 2e-3), (70, 1.5e-3), (80, 1e-3), (99, 5e-5)],
)
def test_rate_over_a_run_of_100_steps(step: int, rate: float) -> None:
    """Ten steps of warm-up, constant to step 60, then down to zero over the last 40."""
    assert rate_at(step) == pytest.approx(rate)


def test_a_run_of_steps_ends_after_the_last_one() -> None:
    assert not STEPS.is_finished(Progress(step=99))
    assert STEPS.is_finished(Progress(step=100))


def test_minutes_alone_decide_where_no_steps_are_given() -> None:
    schedule = Schedule(toy_training(max_minutes=10, max_steps=None, warmup_steps=1, peak_rate=1.0, decay_share=0.5))
    assert rate_at(999, schedule, seconds=4 * 60) == 1.0
    assert rate_at(999, schedule, seconds=7.5 * 60) == pytest.approx(0.5)
    assert not schedule.is_finished(Progress(step=999, seconds=599))
    assert schedule.is_finished(Progress(seconds=600))


def test_the_first_limit_that_is_reached_counts() -> None:
    schedule = Schedule(toy_training(max_minutes=10, max_steps=100))
    assert schedule.done(Progress(step=50, seconds=60)) == 0.5
    assert schedule.done(Progress(step=10, seconds=300)) == 0.5


def test_an_early_decay_takes_its_whole_share_and_ends_the_run_early() -> None:
    schedule = Schedule(toy_training(max_steps=100, warmup_steps=10, peak_rate=2e-3, decay_share=0.5))
    assert rate_at(25, schedule, decay_from=0.25) == 2e-3
    assert rate_at(50, schedule, decay_from=0.25) == pytest.approx(1e-3)
    assert not schedule.is_finished(Progress(step=74, decay_from=0.25))
    assert schedule.is_finished(Progress(step=75, decay_from=0.25))


def test_past_the_end_the_rate_is_zero_not_negative() -> None:
    assert rate_at(130) == 0.0
