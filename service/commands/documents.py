"""Whole files for `dragoman translate`: read by their kind, and written when all of it is translated."""

import asyncio
import errno
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from service.api.catalog import Catalog
from service.api.files import FileTranslation, read_document, without_text_limit
from service.api.order import Order
from service.commands.selection import Selection
from service.runtime.capacity import DEFAULT_ROWS
from service.settings import Settings
from service.text.formats.registry import SUFFIXES
from service.text.options import TranslationOptions

Advance = Callable[[int, int], None]


def is_document(path: Path) -> bool:
    """Whether the name says that it is a file of a kind that is known."""
    return path.suffix.lower() in SUFFIXES


@dataclass(frozen=True, slots=True)
class DocumentTranslator:
    """Translates one file with as many units in the engine as it has rows."""

    catalog: Catalog
    selection: Selection
    settings: Settings

    async def run(self, source: Path, output: Path | None, columns: Sequence[str], advance: Advance) -> None:
        """Translate `source` into `output`, or to standard output. `advance` is told how much of how much is done."""
        _check(output)
        document = await read_document(source.name, await asyncio.to_thread(source.read_bytes), columns)
        window = self.settings.max_rows or DEFAULT_ROWS
        work = FileTranslation(document, self._order(), self.catalog, without_text_limit(self.settings), window)
        await work.start()
        async for num_done in work.progress():
            advance(num_done, len(work.units))
        await asyncio.to_thread(_write, output, await work.render())
        for warning in work.warnings():
            place = "" if warning.index is None else f"text {warning.index + 1}: "
            print(f"dragoman: {place}{warning.message}", file=sys.stderr)

    def _order(self) -> Order:
        options = TranslationOptions(num_beams=self.settings.num_beams)
        return Order(texts=(), source=self.selection.source, target=self.selection.target, options=options)


def _check(output: Path | None) -> None:
    """Whether a file can be written there: better said now than when everything is translated. Raises OSError."""
    if output is None:
        return
    if output.is_dir():
        raise IsADirectoryError(errno.EISDIR, "--output is a folder; name a file in it", str(output))
    os.stat(output.parent)


def _write(output: Path | None, data: bytes) -> None:
    """To standard output, or into a file that is complete from the moment that it is there."""
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif output.exists() and not output.is_file():
        output.write_bytes(data)  # a pipe or a device, which nothing can take the place of
    else:
        _replace(output.resolve(), data)  # where a link leads to, so that it stays one


def _replace(output: Path, data: bytes) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=output.parent, prefix=f".{output.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(temporary, _mode(output))
        os.replace(temporary, output)
    except OSError:
        os.unlink(temporary)
        raise


def _mode(output: Path) -> int:
    """Of the file that is replaced, or as a new one would get it."""
    if output.exists():
        return output.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
