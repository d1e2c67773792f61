"""How many CPUs this process may really use: affinity and the container's CPU quota, not the machine's count.

More intra-op threads than the quota allows get throttled by the kernel in the middle of a matrix product,
which is far slower than running fewer threads.
"""

import os
from collections.abc import Iterator
from pathlib import Path

CGROUP_ROOT = Path("/sys/fs/cgroup")
CGROUP_MEMBERSHIP = Path("/proc/self/cgroup")


def available_cpus(root: Path = CGROUP_ROOT, membership: Path = CGROUP_MEMBERSHIP) -> int:
    """Whole CPUs that this process may use, at least 1."""
    quota = cpu_quota(root, membership)
    cpus = len(os.sched_getaffinity(0))
    return cpus if quota is None else max(1, min(cpus, int(quota)))


def divide_cpus(cpus: int, *, workers: int | None, threads: int | None, max_workers: int) -> tuple[int, int]:
    """How many workers run side by side, at most `max_workers` unless given, and how many threads each computes with.

    Small matrices gain more from a second worker than from a second thread, so CPUs go to workers first.
    """
    if workers is None:
        workers = max(1, min(cpus // (threads or 1), max_workers))
    return workers, threads or max(1, cpus // workers)


def cpu_quota(root: Path = CGROUP_ROOT, membership: Path = CGROUP_MEMBERSHIP) -> float | None:
    """CPUs that the control group (version 1 or 2) and its parents grant, or None without a limit."""
    quotas = [quota for folder in _group_folders(root, membership) if (quota := _folder_quota(folder)) is not None]
    return min(quotas, default=None)


def _group_folders(root: Path, membership: Path) -> Iterator[Path]:
    """Every folder that may hold a limit: the process's group and its ancestors.

    Inside a container the listed path is often the host's and does not exist here: the mounted root is then
    the container's own group, and it is among the ancestors.
    """
    for line in _read(membership).splitlines():
        _, controllers, group = line.split(":", 2)
        if not controllers:
            yield from _with_ancestors(root, group)
        elif "cpu" in controllers.split(","):
            yield from _with_ancestors(root / "cpu", group)
            yield from _with_ancestors(root / controllers, group)


def _with_ancestors(base: Path, group: str) -> Iterator[Path]:
    folder = base / group.strip("/")
    while folder != base:
        yield folder
        folder = folder.parent
    yield base


def _folder_quota(folder: Path) -> float | None:
    """CPUs granted by one group: `cpu.max` (version 2) or `cpu.cfs_*_us` (version 1)."""
    fields = _read(folder / "cpu.max").split()
    if not fields:
        fields = [_read(folder / "cpu.cfs_quota_us").strip(), _read(folder / "cpu.cfs_period_us").strip()]
    if len(fields) != 2 or not all(field.isdigit() for field in fields) or int(fields[1]) == 0:
        return None  # "max", "-1", or no such file
    return int(fields[0]) / int(fields[1])


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except OSError:
        return ""
