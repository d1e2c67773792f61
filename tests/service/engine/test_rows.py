import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.rows import RowTable
from service.engine.sequence import Draft, TokenSequence, new_sequence
from tests.fakes import EOS, RecordingSink
from tests.service.engine.bench import make_request


def sequence(name: str, num_rows: int = 1) -> TokenSequence:
    request = make_request(name, 5, do_sample=True, num_return_sequences=num_rows)
    return new_sequence(request, RecordingSink(), eos=EOS, now=0.0)


def filled(capacity: int, *sizes: int) -> tuple[RowTable, list[TokenSequence]]:
    """A table, and sequences of so many rows each that sit in it one after another."""
    table = RowTable(capacity)
    sequences = [sequence(str(number), size) for number, size in enumerate(sizes)]
    for each in sequences:
        table.allocate(each.new_drafts())
    return table, sequences


def moves(table: RowTable) -> list[tuple[int, int]]:
    """Pairs of from and to."""
    found = table.close_gaps()
    return list(zip(found.sources.tolist(), found.targets.tolist(), strict=True)) if found else []


def test_rows_are_handed_out_in_order() -> None:
    table, (a, b) = filled(4, 1, 2)
    assert (table.of(a), table.of(b)) == ([0], [1, 2])
    assert (table.num_used, table.num_free) == (3, 1)
    assert (table[2].sequence, table[2].index) == (b, 1)


def test_allocating_beyond_the_capacity_takes_nothing() -> None:
    table, _ = filled(3, 2)
    with pytest.raises(IndexError, match="2 rows were asked for, 1 of 3 are free"):
        table.allocate(sequence("x", 2).new_drafts())
    assert table.num_used == 2


def test_a_free_row_holds_nobody() -> None:
    table, (a, _) = filled(3, 1, 1)
    table.free(table.of(a))
    assert table.of(a) == []
    with pytest.raises(LookupError, match="row 0 is free"):
        table[0]


def test_gaps_are_taken_by_newcomers_first() -> None:
    table, (a, _, c, _) = filled(8, 2, 1, 1, 1)
    table.free([*table.of(c), *table.of(a)])
    assert table.allocate(sequence("x", 4).new_drafts()) == [0, 1, 3, 5]
    assert moves(table) == []


def test_the_last_rows_move_into_the_gaps_that_are_left() -> None:
    table, (a, b, c, d) = filled(8, 2, 1, 1, 2)
    table.free([*table.of(a), *table.of(c)])
    assert moves(table) == [(4, 0), (5, 1)]
    assert (table.of(b), table.of(d)) == ([2], [0, 1])
    assert table.num_used == 3


def test_nothing_moves_when_the_last_rows_are_freed() -> None:
    table, (_, b) = filled(4, 2, 2)
    table.free(table.of(b))
    assert moves(table) == []
    assert table.num_used == 2


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=60))
def test_following_the_moves_gives_the_table_and_rows_are_compact(choices: list[tuple[int, int]]) -> None:
    """Each choice frees one of the sequences, or lets one come, and sometimes gaps are closed: `mirror` is a slot
    cache that does what it is told."""
    table = RowTable(6)
    present: list[TokenSequence] = []
    mirror: dict[int, Draft] = {}
    for number, (choice, size) in enumerate(choices):
        if choice < len(present):
            table.free(table.of(present.pop(choice)))
        elif size <= table.num_free:
            present.append(sequence(str(number), size))
            drafts = present[-1].new_drafts()
            mirror |= zip(table.allocate(drafts), drafts, strict=True)
        if choice % 2:
            pairs = moves(table)
            assert not {source for source, _ in pairs} & {target for _, target in pairs}
            mirror |= {target: mirror[source] for source, target in pairs}
            assert [table[row] for row in range(table.num_used)] == [mirror[row] for row in range(table.num_used)]
        assert table.num_used == sum(each.num_rows for each in present)
