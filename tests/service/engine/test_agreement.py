"""What a stream may show. Columns of `written` are tokens, rows are beams."""

import numpy as np
import pytest

from service.engine.agreement import Agreement
from service.engine.targets import Targets

LIVE, DEAD = -1.0, -np.inf


class Scene:
    """One search of three beams in rows 4, 2 and 0 that has written something."""

    def __init__(self, *written: list[int], num_certain: int = 0, is_streamed: bool = True) -> None:
        self.targets = Targets(6, 8)
        self.rows = np.array([[4, 2, 0]])
        for row, tokens in zip(self.rows[0].tolist(), written, strict=True):
            for token in tokens:
                self.targets.append(np.array([row]), np.array([token]))
        self.agreement = Agreement(2, self.targets)
        self.agreement.start(0, num_certain=num_certain, is_streamed=is_streamed)

    def advance(self, *totals: float) -> list[tuple[int, int, int, int]]:
        return self.agreement.advance(self.rows, np.array([totals or (LIVE, LIVE, LIVE)]))


def test_what_all_live_beams_begin_with_is_certain() -> None:
    scene = Scene([7, 8, 9], [7, 8, 5], [7, 8, 9])
    assert scene.advance() == [(0, 4, 0, 2)]
    assert scene.agreement.num_certain(0) == 2


def test_nothing_is_shown_twice() -> None:
    scene = Scene([7, 8], [7, 5], [7, 8])
    scene.advance()
    assert scene.advance() == []


def test_beams_that_are_alike_are_certain_to_their_end() -> None:
    assert Scene([7, 8], [7, 8], [7, 8]).advance() == [(0, 4, 0, 2)]


def test_dead_beams_do_not_count_and_a_live_one_shows() -> None:
    scene = Scene([5, 8], [7, 8], [7, 8])
    assert scene.advance(DEAD, LIVE, LIVE) == [(0, 2, 0, 2)]


def test_without_a_live_beam_nothing_is_shown() -> None:
    """The search is over: its winner is known, and told as a whole."""
    assert Scene([7], [7], [7]).advance(DEAD, DEAD, DEAD) == []


@pytest.mark.parametrize(("ended", "stop"), [([7, 5], 1), ([7, 8, 9, 2], 2), ([7], 1), ([5, 8], 0)])
def test_the_best_ended_hypothesis_may_win_too(ended: list[int], stop: int) -> None:
    scene = Scene([7, 8], [7, 8], [7, 8])
    scene.agreement.set_best(0, ended)
    assert scene.advance() == ([(0, 4, 0, stop)] if stop else [])


def test_a_better_ended_hypothesis_takes_the_place_of_a_longer_one() -> None:
    scene = Scene([7, 8], [7, 8], [7, 8])
    scene.agreement.set_best(0, [7, 8, 9])
    scene.agreement.set_best(0, [7])
    assert scene.advance() == [(0, 4, 0, 1)]


def test_a_new_search_at_a_place_knows_nothing_of_the_old_one() -> None:
    scene = Scene([7, 8], [7, 8], [7, 8])
    scene.agreement.set_best(0, [5])
    scene.agreement.start(0, num_certain=0, is_streamed=True)
    assert scene.advance() == [(0, 4, 0, 2)]


def test_a_prefix_that_was_sent_is_certain_from_the_start() -> None:
    assert Scene([7, 8, 9], [7, 8, 9], [7, 8, 5], num_certain=1).advance() == [(0, 4, 1, 2)]


def test_a_search_that_does_not_stream_shows_nothing() -> None:
    scene = Scene([7], [7], [7], is_streamed=False)
    scene.agreement.set_best(0, [7])
    assert scene.advance() == []


def test_a_search_that_moves_takes_all_along() -> None:
    scene = Scene([7, 8], [7, 8], [7, 8])
    scene.agreement.set_best(0, [7, 5])
    scene.agreement.start(1, num_certain=0, is_streamed=False)
    scene.agreement.move(0, 1)
    scene.agreement.start(0, num_certain=0, is_streamed=False)
    rows, totals = np.concatenate((scene.rows, scene.rows)), np.full((2, 3), LIVE)
    assert scene.agreement.advance(rows, totals) == [(1, 4, 0, 1)]
