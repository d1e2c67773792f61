import sys
from collections.abc import Iterator

import pytest

from service.runtime.interpreter import LONG_TURN_S, SHORT_TURN_S, outside


@pytest.fixture(autouse=True)
def _interval() -> Iterator[None]:
    interval = sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)


def test_others_take_short_turns_while_a_graph_runs_and_what_comes_behind_it_is_a_long_one() -> None:
    assert outside(sys.getswitchinterval) == pytest.approx(SHORT_TURN_S)
    assert sys.getswitchinterval() == pytest.approx(LONG_TURN_S)


def test_a_call_gets_its_arguments_and_gives_its_result() -> None:
    assert outside(int, "11", base=2) == 3


def test_a_graph_that_fails_ends_the_short_turns_too() -> None:
    with pytest.raises(ZeroDivisionError):
        outside(divmod, 1, 0)
    assert sys.getswitchinterval() == pytest.approx(LONG_TURN_S)
