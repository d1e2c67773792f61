"""Translated files are found by their random names only, for a while, and not too many are kept."""

import asyncio
import errno
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.api import file_store
from service.api.file_store import FileStore, FileTooLarge
from service.api.problems import StorageFull


@pytest.fixture
def store() -> Iterator[FileStore]:
    store = FileStore(max_bytes=10)
    yield store
    store.close()


async def put_all(store: FileStore, *files: bytes) -> list[str]:
    return [await store.put("a.txt", data) for data in files]


def path_of(store: FileStore, public: str) -> Path:
    stored = store.get(public)
    assert stored is not None
    return stored.path


def test_a_file_is_found_by_its_name_alone(store: FileStore) -> None:
    public = asyncio.run(store.put("Übung 1/../a.txt", b"data"))

    assert public.endswith(".Übung_1_.._a.txt")
    assert path_of(store, public).read_bytes() == b"data"
    assert store.get(public.split(".")[0]) is None
    assert store.get(f"x/../{public}") is None


def test_the_oldest_go_when_there_is_no_room(store: FileStore) -> None:
    first, second, third = asyncio.run(put_all(store, b"1234", b"1234", b"1234"))

    assert store.get(first) is None
    assert store.get(second) is not None
    assert len([*path_of(store, third).parent.iterdir()]) == 2


def test_a_file_that_will_never_fit_is_refused_with_both_numbers(store: FileStore) -> None:
    (kept,) = asyncio.run(put_all(store, b"1234"))

    with pytest.raises(FileTooLarge, match="11 bytes is larger than the 10"):
        asyncio.run(store.put("b.txt", b"x" * 11))
    assert store.get(kept) is not None


def test_a_file_goes_when_its_time_is_over(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_store, "LIFETIME_S", 0.0)

    async def scenario() -> Path:
        path = path_of(store, public := await store.put("a.txt", b"1234"))
        while store.get(public):
            await asyncio.sleep(0)
        return path

    assert not asyncio.run(scenario()).exists()


def test_nothing_is_left_when_the_server_ends(store: FileStore) -> None:
    (public,) = asyncio.run(put_all(store, b"1234"))
    folder = path_of(store, public).parent
    store.close()

    assert not folder.exists()


def test_a_full_disk_is_said_and_nothing_half_is_left(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    (kept,) = asyncio.run(put_all(store, b"1234"))

    def fill_up(path: Path, _: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_up)
    with pytest.raises(StorageFull, match=r"file of 3 bytes cannot be kept \(No space left on device\): try again"):
        asyncio.run(store.put("b.txt", b"123"))
    assert [*path_of(store, kept).parent.iterdir()] == [path_of(store, kept)]


def test_without_a_folder_for_temporary_files_it_is_said(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")

    with pytest.raises(StorageFull, match="No such file or directory"):
        asyncio.run(store.put("b.txt", b"123"))
