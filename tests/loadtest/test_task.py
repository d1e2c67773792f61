"""Targets are cut and compared the same for everybody."""

import pytest

from loadtest.task import Task, agreement, without_end


@pytest.mark.parametrize(("ids", "expected"), [([5, 6, 2], [5, 6]), ([5, 6], [5, 6]), ([2], []), ([5, 2, 6, 2], [5])])
def test_a_target_goes_up_to_its_end_token(ids: list[int], expected: list[int]) -> None:
    assert without_end(ids, 2) == expected


def test_agreement_is_the_share_of_equal_places() -> None:
    assert agreement([[1, 2, 3]], [[1, 2, 3]]) == 1.0
    assert agreement([[1, 2, 3], [4]], [[1, 9, 3], [4]]) == 0.75
    assert agreement([[1, 2]], [[1, 2, 3, 4]]) == 0.5, "what one of them lacks is no agreement"
    assert agreement([], []) == 0.0


def test_the_longest_source_counts() -> None:
    task = Task(sources=[[3, 2], [3, 4, 2]], num_beams=1, cap=8, max_new_tokens=5, is_forced=False)
    assert task.max_source_tokens == 3
