"""Everything is measured in the full plan, the essentials in the quick one."""

from itertools import groupby

import pytest

from loadtest import limit, profiles
from loadtest.plan import FULL, QUICK, Cell, Plan
from loadtest.requirements import MANY_CLIENTS


def test_the_full_plan_has_every_cell_of_both_models() -> None:
    for cells in FULL.offline_cells:
        assert len(set(cells)) == 2 * 2 * 2 * 4
    assert FULL.clients == (1, 8, 32, 64)


@pytest.mark.parametrize("plan", [FULL, QUICK], ids=["full", "quick"])
def test_every_plan_can_show_every_requirement(plan: Plan) -> None:
    assert {1, MANY_CLIENTS} <= set(plan.clients)
    for cells in plan.offline_cells:
        assert {*cells} & {*limit.CELLS}
        assert any(cell.with_transformers for cell in cells)
        assert {cell.precision for cell in profiles.CELLS} <= {cell.precision for cell in cells}


@pytest.mark.parametrize("plan", [FULL, QUICK], ids=["full", "quick"])
def test_cells_that_share_processes_stand_together(plan: Plan) -> None:
    for cells in plan.offline_cells:
        groups = [key for key, _ in groupby(cells, key=lambda cell: (cell.precision, cell.threads))]
        assert len(groups) == len(set(groups))


def test_a_cell_can_be_read() -> None:
    assert str(Cell("int8", 2, 4, 32)) == "int8 beam 4, 2 threads, cap 32"
    assert str(Cell("fp32", 1, 1, 8)) == "fp32 greedy, 1 threads, cap 8"
