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
        """Keep a file; the name to ask for. Raises FileTooLarge."""
        if len(data) > self._max_bytes:
            raise FileTooLarge(f"the file of {len(data)} bytes is larger than the {self._max_bytes} that are kept")
        key = secrets.token_hex(16)
        path = self._own_folder() / key
        public = f"{key}.{UNSAFE.sub('_', name)[-MAX_NAME:]}"
        await asyncio.to_thread(path.write_bytes, data)
        while self._files and (len(self._files) >= MAX_FILES or self._num_bytes + len(data) > self._max_bytes):
            self._remove(next(iter(self._files)))
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

    def _own_folder(self) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="dragoman-files-"))
        return self._folder

    def _remove(self, public: str) -> None:
        stored = self._files.pop(public, None)
        if stored is not None:
            stored.expiry.cancel()
            stored.path.unlink(missing_ok=True)


def file_store_of(request: Request) -> FileStore:
    """The store of the app that a request came to."""
    store: FileStore = request.app.state.files
    return store
