import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.choosing import mark_ends, seat_heirs

Seating = tuple[list[list[int]], list[list[float]], list[tuple[int, int]]]


def seat(parents: list[list[int]], totals: list[list[float]] | None = None, *, has_begun: bool = True) -> Seating:
    """The row of each heir, the log-probability of each place, and what is copied; beam k of search g is row gK + k."""
    beams = np.array(parents)
    rows = np.arange(beams.size).reshape(beams.shape)
    heir_totals = np.array((-1.0 - rows).tolist() if totals is None else totals, np.float64)
    seated, heir_rows = np.zeros(beams.shape), np.zeros_like(beams)
    sources, targets = np.zeros(beams.size, np.intp), np.zeros(beams.size, np.intp)
    begun = np.full(len(beams), has_begun)
    num_moves = seat_heirs(heir_totals, beams, rows, begun, seated, heir_rows, sources, targets)
    moves = zip(sources[:num_moves].tolist(), targets[:num_moves].tolist(), strict=True)
    return [search.tolist() for search in heir_rows], [search.tolist() for search in seated], list(moves)


def test_an_only_heir_stays_and_the_second_takes_the_row_of_a_beam_without() -> None:
    rows, _, moves = seat([[2, 0, 2, 3], [0, 0, 0, 0], [3, 2, 1, 0]])
    assert rows == [[2, 0, 1, 3], [4, 5, 6, 7], [11, 10, 9, 8]]
    assert moves == [(2, 1), (4, 5), (4, 6), (4, 7)]


def test_log_probabilities_go_where_the_heirs_sit() -> None:
    _, seated, _ = seat([[1, 1]], [[-3, -4]])
    assert seated == [[-4, -3]]


def test_a_dead_heir_is_not_copied() -> None:
    _, seated, moves = seat([[1, 1]], [[-3, -np.inf]])
    assert (seated, moves) == ([[-np.inf, -3]], [])


def test_rows_that_are_all_alike_need_no_copies() -> None:
    rows, seated, moves = seat([[0, 0, 0]], [[-1, -2, -3]], has_begun=False)
    assert (rows, seated, moves) == ([[0, 1, 2]], [[-1, -2, -3]], [])


@settings(deadline=None)
@given(
    st.integers(1, 8).flatmap(lambda k: st.lists(st.lists(st.integers(0, k - 1), min_size=k, max_size=k), min_size=1))
)
def test_every_heir_gets_a_row_of_its_own_and_copies_never_overlap(parents: list[list[int]]) -> None:
    rows, _, moves = seat(parents)
    assert sorted(row for search in rows for row in search) == list(range(len(rows) * len(rows[0])))
    sources, targets = {source for source, _ in moves}, {target for _, target in moves}
    assert not sources & targets, "a row is written while it is read"
    assert len(moves) == len(targets) == sum(len(own) - len(set(own)) for own in parents), "as many as second heirs"
    copied = {target: source for source, target in moves}
    for place, (own, heirs) in enumerate(zip(parents, rows, strict=True)):
        for parent, row in zip(own, heirs, strict=True):
            assert copied.get(row, row) == place * len(own) + parent, "the heir has what its parent had"


def test_the_end_token_ends_a_hypothesis_and_so_does_the_limit() -> None:
    tokens, rows = np.array([[5, 2], [2, 6], [7, 8]]), np.array([[4, 0], [2, 1], [3, 5]])
    lengths, limits = np.array([0, 0, 3, 7, 3, 0]), np.array([9, 9, 9, 9, 4, 9])
    ends = np.zeros(tokens.shape, np.int8)
    assert mark_ends(tokens, rows, lengths, limits, 2, 30, 10, ends)
    assert ends.tolist() == [[10, 30], [30, 0], [0, 0]]


def test_no_end_is_said_to_be_none() -> None:
    ends = np.ones((1, 2), np.int8)
    assert not mark_ends(np.array([[5, 6]]), np.array([[0]]), np.array([0]), np.array([9]), 2, 3, 1, ends)
    assert ends.tolist() == [[0, 0]]
