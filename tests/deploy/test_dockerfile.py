"""The Dockerfile follows hadolint's rules and those of this project. `make image-test` builds and runs it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "Dockerfile"
TEXT = DOCKERFILE.read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_hadolint_has_nothing_against_it() -> None:
    command = [str(Path(sys.executable).with_name("hadolint")), str(DOCKERFILE)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_it_builds_without_asking_a_registry_for_a_parser() -> None:
    """What a `# syntax=` line names is pulled before anything else."""
    assert "syntax=" not in TEXT


def test_both_images_are_targets_and_cpu_is_the_default() -> None:
    targets = re.findall(r"^FROM \S+ AS (\S+)$", TEXT, re.MULTILINE)
    assert {"cpu", "gpu"} <= set(targets)
    assert targets[-1] == "cpu"


def test_the_base_is_pinned_to_the_python_that_the_lock_files_are_for() -> None:
    assert "ARG BASE_IMAGE=python:3.11-slim\n" in TEXT
    assert "--python-version 3.11 " in (ROOT / "Makefile").read_text("utf-8")


def test_every_install_checks_hashes_or_installs_what_was_built_there() -> None:
    installs = re.findall(r"pip (?:--python \S+ )?(?:install|wheel) (.*?)(?:&&|\n[A-Z#\n])", TEXT, re.DOTALL)
    assert len(installs) == 5
    assert [text for text in installs if "--require-hashes" not in text and "--no-deps" not in text] == []


def test_the_label_says_the_version() -> None:
    assert f"ARG VERSION={PROJECT['version']}\n" in TEXT
