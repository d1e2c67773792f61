"""The lock files hold what pyproject.toml asks for, and a hash for every file that may be installed."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NEVER = {"torch", "onnx", "pytest", "pip"}


def locked(name: str) -> dict[str, list[str]]:
    """The lines of each package in a lock file; the first ends in its version, hashes follow."""
    text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
    entries = re.split(r"\n(?=[a-z])", "\n" + re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    packages = [entry.replace("\\\n", "").split() for entry in entries if entry.strip()]
    return {lines[0]: lines[1:] for lines in packages}


@pytest.mark.parametrize("variant", ["cpu", "gpu"])
def test_a_lock_file_is_up_to_date(variant: str) -> None:
    wanted = [Requirement(text) for text in PROJECT["dependencies"] + PROJECT["optional-dependencies"][variant]]
    pins = {f"{canonicalize_name(one.name)}{one.specifier}" for one in wanted}
    assert pins - locked(variant).keys() == set(), "run `make lock`"


@pytest.mark.parametrize("name", ["build", "cpu", "gpu"])
def test_every_package_is_pinned_and_has_hashes(name: str) -> None:
    packages = locked(name)
    assert packages
    assert [pin for pin in packages if not re.fullmatch(r"[a-z0-9-]+==\S+", pin)] == []
    assert [pin for pin, hashes in packages.items() if not all(h.startswith("--hash=sha256:") for h in hashes)] == []
    assert [pin for pin, hashes in packages.items() if not hashes] == []


@pytest.mark.parametrize("variant", ["cpu", "gpu"])
def test_nothing_for_training_or_tests_is_served(variant: str) -> None:
    assert {pin.partition("==")[0] for pin in locked(variant)} & NEVER == set()


@pytest.mark.parametrize("name", ["build", "cpu", "gpu"])
def test_no_lock_file_says_where_packages_come_from(name: str) -> None:
    """That is the machine's business."""
    text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
    assert "://" not in text
    assert "-index" not in text
