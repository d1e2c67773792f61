"""Memory is read from the kernel's own counters."""

import os

from loadtest.memory import resident_bytes
from loadtest.memory_use import peak_bytes


def test_the_peak_is_never_below_the_present() -> None:
    block = bytearray(64_000_000)
    block[::4096] = b"x" * len(block[::4096])
    during = resident_bytes(os.getpid())
    del block
    assert during > 64_000_000
    assert peak_bytes(os.getpid()) > 0.99 * during, "Linux keeps both counters to within some pages"
