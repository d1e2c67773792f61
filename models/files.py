"""Files that are there whole or not at all, also when the process is killed while it writes one."""

from collections.abc import Callable
from pathlib import Path


def replace_text(path: Path, text: str) -> None:
    """Write UTF-8 text; a file that stands at `path` stays until the new one is complete."""
    replace_file(path, lambda part: part.write_text(text, "utf-8"))


def replace_file(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` make a file beside `path`, then put it there."""
    part = path.with_name(f"{path.name}.part")
    write(part)
    part.replace(path)
