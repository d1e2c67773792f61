import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from service.runtime.compiling import compiled


def test_a_compiled_function_does_what_the_source_says() -> None:
    @compiled("float64(float64[::1], float64)")
    def scaled_sum(numbers: np.ndarray, scale: float) -> float:
        total = 0.0
        for number in numbers:
            total += scale * number
        return total

    assert scaled_sum(np.arange(4.0), 0.5) == 3


def test_other_types_are_refused_with_what_came() -> None:
    @compiled("float64(float64[::1])")
    def first(numbers: np.ndarray) -> float:
        return float(numbers[0])

    with pytest.raises(TypeError, match="float32"):
        first(np.zeros(3, np.float32))


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same() -> None:
    """As in a container that may not write: no file, so no place beside it."""
    names: dict[str, object] = {"compiled": compiled}
    exec("@compiled('int64(int64)')\ndef doubled(number): return 2 * number", names)
    assert names["doubled"](21) == 42  # type: ignore[operator]


MODULE = """
from service.runtime.compiling import compiled

@compiled("int64(int64)")
def doubled(number):
    return 2 * number

if __name__ == "__main__":
    print(doubled(21), sum(doubled.stats.cache_hits.values()))
"""


def test_the_next_start_takes_what_was_kept(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(MODULE)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kept"), "PYTHONPATH": os.pathsep.join(sys.path)}
    printed = [
        subprocess.run([sys.executable, module], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert printed == ["42 0\n", "42 1\n"]


def test_other_threads_go_on_beside_one_that_does_without_the_interpreter() -> None:
    @compiled("float64(int64)", needs_interpreter=False)
    def slow(count: int) -> float:
        total = 0.0
        for number in range(count):
            total = total / 2 + number
        return total

    steps = 0
    with ThreadPoolExecutor(1) as executor:
        running = executor.submit(slow, 200_000_000)
        while not running.done():
            steps += 1
    assert steps > 100_000
