"""A folder that appears whole or not at all."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """An empty folder beside `target` to build in. It becomes `target` on success and is deleted on any error.

    A folder that stands at `target` stays until the new one is complete.
    """
    if target.exists() and not target.is_dir():
        raise NotADirectoryError(f"{target} is a file; name a folder for the bundle")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as scratch:
        built = Path(scratch, "new")
        built.mkdir()
        yield built
        _swap(built, target, Path(scratch, "old"))


def _swap(built: Path, target: Path, old: Path) -> None:
    if target.exists():
        target.rename(old)
    try:
        built.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
