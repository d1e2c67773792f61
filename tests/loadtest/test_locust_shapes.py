"""Users over time."""

import pytest

from loadtest.locust_shapes import ramp_users, spike_users


@pytest.mark.parametrize(
    ("peak", "levels"),
    [(1, [1]), (2, [1, 2]), (8, [1, 2, 4, 8]), (12, [1, 2, 4, 8, 12]), (64, [1, 2, 4, 8, 16, 32, 64])],
)
def test_a_ramp_doubles_up_to_the_peak_and_stays_as_long_on_every_level(peak: int, levels: list[int]) -> None:
    time_s = 10.0 * len(levels)
    assert [ramp_users(10.0 * number + 5, time_s, peak) for number in range(len(levels))] == levels
    assert ramp_users(time_s, time_s, peak) is None


def test_a_spike_is_ten_times_as_many_in_the_middle_third() -> None:
    assert [spike_users(second, 30, 100) for second in (0, 9, 10, 19, 20, 29, 30)] == [10, 10, 100, 100, 10, 10, None]


def test_a_spike_of_few_users_still_begins_with_one() -> None:
    assert spike_users(0, 30, 5) == 1
