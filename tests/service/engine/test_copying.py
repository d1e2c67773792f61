from unittest.mock import Mock

import numpy as np

from service.engine.copying import CacheCopier
from service.engine.rows import Moves

LENGTHS = np.array([3, 0, 7, 5])


def moves(sources: list[int], targets: list[int]) -> Moves:
    return Moves(np.array(sources), np.array(targets))


def made() -> tuple[CacheCopier, Mock, Mock]:
    """A copier, its runner and its observer; by its clock every call takes a second."""
    runner, observer, seconds = Mock(), Mock(), iter(range(100))
    return CacheCopier(runner, lambda: float(next(seconds)), observer), runner, observer


def arguments(call: Mock) -> list[list[int]]:
    return [array.tolist() for array in call.call_args.args]


def test_the_forks_of_all_searches_are_one_call() -> None:
    copier, runner, observer = made()
    copier.fork([moves([2], [1]), moves([0, 3], [5, 4])], LENGTHS)
    assert runner.fork.call_count == 1
    assert arguments(runner.fork) == [[2, 0, 3], [1, 5, 4], [7, 3, 5]]
    observer.moved.assert_called_once_with(num_rows=3, duration_s=1.0)


def test_a_move_takes_as_many_tokens_as_the_row_has() -> None:
    copier, runner, observer = made()
    copier.move(moves([3, 2], [0, 1]), LENGTHS)
    assert arguments(runner.move) == [[3, 2], [0, 1], [5, 7]]
    observer.moved.assert_called_once_with(num_rows=2, duration_s=1.0)


def test_nobody_has_to_watch() -> None:
    runner = Mock()
    CacheCopier(runner, lambda: 0.0, None).move(moves([1], [0]), LENGTHS)
    assert runner.move.called
