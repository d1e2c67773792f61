"""What is broken here: bundles whose model says something, and a well-behaved client beside the fault."""

from pathlib import Path

import pytest

from tests.talkative import talkative


@pytest.fixture(scope="session")
def bundle(tiny_bundles: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """tiny-en-de, changed so that what it generates can be seen."""
    return talkative(tiny_bundles["int8"], tmp_path_factory.mktemp("faults") / "tiny-en-de")
