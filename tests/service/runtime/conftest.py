"""A float16 bundle, and its graphs on the CPU with slots in what is treated as the memory of a device."""

import subprocess
import sys
from pathlib import Path

import pytest

from service.runtime.bundle import Bundle, load_bundle
from service.runtime.device import CPU_PROVIDER
from service.runtime.sessions import Sessions, open_device_sessions


@pytest.fixture(scope="session")
def float16_bundle(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Bundle:
    """tiny-zh-en in float16."""
    folder = tmp_path_factory.mktemp("float16")
    command = [sys.executable, "-m", "tests.service.runtime.float16", str(folder)]
    subprocess.run(command, cwd=repository, check=True, timeout=900)
    return load_bundle(folder / "tiny-zh-en")


@pytest.fixture(scope="session")
def device_sessions(float16_bundle: Bundle) -> Sessions:
    """What CUDA would run, on the CPU: the same code but for the name of the memory."""
    return open_device_sessions(float16_bundle, CPU_PROVIDER, threads=1)
