"""How many CPUs this process may really use: affinity and the container's CPU quota, not the machine's count.

More intra-op threads than the quota allows get throttled by the kernel in the middle of a matrix product,
which is far slower than running fewer threads.
"""

import os
from pathlib import Path

from service.runtime.cgroup import CGROUP_MEMBERSHIP, CGROUP_ROOT, group_folders, read_text


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
    quotas = [_folder_quota(folder) for folder in group_folders("cpu", root, membership)]
    return min((quota for quota in quotas if quota is not None), default=None)


def _folder_quota(folder: Path) -> float | None:
    """CPUs granted by one group: `cpu.max` (version 2) or `cpu.cfs_*_us` (version 1)."""
    fields = read_text(folder / "cpu.max").split()
    if not fields:
        fields = [read_text(folder / "cpu.cfs_quota_us").strip(), read_text(folder / "cpu.cfs_period_us").strip()]
    if len(fields) != 2 or not all(field.isdigit() for field in fields) or int(fields[1]) == 0:
        return None  # "max", "-1", or no such file
    return int(fields[0]) / int(fields[1])
