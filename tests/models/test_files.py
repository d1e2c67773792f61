"""A file is replaced whole or not at all."""

from pathlib import Path

import pytest

from models.files import replace_file, replace_text


def test_text_is_written_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    replace_text(path, "Größe 图\n")
    assert path.read_bytes() == "Größe 图\n".encode()
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_an_interrupted_write_leaves_the_former_file(tmp_path: Path) -> None:
    path = tmp_path / "state"
    replace_text(path, "former")

    def write_half(part: Path) -> None:
        part.write_text("hal")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace_file(path, write_half)
    assert path.read_text() == "former"
    replace_text(path, "new")
    assert path.read_text() == "new"
