"""What a process holds, looked at now and then: memory, descriptors, threads. Does it grow?"""

import asyncio
import itertools
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from loadtest.memory import MEGABYTE, family, resident_bytes

QUARTERS: Final = 4


@dataclass(frozen=True, slots=True)
class Vitals:
    """One look."""

    seconds: float  # since the first one
    rss_mb: float
    descriptors: int
    threads: int


@dataclass(frozen=True, slots=True)
class Growth:
    """How much larger the last quarter may be than the second: the first one is for warming up."""

    rss: float = 1.10  # times
    descriptors: int = 16
    threads: int = 4

    def problems(self, quarters: Sequence[Vitals]) -> list[str]:
        """Everything that grew, as a sentence."""
        _, before, _, after = quarters
        found = []
        if after.rss_mb > before.rss_mb * self.rss:
            found.append(f"memory grew from {before.rss_mb:.0f} to {after.rss_mb:.0f} MB, more than {self.rss - 1:.0%}")
        if after.descriptors > before.descriptors + self.descriptors:
            found.append(f"open descriptors grew from {before.descriptors} to {after.descriptors}")
        if after.threads > before.threads + self.threads:
            found.append(f"threads grew from {before.threads} to {after.threads}")
        return found


def look(pid: int, seconds: float) -> Vitals:
    """At a process of this machine and those below it."""
    members = [Path(f"/proc/{member}") for member in family(pid)]
    descriptors, threads = (sum(len(list((each / name).iterdir())) for each in members) for name in ("fd", "task"))
    return Vitals(seconds, resident_bytes(pid) / MEGABYTE, descriptors, threads)


async def watch(pid: int, interval_s: float, seen: list[Vitals]) -> None:
    """Look until cancelled."""
    started = time.perf_counter()
    while True:
        seen.append(look(pid, time.perf_counter() - started))
        await asyncio.sleep(interval_s)


def by_quarter(seen: Sequence[Vitals]) -> list[Vitals]:
    """The median of each quarter of the looks. Raises ValueError when there are fewer than four."""
    if len(seen) < QUARTERS:
        raise ValueError(f"{len(seen)} looks at the process are too few to say whether it grows; run for longer")
    bounds = [len(seen) * number // QUARTERS for number in range(QUARTERS + 1)]
    return [_median(seen[start:end]) for start, end in itertools.pairwise(bounds)]


def _median(seen: Sequence[Vitals]) -> Vitals:
    return Vitals(
        seen[-1].seconds,
        statistics.median(each.rss_mb for each in seen),
        round(statistics.median(each.descriptors for each in seen)),
        round(statistics.median(each.threads for each in seen)),
    )
