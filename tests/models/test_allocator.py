"""Memory that was freed is there again, without the system."""

import subprocess
import sys

import pytest

from models.allocator import keep_freed_memory

# Forty megabytes, taken and freed again and again: 10,000 pages each time that they come from the system.
PROGRAM = """
import resource, sys
import torch
from models.allocator import keep_freed_memory

if sys.argv[1] == "kept":
    assert keep_freed_memory()
for turn in range(16):
    if turn == 8:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    torch.zeros(40_000_000, dtype=torch.uint8).add_(1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(how: str) -> int:
    """Pages that the system gave in eight turns."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(not keep_freed_memory(), reason="this is not glibc")
def test_pages_are_given_once() -> None:
    assert faults("kept") * 20 < faults("as it is")
