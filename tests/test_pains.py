"""Every test that docs/pains.md names exists, and every row has one."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.readme import ROOT

ROWS: Final = [
    line
    for line in (ROOT / "docs" / "pains.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| What goes wrong |", "| --- |"))
]
TEST: Final = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


@cache
def names_in(path: Path) -> frozenset[str]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, functions))


def test_the_page_has_all_rows() -> None:
    assert len(ROWS) == 42


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_the_tests_of_a_row_exist(row: str) -> None:
    named = TEST.findall(row)
    assert named
    assert [name for path, name in named if not (ROOT / path).exists() or name not in names_in(ROOT / path)] == []
