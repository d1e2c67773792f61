"""Every snippet of docs/migrating.md that is not "before" runs, and prints what stands below it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import pytest

from tests.live import serving
from tests.readme import ROOT

PAGE: Final = (ROOT / "docs" / "migrating.md").read_text("utf-8")
SNIPPET: Final = re.compile(
    r"```python\n# (?:before and )?now\n(?P<code>.*?)```\n\n```text\n(?P<printed>.*?)```", re.DOTALL
)
ADDRESS: Final = "http://localhost:8000"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    bundles = [ROOT / "models" / "bundles"]
    with serving(bundles, environ={"DRAGOMAN_DEFAULT_MODEL": "en-de"}) as server:
        yield server.url


SNIPPETS: Final = [(match["code"], match["printed"]) for match in SNIPPET.finditer(PAGE)]


def test_every_snippet_is_found() -> None:
    assert len(SNIPPETS) == PAGE.count("now\n") == 7


@pytest.mark.parametrize(("code", "printed"), SNIPPETS)
def test_a_snippet_prints_what_stands_below_it(address: str, code: str, printed: str) -> None:
    assert ADDRESS in code
    command = [sys.executable, "-c", code.replace(ADDRESS, address)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (result.stdout, result.returncode) == (printed, 0), result.stderr
