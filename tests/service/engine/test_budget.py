from concurrent.futures import ThreadPoolExecutor

import pytest

from service.engine.budget import TokenBudget


def test_there_are_as_many_as_the_limit_and_no_more() -> None:
    budget = TokenBudget(10)
    assert budget.take(7)
    assert not budget.take(4)
    assert budget.num_taken == 7, "nothing is taken where not all can be"
    assert budget.take(3)
    budget.give_back(7)
    assert (budget.num_taken, budget.limit) == (3, 10)
    assert budget.take(7)


def test_threads_never_have_more_than_the_limit_together() -> None:
    budget = TokenBudget(100)
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(budget.take, [3] * 100))
    assert (taken.count(True), budget.num_taken) == (33, 99)


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 token, not 0"):
        TokenBudget(0)
