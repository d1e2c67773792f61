from service.engine.stats import RecentMean


def test_the_mean_of_nothing_is_zero_and_of_one_value_is_that_value() -> None:
    mean = RecentMean()
    assert mean.value == 0.0
    mean.add(3.0)
    assert mean.value == 3.0


def test_the_first_values_count_equally_and_old_ones_fade() -> None:
    mean = RecentMean()
    for value in (1.0, 2.0, 3.0):
        mean.add(value)
    assert mean.value == 2.0
    for _ in range(100):
        mean.add(10.0)
    assert 9.99 < mean.value <= 10.0
