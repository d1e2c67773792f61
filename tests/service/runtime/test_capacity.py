from pathlib import Path

import pytest

from service.runtime.capacity import DEFAULT_ROWS, choose_rows, memory_limit
from service.runtime.errors import CapacityError

GIGABYTE = 1_000_000_000
MEGABYTE = 1_000_000


def chosen(asked: int | None = None, *, row_mb: int = 25, num_models: int = 1, limit: int | None = GIGABYTE) -> int:
    return choose_rows(asked, least=8, row_bytes=row_mb * MEGABYTE, num_models=num_models, limit=limit)


def complaint(asked: int | None = None, **sizes: int) -> str:
    with pytest.raises(CapacityError) as caught:
        chosen(asked, **sizes)
    return str(caught.value)


def test_small_rows_are_as_many_as_by_default() -> None:
    assert chosen(row_mb=1) == DEFAULT_ROWS


def test_large_rows_are_as_many_as_fit_into_half_of_the_memory() -> None:
    assert chosen(row_mb=25) == 20


def test_several_models_share_that_half() -> None:
    assert chosen(row_mb=25, num_models=2) == 10


def test_as_many_as_were_asked_for_if_they_fit() -> None:
    assert chosen(15, row_mb=25) == 15
    assert chosen(200, row_mb=1) == 200


def test_more_than_fit_are_refused_with_the_numbers_and_what_to_do() -> None:
    assert complaint(30, row_mb=25) == (
        "30 rows take 750 MB; of the 1,000 MB that this process may use, 500 MB are for the rows of this model, enough "
        "for 20: raise the memory limit, serve fewer bundles, or set DRAGOMAN_MAX_ROWS to what fits"
    )


def test_a_model_that_could_not_serve_one_wide_request_is_refused() -> None:
    assert "8 rows take 800 MB" in complaint(row_mb=100)


def test_fewer_than_that_can_be_asked_for() -> None:
    assert chosen(4, row_mb=100) == 4


def test_without_a_known_limit_the_default_stands() -> None:
    assert chosen(row_mb=1000, limit=None) == DEFAULT_ROWS


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine with 8 GB, and a process in a control group."""
    (tmp_path / "meminfo").write_text("MemTotal:        8000000 kB\nMemFree:         100 kB\n")
    (tmp_path / "membership").write_text("0::/pod/app\n4:memory:/pod/app\n")
    return tmp_path


def limit_of(machine: Path) -> int | None:
    return memory_limit(machine / "cgroup", machine / "membership", machine / "meminfo")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")


def test_the_machines_memory_is_the_limit_where_no_group_has_one(machine: Path) -> None:
    write(machine / "cgroup/pod/memory.max", "max")
    write(machine / "cgroup/memory/memory.limit_in_bytes", "9223372036854771712")
    assert limit_of(machine) == 8_192_000_000


@pytest.mark.parametrize("file", ["pod/app/memory.max", "pod/memory.max", "memory/pod/app/memory.limit_in_bytes"])
def test_the_tightest_limit_up_the_tree_counts_in_either_version(file: str, machine: Path) -> None:
    write(machine / "cgroup" / file, "512000000")
    assert limit_of(machine) == 512_000_000


def test_a_machine_that_tells_nothing_has_no_known_limit(tmp_path: Path) -> None:
    assert limit_of(tmp_path) is None
