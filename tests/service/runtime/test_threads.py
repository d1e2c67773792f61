import os
from pathlib import Path

import pytest

from service.runtime.threads import available_cpus, cpu_quota, divide_cpus


class Groups:
    """A control-group tree and the membership file of a process in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "cgroup"
        self.membership = folder / "membership"
        self.membership.write_text("")

    def join(self, *lines: str) -> None:
        self.membership.write_text("".join(f"{line}\n" for line in lines))

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(f"{text}\n")

    def quota(self) -> float | None:
        return cpu_quota(self.root, self.membership)

    def cpus(self) -> int:
        return available_cpus(self.root, self.membership)


@pytest.fixture
def groups(tmp_path: Path) -> Groups:
    return Groups(tmp_path)


def test_version_2_quota(groups: Groups) -> None:
    groups.join("0::/app")
    groups.write("app/cpu.max", "150000 100000")
    assert groups.quota() == 1.5


def test_version_2_without_a_limit(groups: Groups) -> None:
    groups.join("0::/app")
    groups.write("app/cpu.max", "max 100000")
    assert groups.quota() is None


def test_version_2_takes_the_tightest_limit_up_the_tree(groups: Groups) -> None:
    groups.join("0::/pod/app")
    groups.write("pod/app/cpu.max", "400000 100000")
    groups.write("pod/cpu.max", "200000 100000")
    assert groups.quota() == 2.0


def test_version_2_in_a_container_that_sees_its_group_as_the_root(groups: Groups) -> None:
    groups.join("0::/")
    groups.write("cpu.max", "300000 100000")
    assert groups.quota() == 3.0


@pytest.mark.parametrize("controllers", ["cpu", "cpu,cpuacct", "cpuacct,cpu"])
def test_version_1_quota(groups: Groups, controllers: str) -> None:
    groups.join("9:name=systemd:/x", f"3:{controllers}:/docker/1", "2:cpuset:/docker/1")
    groups.write(f"{controllers}/docker/1/cpu.cfs_quota_us", "250000")
    groups.write(f"{controllers}/docker/1/cpu.cfs_period_us", "100000")
    assert groups.quota() == 2.5


def test_version_1_without_a_limit(groups: Groups) -> None:
    groups.join("3:cpu:/app")
    groups.write("cpu/app/cpu.cfs_quota_us", "-1")
    groups.write("cpu/app/cpu.cfs_period_us", "100000")
    assert groups.quota() is None


def test_version_1_in_a_container_whose_listed_path_is_the_hosts(groups: Groups) -> None:
    """The host's path does not exist inside; the mounted root is the container's own group."""
    groups.join("3:cpu:/docker/4f1e")
    groups.write("cpu/cpu.cfs_quota_us", "100000")
    groups.write("cpu/cpu.cfs_period_us", "50000")
    assert groups.quota() == 2.0


def test_another_controllers_limit_is_not_read(groups: Groups) -> None:
    groups.join("3:cpuset:/app")
    groups.write("cpuset/app/cpu.cfs_quota_us", "100000")
    groups.write("cpuset/app/cpu.cfs_period_us", "100000")
    assert groups.quota() is None


def test_without_control_groups_there_is_no_limit(tmp_path: Path) -> None:
    assert cpu_quota(tmp_path / "none", tmp_path / "none either") is None


@pytest.mark.parametrize(
    ("quota", "affinity", "expected"),
    [("250000", 8, 2), ("50000", 8, 1), ("800000", 3, 3), ("max", 5, 5)],
)
def test_whole_cpus_within_quota_and_affinity_and_at_least_one(
    groups: Groups, monkeypatch: pytest.MonkeyPatch, quota: str, affinity: int, expected: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(affinity)))
    groups.join("0::/app")
    groups.write("app/cpu.max", f"{quota} 100000")
    assert groups.cpus() == expected


def test_this_machine_has_at_least_one_cpu() -> None:
    assert available_cpus() >= 1


@pytest.mark.parametrize(
    ("cpus", "workers", "threads", "max_workers", "expected"),
    [
        (1, None, None, 4, (1, 1)),
        (2, None, None, 4, (2, 1)),
        (8, None, None, 4, (4, 2)),
        (3, None, None, 2, (2, 1)),
        (8, None, 2, 6, (4, 2)),
        (2, None, 4, 6, (1, 4)),
        (8, 2, None, 6, (2, 4)),
        (2, 6, None, 4, (6, 1)),  # more than are of use, but asked for
        (8, 3, 1, 6, (3, 1)),
    ],
)
def test_cpus_are_divided_among_workers_first(
    cpus: int, workers: int | None, threads: int | None, max_workers: int, expected: tuple[int, int]
) -> None:
    assert divide_cpus(cpus, workers=workers, threads=threads, max_workers=max_workers) == expected
