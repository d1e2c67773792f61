"""Each kernel is timed on each shape, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from loadtest import matmul
from loadtest.task import TaskPrecision


@pytest.mark.parametrize("precision", ["int8", "fp32"])
def test_every_kernel_is_timed(repository: Path, precision: TaskPrecision) -> None:
    sizes = ["--threads", "1", "--precision", precision]
    command = [sys.executable, "-m", "loadtest.matmul", *sizes, "4x32x64", "2x64x8"]
    done = subprocess.run(command, cwd=repository, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout)
    assert list(found) == ["4x32x64", "2x64x8"]
    assert all(set(seconds) == set(matmul.KERNELS[precision]) for seconds in found.values())
    assert all(0 < value < 1 for seconds in found.values() for value in seconds.values())


@pytest.mark.parametrize("shape", ["4x32", "4x32x", "axbxc"])
def test_a_shape_has_three_sizes(shape: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        matmul.main(["--threads", "1", shape])
