"""The pictures are drawn from the benchmark's last line."""

import json
from pathlib import Path

import pytest
from matplotlib.image import imread

from loadtest import plots
from loadtest.results import Results
from tests.loadtest.samples import good_results


def draw(results: Results, folder: Path) -> set[str]:
    """Names of the pictures that came of it."""
    printed = folder / "printed.txt"
    printed.write_text(f"a table\n\n{json.dumps(results.as_json())}\n", "utf-8")
    plots.main([str(printed), str(folder / "pictures")])
    return {file.name for file in (folder / "pictures").iterdir()}


@pytest.mark.parametrize("name", ["offline.png", "serving.png", "growth.png"])
def test_each_part_is_a_picture_with_something_on_it(tmp_path: Path, name: str) -> None:
    draw(good_results(), tmp_path)
    pixels = imread(tmp_path / "pictures" / name)
    assert pixels.std() > 0.01


def test_what_was_not_measured_is_not_drawn(tmp_path: Path) -> None:
    results = good_results()
    results.growth = []
    assert draw(results, tmp_path) == {"offline.png", "serving.png"}
