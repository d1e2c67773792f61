"""How many rows a model gets: as many as asked for, or as fit into a share of the memory that this process may use.

Rows are allocated when a model is loaded and never grow, so what does not fit is found out then and not under load.
"""

from pathlib import Path
from typing import Final

from service.runtime.cgroup import CGROUP_MEMBERSHIP, CGROUP_ROOT, group_folders, read_text
from service.runtime.errors import CapacityError

DEFAULT_ROWS: Final = 48  # more make a step of a small model hardly faster per row
SHARE_OF_ROWS: Final = 0.5  # of the memory limit, for the rows of all models; weights, texts and Python have the rest
MEGABYTE: Final = 1_000_000
MEMINFO: Final = Path("/proc/meminfo")
KIBIBYTE: Final = 1024


def choose_rows(asked: int | None, *, least: int, row_bytes: int, num_models: int, limit: int | None) -> int:
    """Rows of one of `num_models` models whose rows take `row_bytes` each, under a memory limit of `limit` bytes.

    At most DEFAULT_ROWS unless more are asked for, and never less than `least`. Raises CapacityError.
    """
    rows = asked or DEFAULT_ROWS
    if limit is None:
        return rows
    share = int(SHARE_OF_ROWS * limit / num_models)
    fitting = share // row_bytes
    if asked is None and fitting >= least:
        return min(rows, fitting)
    needed = asked or least
    if needed * row_bytes > share:
        raise CapacityError(
            f"{needed} rows take {needed * row_bytes / MEGABYTE:,.0f} MB; of the {limit / MEGABYTE:,.0f} MB that this "
            f"process may use, {share / MEGABYTE:,.0f} MB are for the rows of this model, enough for {fitting}: raise "
            "the memory limit, serve fewer bundles, or set DRAGOMAN_MAX_ROWS to what fits"
        )
    return rows


def memory_limit(root: Path = CGROUP_ROOT, membership: Path = CGROUP_MEMBERSHIP, meminfo: Path = MEMINFO) -> int | None:
    """Bytes that this process may use: the tightest limit of its control groups, or all that the machine has.

    None where neither can be read.
    """
    limits = [_folder_limit(folder) for folder in group_folders("memory", root, membership)]
    known = [limit for limit in [*limits, _machine_memory(meminfo)] if limit is not None]
    return min(known, default=None)


def _folder_limit(folder: Path) -> int | None:
    """`memory.max` (version 2) or `memory.limit_in_bytes` (version 1, an enormous number without a limit)."""
    for name in ("memory.max", "memory.limit_in_bytes"):
        text = read_text(folder / name).strip()
        if text.isdigit():
            return int(text)
    return None


def _machine_memory(meminfo: Path) -> int | None:
    for line in read_text(meminfo).splitlines():
        name, _, value = line.partition(":")
        if name == "MemTotal":
            return int(value.split()[0]) * KIBIBYTE
    return None
