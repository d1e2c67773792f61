"""The control groups, version 1 or 2, that may limit this process."""

from collections.abc import Iterator
from pathlib import Path

CGROUP_ROOT = Path("/sys/fs/cgroup")
CGROUP_MEMBERSHIP = Path("/proc/self/cgroup")


def group_folders(controller: str, root: Path, membership: Path) -> Iterator[Path]:
    """Every folder that may hold a limit of `controller`: the process's group and its ancestors.

    Inside a container the listed path is often the host's and does not exist here: the mounted root is then
    the container's own group, and it is among the ancestors.
    """
    for line in read_text(membership).splitlines():
        _, controllers, group = line.split(":", 2)
        if not controllers:
            yield from _with_ancestors(root, group)
        elif controller in controllers.split(","):
            yield from _with_ancestors(root / controller, group)
            yield from _with_ancestors(root / controllers, group)


def _with_ancestors(base: Path, group: str) -> Iterator[Path]:
    folder = base / group.strip("/")
    while folder != base:
        yield folder
        folder = folder.parent
    yield base


def read_text(path: Path) -> str:
    """What a file says; nothing if there is none."""
    try:
        return path.read_text("ascii")
    except OSError:
        return ""
