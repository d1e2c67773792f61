"""What a benchmark runs on, and who gets which of its processors."""

import importlib.metadata
import os
import platform
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

PACKAGES: Final = ("onnxruntime", "ctranslate2", "transformers", "torch", "numpy", "fastapi", "uvicorn", "uvloop")
# What libraries read when they start their own threads.
THREAD_VARIABLES: Final = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
FEATURES: Final = ("avx2", "avx_vnni", "avx512f", "avx512_vnni", "amx_int8")
CPUINFO: Final = Path("/proc/cpuinfo")


def describe_machine() -> dict[str, Any]:
    """Processor, processors that may be used, load before the start, versions."""
    lines = dict(line.split(":", 1) for line in CPUINFO.read_text("utf-8").splitlines() if ":" in line)
    fields = {name.strip(): value.strip() for name, value in lines.items()}
    flags = fields.get("flags", "").split()
    return {
        "processor": fields.get("model name", platform.processor()),
        "features": [name for name in FEATURES if name in flags],
        "cpus": len(os.sched_getaffinity(0)),
        "load_before": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "versions": {name: importlib.metadata.version(name) for name in PACKAGES},
    }


def first_cpus(count: int) -> list[int]:
    """The processors that everybody with `count` threads computes on."""
    return sorted(os.sched_getaffinity(0))[:count]


def client_cpus(num_server_cpus: int) -> list[int]:
    """The processor of whoever sends requests: one that no server has, or the last one."""
    cpus = sorted(os.sched_getaffinity(0))
    return cpus[num_server_cpus : num_server_cpus + 1] or cpus[-1:]


@contextmanager
def pinned(cpus: Collection[int]) -> Iterator[None]:
    """What is started inside runs on `cpus` only."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def pin_this_process(num_cpus: int) -> None:
    """Compute on the first `num_cpus` processors from now on.

    To be called behind the imports: ONNX Runtime decides when it is imported whether it multiplies with AMX, and
    decides against it where it sees a single processor (1.32: 2.5 times slower).
    """
    os.sched_setaffinity(0, first_cpus(num_cpus))


def thread_environment(threads: int) -> dict[str, str]:
    """This process's environment with a number of threads for every library that asks it."""
    return dict(os.environ) | dict.fromkeys(THREAD_VARIABLES, str(threads))
