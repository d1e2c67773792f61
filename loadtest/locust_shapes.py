"""How the number of users changes while a test runs, up to a peak. Works without locust."""

from typing import Final

# Of the users, while nothing special happens.
CALM_PART: Final = 10
# A spike begins and ends at these parts of the time.
SPIKE_BEGINS: Final = 1 / 3
SPIKE_ENDS: Final = 2 / 3


def ramp_users(elapsed_s: float, run_time_s: float, peak: int) -> int | None:
    """1, 2, 4, ... users up to `peak`, each for as long."""
    levels = [*(1 << power for power in range(peak.bit_length()) if 1 << power < peak), peak]
    level = int(elapsed_s / run_time_s * len(levels))
    return levels[level] if level < len(levels) else None


def spike_users(elapsed_s: float, run_time_s: float, peak: int) -> int | None:
    """A tenth of `peak`, all of it in the middle third, a tenth again."""
    part = elapsed_s / run_time_s
    if part >= 1:
        return None
    return peak if SPIKE_BEGINS <= part < SPIKE_ENDS else max(1, peak // CALM_PART)
