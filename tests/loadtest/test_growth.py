"""Growth is read off a curve, and each size is a task of its own."""

import pytest

from loadtest.growth import Curve, cut, make_sweeps


def curve(*points: tuple[int, float]) -> Curve:
    return Curve("m", "dragoman 1x1", "source tokens", [size for size, _ in points], [cost for _, cost in points])


def test_the_exponent_of_a_power_law_is_found() -> None:
    square = curve((10, 100.0), (20, 400.0), (40, 1600.0))
    assert square.exponent == pytest.approx(2)
    assert square.steepest == pytest.approx(2)


def test_a_cliff_shows_in_the_steepest_piece() -> None:
    cliff = curve((10, 100.0), (20, 100.0), (40, 400.0), (80, 400.0))
    assert cliff.exponent < 1
    assert cliff.steepest == pytest.approx(2)


def test_falling_costs_have_negative_exponents() -> None:
    assert curve((1, 100.0), (2, 50.0), (4, 30.0)).steepest < 0


def test_every_size_is_a_task_with_so_many_words() -> None:
    words = list(range(10, 40))
    sweeps = make_sweeps(words, 2, source_lengths=(5, 9), target_lengths=(7,), rows=(3,))
    sources, targets, clients = [sweep.make_task(sweep.sizes[0]) for sweep in sweeps]
    assert {len(source) for source in sources.sources} == {5}
    assert all(source[-1] == 2 and 2 not in source[:-1] for source in sources.sources)
    assert targets.max_new_tokens == 7
    assert (len(clients.sources), clients.cap) == (3, 3)
    assert all(task.is_forced for task in (sources, targets, clients))
    assert sweeps[0].num_words(5) == 5 * len(sources.sources)
    assert sweeps[1].num_words(7) == 7 * len(targets.sources)
    assert sweeps[2].num_words(3) == 3 * clients.max_new_tokens


def test_a_short_text_is_read_again() -> None:
    assert cut([1, 2, 3], 2, 5) == [3, 1, 2, 3, 1]
