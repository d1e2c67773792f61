"""What the README says about settings, files and commands is so."""

import re
from pathlib import Path

import pytest

from tests.readme import FILES, FOLDERS, README, ROOT, SECTIONS, section

TEXT = README.read_text("utf-8")


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_is_what_the_sources_say(name: str) -> None:
    assert section(TEXT, name) == SECTIONS[name](), "run `python -m tests.readme`"


def test_every_source_file_has_a_line_of_its_own() -> None:
    """A file without a purpose cannot be explained to a newcomer."""
    lines = [line for line in section(TEXT, "file map").splitlines() if not line.startswith("```")]
    assert [line.strip() for line in lines if len(line.split(maxsplit=1)) < 2] == []
    names = [line.split()[0] for line in lines]
    sources = [file.name for package in ("service", "export", "models", "loadtest") for file in _sources(package)]
    assert sorted(name for name in names if name.endswith(".py")) == sorted(sources)


def _sources(package: str) -> list[Path]:
    return [file for file in (ROOT / package).rglob("*.py") if file.name != "__init__.py"]


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
def test_what_is_described_by_hand_exists(name: str) -> None:
    assert (ROOT / name).exists()


def test_links_and_paths_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_make_targets_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    named = re.findall(r"\bmake ([a-z-]+)\b", "\n".join(re.findall(r"```(?:sh|text)\n(.*?)```", TEXT, re.DOTALL)))
    assert named
    assert set(named) <= set(targets)
