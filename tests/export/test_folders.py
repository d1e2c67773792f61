from pathlib import Path

import pytest

from export.folders import replacing


def test_folder_appears_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "parent" / "bundle"
    with replacing(target) as folder:
        (folder / "file").write_text("new")
        assert not target.exists()
    assert (target / "file").read_text() == "new"
    assert list(target.parent.iterdir()) == [target]


def test_older_folder_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "bundle"
    target.mkdir()
    (target / "leftover").write_text("old")
    with replacing(target) as folder:
        (folder / "file").write_text("new")
        assert (target / "leftover").exists()
    assert [path.name for path in target.iterdir()] == ["file"]


def test_an_error_leaves_everything_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "bundle"
    target.mkdir()
    with pytest.raises(FileNotFoundError), replacing(target) as folder:
        (folder / "missing").read_text()
    assert list(target.iterdir()) == []
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "bundle"
    target.write_text("a file")
    with pytest.raises(NotADirectoryError, match="name a folder for the bundle"), replacing(target):
        pass


def test_anyone_may_read_the_folder(tmp_path: Path) -> None:
    """Temporary folders are private; a bundle is read by another user in a container."""
    with replacing(tmp_path / "bundle"):
        pass
    plain = tmp_path / "plain"
    plain.mkdir()
    assert (tmp_path / "bundle").stat().st_mode == plain.stat().st_mode
