"""Forms with a file in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from service.api.body import FORM, MULTIPART, check_text, in_pieces, media_type, read_body, shorten
from service.api.problems import BadRequest, BodyTooLarge, UnsupportedContentType

FORM_BYTES: Final = 20_000  # what a form may have besides its file
MAX_FIELDS: Final = 20


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as its sender calls it, and the fields that came with it."""

    name: str
    data: bytes
    fields: Mapping[str, str]


async def read_upload(request: Request, field: str, max_bytes: int) -> Upload:
    """A form whose `field` is a file of at most `max_bytes`. Raises ApiError."""
    media = media_type(request)
    if media in ("", FORM):  # such a form has no files
        raise BadRequest(f"missing {field} parameter")
    if media != MULTIPART:
        raise UnsupportedContentType(media, (MULTIPART,))
    body = await read_body(request, max_bytes + FORM_BYTES)
    parser = MultiPartParser(
        request.headers, in_pieces(body), max_files=1, max_fields=MAX_FIELDS, max_part_size=FORM_BYTES
    )
    parser.spool_max_size = len(body)  # it is in memory already: no disk that could be full
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise BadRequest(f"multipart body: {error.message}") from error
    if not body.rstrip().endswith(b"--"):
        raise BadRequest("multipart body: it ends before its last boundary")  # the parser drops what is incomplete
    try:
        return await _upload(form.multi_items(), field, max_bytes)
    finally:
        await form.close()


async def _upload(items: list[tuple[str, UploadFile | str]], field: str, max_bytes: int) -> Upload:
    fields: dict[str, str] = {}
    file: UploadFile | None = None
    for name, value in items:
        if name in fields:
            raise BadRequest(f"{shorten(name)} is given twice")
        if isinstance(value, str):
            check_text(value)
            fields[name] = value
        elif name == field:
            file = value
    if file is None or not file.filename:
        raise BadRequest(f"missing {field} parameter")
    data = await file.read()
    _check_size(len(data), max_bytes)
    return Upload(file.filename, data, fields)


def _check_size(size: int, limit: int) -> None:
    if size == 0:
        raise BadRequest("empty file")
    if size > limit:
        raise BodyTooLarge(size, limit)
