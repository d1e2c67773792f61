import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.rows import Move, RowTable
from service.engine.sequence import TokenSequence, new_sequence
from tests.fakes import RecordingSink
from tests.service.engine.bench import make_request


def sequence(name: str) -> TokenSequence:
    return new_sequence(make_request(name, 5), RecordingSink(), decoder_start=1, now=0.0)


def test_rows_are_handed_out_in_order() -> None:
    rows = RowTable(3)
    assert [rows.allocate(sequence(name)) for name in "abc"] == [0, 1, 2]
    assert (rows.num_used, rows.num_free) == (3, 0)


def test_allocating_beyond_the_capacity_is_an_error() -> None:
    rows = RowTable(1)
    rows.allocate(sequence("a"))
    with pytest.raises(IndexError, match="all 1 rows are in use"):
        rows.allocate(sequence("b"))


def test_freeing_the_last_row_moves_nothing() -> None:
    rows = RowTable(2)
    a, b = sequence("a"), sequence("b")
    rows.allocate(a)
    rows.allocate(b)
    assert rows.free(b) is None
    assert rows.sequences == (a,)


def test_freeing_another_row_moves_the_last_one_into_it() -> None:
    rows = RowTable(3)
    a, b, c = (sequence(name) for name in "abc")
    for each in (a, b, c):
        rows.allocate(each)
    assert rows.free(a) == Move(source=2, target=0, sequence=c)
    assert rows.sequences == (c, b)


def test_find_knows_running_requests_only() -> None:
    rows = RowTable(2)
    a = sequence("a")
    rows.allocate(a)
    assert rows.find("a") is a
    rows.free(a)
    assert rows.find("a") is None


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), max_size=60))
def test_rows_stay_compact_and_following_the_moves_gives_the_table(choices: list[int]) -> None:
    """Each choice frees that row if it is in use, and allocates otherwise. `mirror` is what a slot cache holds."""
    rows = RowTable(6)
    mirror: dict[int, TokenSequence] = {}
    for number, choice in enumerate(choices):
        if choice < rows.num_used:
            move = rows.free(rows.sequences[choice])
            if move:
                mirror[move.target] = mirror[move.source]
        elif rows.num_free:
            new = sequence(str(number))
            mirror[rows.allocate(new)] = new
        assert rows.sequences == tuple(mirror[row] for row in range(rows.num_used))
        assert rows.num_used + rows.num_free == 6
