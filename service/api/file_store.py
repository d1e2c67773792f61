"""Translated files until they are fetched: for a while, and not too many of them."""

import asyncio
import re
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fastapi import Request

from service.api.problems import StorageFull

LIFETIME_S: Final = 3600.0
MAX_FILES: Final = 1000
UNSAFE: Final = re.compile(r"[^\w.-]+")
MAX_NAME: Final = 100


class FileTooLarge(Exception):
    """A file that is larger than everything that is kept together; the message has both numbers."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """Where a file lies, what its user calls it, and when it goes."""

    path: Path
    name: str
    num_bytes: int
    expiry: asyncio.TimerHandle


class FileStore:
    """Files in a folder of their own, which is made with the first of them.

    A file is found by a random name that only its user knows, in a table and never by its path. When there is no room
    for another one, the oldest go first. All methods belong to the event loop.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._folder: Path | None = None
        self._files: dict[str, StoredFile] = {}  # the oldest first

    async def put(self, name: str, data: bytes) -> str:
        """Keep a file; the name to ask for. Raises FileTooLarge or StorageFull."""
        if len(data) > self._max_bytes:
            raise FileTooLarge(f"the file of {len(data)} bytes is larger than the {self._max_bytes} that are kept")
        key = secrets.token_hex(16)
        public = f"{key}.{UNSAFE.sub('_', name)[-MAX_NAME:]}"
        self._make_room(len(data))
        path = await self._written(key, data)
        self._make_room(len(data))  # others may have come meanwhile
        expiry = asyncio.get_running_loop().call_later(LIFETIME_S, self._remove, public)
        self._files[public] = StoredFile(path, name, len(data), expiry)
        return public

    def get(self, public: str) -> StoredFile | None:
        """The file of this name, if it is still there."""
        return self._files.get(public)

    def close(self) -> None:
        """Remove all files."""
        for public in [*self._files]:
            self._remove(public)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _num_bytes(self) -> int:
        return sum(stored.num_bytes for stored in self._files.values())

    def _make_room(self, num_bytes: int) -> None:
        while self._files and (len(self._files) >= MAX_FILES or self._num_bytes + num_bytes > self._max_bytes):
            self._remove(next(iter(self._files)))

    async def _written(self, key: str, data: bytes) -> Path:
        """Where the file lies, whole."""
        try:
            path = self._own_folder() / key
            await asyncio.to_thread(_write, path, data)
        except OSError as error:
            raise StorageFull(len(data), error.strerror or str(error)) from error
        return path

    def _own_folder(self) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="dragoman-files-"))
        return self._folder

    def _remove(self, public: str) -> None:
        stored = self._files.pop(public, None)
        if stored is not None:
            stored.expiry.cancel()
            stored.path.unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError:
        path.unlink(missing_ok=True)  # half of a file would take the room that others need
        raise


def file_store_of(request: Request) -> FileStore:
    """The store of the app that a request came to."""
    store: FileStore = request.app.state.files
    return store
