"""Memory that a training step frees is kept for the next one."""

import ctypes
import sys
from typing import Final

# Of mallopt(3): the parameters' numbers in glibc's malloc.h.
M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
LARGEST: Final = 2**31 - 1


def keep_freed_memory() -> bool:
    """Tell glibc never to give memory back to the system; whether there is a glibc that took it.

    By default it does with every tensor of some megabytes, and a step spends up to a tenth of its time having 20,000
    pages or more given and cleared again.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(mallopt(name, LARGEST) for name in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD))
