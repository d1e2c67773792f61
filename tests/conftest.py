"""What tests in more than one folder share."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.shipped"]
# How long an example takes says something about the machine, and nothing else.
settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
# `pytest --hypothesis-profile explore tests/service/text` looks for examples that fail, for about an hour.
settings.register_profile("explore", max_examples=3_000, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the source tree."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session")
def tiny_bundles(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> dict[str, Path]:
    """Two random-weight bundles by precision: tiny-zh-en in fp32 and tiny-en-de in int8."""
    folder = tmp_path_factory.mktemp("tiny-bundles")
    subprocess.run([sys.executable, "-m", "tests.tiny", folder], cwd=repository, check=True, timeout=900)
    return {"fp32": folder / "tiny-zh-en", "int8": folder / "tiny-en-de"}
