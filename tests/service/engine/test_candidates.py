import numpy as np

from service.engine.candidates import Candidates, Workspace, ended


def candidates(totals: list[list[float]], beams: list[list[int]], tokens: list[list[int]]) -> Candidates:
    return Candidates(np.array(totals, np.float64), np.array(beams), np.array(tokens))


def test_the_best_that_do_not_end_go_on_in_their_order() -> None:
    some = candidates([[-1, -2, -3, -4], [-5, -6, -7, -8]], [[0, 1, 0, 1], [1, 1, 0, 0]], [[9, 8, 7, 6], [5, 4, 3, 2]])
    heirs = Candidates.empty(2, 2)
    some.pick(np.array([[0, 1, 0, 0], [2, 0, 1, 0]], np.int8), heirs)
    assert heirs.totals.tolist() == [[-1, -3], [-6, -8]]
    assert heirs.beams.tolist() == [[0, 0], [1, 0]]
    assert heirs.tokens.tolist() == [[9, 7], [4, 2]]


def test_where_too_few_go_on_the_rest_are_dead() -> None:
    some = candidates([[-1, -2, -3, -4]], [[0, 1, 0, 1]], [[9, 8, 7, 6]])
    heirs = Candidates.empty(1, 2)
    some.pick(np.array([[1, 1, 0, 1]], np.int8), heirs)
    assert heirs.totals.tolist() == [[-3, -np.inf]]
    assert heirs.tokens[0, 0] == 7


def test_a_workspace_has_room_for_every_heir_to_be_a_copy() -> None:
    work = Workspace.of(3, 4, 8)
    assert work.candidates.totals.shape == work.ends.shape == (3, 8)
    assert work.heirs.totals.shape == work.heir_rows.shape == (3, 4)
    assert len(work.sources) == len(work.targets) == 12
    assert not any(map(np.shares_memory, (work.sources, work.targets), (work.targets, work.heir_rows)))


def test_the_ended_are_found_search_by_search_and_best_first() -> None:
    assert ended(np.array([[0, 3], [0, 0], [1, 2]], np.int8)) == [(0, 1), (2, 0), (2, 1)]
