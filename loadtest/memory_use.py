"""Part 5: the memory of servers under load."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loadtest.memory import KIBIBYTE, MEGABYTE, family, resident_bytes
from loadtest.server import RunningServer
from loadtest.subjects import Subject
from loadtest.systems import DRAGOMAN
from service.runtime.bundle import read_manifest
from service.runtime.cache_shape import bytes_per_row


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """Megabytes of one server: ready but never asked, the most it ever had, and after the last request.

    Dragoman's rows are allocated when it starts: `row_mb` is what each takes.
    """

    model: str
    server: str
    rest_mb: float
    peak_mb: float
    after_mb: float
    row_mb: float | None


def at_rest(servers: Mapping[str, RunningServer]) -> dict[str, float]:
    """Megabytes of each server now."""
    return {name: resident_bytes(server.process.pid) / MEGABYTE for name, server in servers.items()}


def after_load(subject: Subject, servers: Mapping[str, RunningServer], rest: Mapping[str, float]) -> list[MemoryUse]:
    """What became of it."""
    now = at_rest(servers)
    row_mb = bytes_per_row(read_manifest(subject.bundle("int8"))) / MEGABYTE
    peaks = {name: peak_bytes(server.process.pid) / MEGABYTE for name, server in servers.items()}
    return [
        MemoryUse(subject.name, name, rest[name], peaks[name], now[name], row_mb if name == DRAGOMAN else None)
        for name in servers
    ]


def peak_bytes(pid: int) -> int:
    """The largest resident memory that a process and those below it ever had, each at a time of its own."""
    return sum(_peak_of_one(member) for member in family(pid))


def _peak_of_one(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    [line] = [line for line in lines if line.startswith("VmHWM:")]
    return int(line.split()[1]) * KIBIBYTE
