"""Files that are ZIP archives: read with a limit, and written again with some of their entries replaced."""

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from service.text.formats.document import DocumentError

MAX_BYTES: Final = 100_000_000  # of all entries together: a small file can claim to hold very much
READ_ERRORS: Final = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    EOFError,
    NotImplementedError,
    ValueError,
    zlib.error,
)
COMPRESSED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_entries(data: bytes) -> dict[str, bytes]:
    """What is in the archive, in its order. Raises DocumentError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                _check(info)
            _check_names([info.filename for info in archive.infolist()])
            _check_size(sum(info.file_size for info in archive.infolist()))
            return {info.filename: archive.read(info) for info in archive.infolist()}
    except READ_ERRORS as error:
        raise DocumentError(f"it is not a whole ZIP archive ({error}); make the file anew") from error


def replace_entries(data: bytes, replaced: Mapping[str, bytes]) -> bytes:
    """The archive with the new contents; everything else about its entries, and their order, stays."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(target, "w") as written:
        written.comment = archive.comment
        for info in archive.infolist():
            content = replaced.get(info.filename)
            written.writestr(info, archive.read(info) if content is None else content)
    return target.getvalue()


def _check(info: zipfile.ZipInfo) -> None:
    if info.flag_bits & 1:
        raise DocumentError(f"{info.filename[:80]!a} in it is encrypted; save the file without a password")
    if info.compress_type not in COMPRESSED:
        raise DocumentError(f"{info.filename[:80]!a} in it is compressed in an unusual way; save the file anew")


def _check_names(names: Sequence[str]) -> None:
    twice = next((name for name, number in Counter(names).items() if number > 1), None)
    if twice is not None:
        raise DocumentError(f"{twice[:80]!a} is in it twice, and nothing says which one counts; save the file anew")


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise DocumentError(f"it unpacks to {size} bytes, more than the {MAX_BYTES} that are taken; send parts")
