import numpy as np

from service.engine.candidates import Candidates


def candidates(totals: list[list[float]], beams: list[list[int]], tokens: list[list[int]]) -> Candidates:
    return Candidates(np.array(totals, np.float64), np.array(beams), np.array(tokens))


def test_the_best_that_do_not_end_go_on_in_their_order() -> None:
    some = candidates([[-1, -2, -3, -4], [-5, -6, -7, -8]], [[0, 1, 0, 1], [1, 1, 0, 0]], [[9, 8, 7, 6], [5, 4, 3, 2]])
    heirs = some.heirs(np.array([[0, 1, 0, 0], [2, 0, 1, 0]], np.int8), 2)
    assert heirs.totals.tolist() == [[-1, -3], [-6, -8]]
    assert heirs.beams.tolist() == [[0, 0], [1, 0]]
    assert heirs.tokens.tolist() == [[9, 7], [4, 2]]


def test_where_too_few_go_on_the_rest_are_dead() -> None:
    some = candidates([[-1, -2, -3, -4]], [[0, 1, 0, 1]], [[9, 8, 7, 6]])
    heirs = some.heirs(np.array([[1, 1, 0, 1]], np.int8), 2)
    assert heirs.totals.tolist() == [[-3, -np.inf]]
    assert heirs.tokens[0, 0] == 7
