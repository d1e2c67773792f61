import contextlib
import io
import random
import zipfile

import pytest

from service.text.formats import zip_entries
from service.text.formats.document import DocumentError
from service.text.formats.zip_entries import read_entries, replace_entries


def archive(**entries: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written:
        written.comment = b"a note"
        for name, content in entries.items():
            written.writestr(zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6)), content)
    return target.getvalue()


DATA = archive(a=b"one " * 500, b=b"two", c=bytes(range(256)))


def test_some_entries_are_replaced_and_all_else_stays() -> None:
    changed = replace_entries(DATA, {"b": b"deux"})
    assert read_entries(changed) == {**read_entries(DATA), "b": b"deux"}
    with zipfile.ZipFile(io.BytesIO(changed)) as found:
        assert found.comment == b"a note"
        assert {info.date_time for info in found.infolist()} == {(2001, 2, 3, 4, 5, 6)}


@pytest.mark.parametrize("seed", range(200))
def test_a_damaged_archive_is_read_or_refused(seed: int) -> None:
    """Damage to the compressed data, to the names or to the directory: whatever it is, it is told."""
    damaged = bytearray(DATA)
    draw = random.Random(seed)
    for _ in range(draw.randint(1, 8)):
        damaged[draw.randrange(len(damaged))] = draw.randrange(256)
    with contextlib.suppress(DocumentError):
        assert set(read_entries(bytes(damaged)))


def test_half_an_archive_is_refused() -> None:
    with pytest.raises(DocumentError, match="not a whole ZIP archive"):
        read_entries(DATA[: len(DATA) // 2])


def test_more_than_fits_into_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_entries, "MAX_BYTES", 1000)
    with pytest.raises(DocumentError, match=r"it unpacks to 2259 bytes, more than the 1000 that are taken"):
        read_entries(DATA)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_entries_of_one_name_are_refused() -> None:
    """One of them was written twice, and the other was lost."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as written:
        written.writestr("a.xml", "one")
        written.writestr("a.xml", "two")
    with pytest.raises(DocumentError, match=r"'a.xml' is in it twice"):
        read_entries(target.getvalue())
