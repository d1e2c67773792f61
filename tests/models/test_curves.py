"""The curves are a PNG that can be opened."""

import json
from pathlib import Path

import numpy as np
from matplotlib.image import imread

from models.curves import draw_curves


def write_history(folder: Path, points: int) -> Path:
    history = [
        {
            "minutes": 5.0 * i,
            "train_loss": 4 / i,
            "validation_loss": 5 / i,
            "validation_bleu": 3.0 * i,
            "rate": 1e-3 / i,
        }
        for i in range(1, points + 1)
    ]
    path = folder / "history.json"
    path.write_text(json.dumps(history), "utf-8")
    return path


def test_a_png_with_something_on_it(tmp_path: Path) -> None:
    image = tmp_path / "curves.png"
    draw_curves(write_history(tmp_path, 4), image)
    assert image.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    pixels = imread(image)
    assert pixels.shape[:2] == (770, 990)
    assert 0.01 < float(np.mean(pixels[..., :3].min(axis=2) < 0.9)) < 0.5


def test_more_validations_change_the_picture(tmp_path: Path) -> None:
    one, two = tmp_path / "one.png", tmp_path / "two.png"
    draw_curves(write_history(tmp_path, 1), one)
    draw_curves(write_history(tmp_path, 3), two)
    assert not np.array_equal(imread(one), imread(two))


def test_nothing_is_drawn_before_the_first_validation(tmp_path: Path) -> None:
    draw_curves(write_history(tmp_path, 0), tmp_path / "curves.png")
    assert not (tmp_path / "curves.png").exists()
