"""LibreTranslate's routes for files: /translate_file and /download_file."""

from collections.abc import AsyncGenerator
from pathlib import PurePath
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, JSONResponse

from service.api.access import admit
from service.api.disconnect import unless_gone
from service.api.errors import LIBRETRANSLATE
from service.api.file_store import FileTooLarge, file_store_of
from service.api.files import FileTranslation, read_document, window_of, without_text_limit
from service.api.openapi import responses
from service.api.order import Order
from service.api.parsing import validated
from service.api.problems import BadRequest, InvalidInput
from service.api.query import check_query
from service.api.record import record_of
from service.api.routing import LibreTranslateRoute
from service.api.schemas.files import FILE_REQUEST, FileFields, TranslatedFile
from service.api.schemas.translate import AUTO, LibreTranslateError
from service.api.sse import EventStream, FromSource, StreamShape, write_events
from service.api.state import service_of
from service.api.uploads import Upload, read_upload
from service.engine.request import Priority
from service.engine.urgency import URGENCY, Urgency
from service.text.options import TranslationOptions

router = APIRouter(route_class=LibreTranslateRoute, tags=["LibreTranslate"])

ERRORS: Final = responses(LibreTranslateError, 400, 403, 413, 415, 429, 500, 503)
HEADERS: Final = {"X-Content-Type-Options": "nosniff"}  # it is somebody's file, whatever it says of itself


@router.post(
    "/translate_file",
    response_model=None,
    openapi_extra=FILE_REQUEST,
    responses=responses(TranslatedFile, 200) | ERRORS,
)
async def translate_file(request: Request) -> Response:
    """Translate a file; its name says of which kind it is. What is not text in it stays byte for byte as it is.

    The answer says where the translated file can be fetched from, for an hour. With `stream` it is a stream of
    events: `{"unitsDone": 3, "unitsTotal": 120}` after each paragraph, cell or cue, and at the end the answer.
    """
    check_query(request)
    URGENCY.set(Urgency(Priority.BATCH))  # it takes as long as it takes, and lets others pass
    service = service_of(request)
    catalog, settings = service.catalog, service.settings
    upload = await read_upload(request, "file", settings.max_file_bytes)
    fields = _fields(upload)
    admit(request, fields.api_key)
    document = await read_document(upload.name, upload.data, fields.column_names)
    order = _order(fields, settings.num_beams)
    translation = FileTranslation(document, order, catalog, without_text_limit(settings), window_of(settings, order))
    work = _FileAnswer(request, translation, _translated_name(upload.name, fields.target))
    if fields.stream:
        return await work.streamed()
    return await work.whole()


def _fields(upload: Upload) -> FileFields:
    for name in ("source", "target"):
        if not upload.fields.get(name):
            raise BadRequest(f"missing {name} parameter")
    return validated(FileFields, upload.fields, strict=False)


class _FileAnswer:
    """What becomes of one upload."""

    def __init__(self, request: Request, translation: FileTranslation, name: str) -> None:
        self._request = request
        self._translation = translation
        self._name = name
        self._answer: dict[str, Any] = {}

    async def whole(self) -> Response:
        """The answer when everything is done."""
        try:
            await unless_gone(self._request, self._finish())
        finally:
            self._translation.cancel()
        return JSONResponse(self._answer)

    async def streamed(self) -> Response:
        """Events; what can be refused is refused before the first of them."""
        await self._start()
        service = service_of(self._request)
        shape = StreamShape(item=self._event, end=lambda: self._answer, error=LIBRETRANSLATE)
        events = write_events([self._progress()], shape, record_of(self._request), service.settings.keep_alive_s)
        return EventStream(events, self._translation.cancel)

    async def _start(self) -> None:
        await self._translation.start()
        record_of(self._request).model = self._translation.model_name

    async def _finish(self) -> None:
        await self._start()
        async for _ in self._progress():
            pass

    async def _progress(self) -> AsyncGenerator[int, None]:
        async for num_done in self._translation.progress():
            yield num_done
        self._answer = await self._store()

    def _event(self, entry: FromSource[int]) -> dict[str, int]:
        return {"unitsDone": entry.item, "unitsTotal": len(self._translation.units)}

    async def _store(self) -> dict[str, Any]:
        try:
            public = await file_store_of(self._request).put(self._name, await self._translation.render())
        except FileTooLarge as error:
            raise BadRequest(str(error)) from error
        url = self._request.url_for("download_file", name=public)
        answer = TranslatedFile(translatedFileUrl=str(url), warnings=self._translation.warnings() or None)
        return answer.model_dump(exclude_none=True)


def _order(fields: FileFields, default_beams: int) -> Order:
    return Order(
        texts=(),
        source=None if fields.source.lower() == AUTO else fields.source,
        target=fields.target,
        options=TranslationOptions(num_beams=fields.num_beams or default_beams),
    )


def _translated_name(name: str, target: str) -> str:
    path = PurePath(name.replace("\\", "/"))
    return f"{path.stem}_{target}{path.suffix}"


@router.get("/download_file/{name}", response_model=None, responses=ERRORS)
async def download_file(request: Request, name: str) -> Response:
    """A translated file, as an attachment."""
    stored = file_store_of(request).get(name)
    if stored is None:
        raise InvalidInput("Invalid filename: there is no such file, or its hour is over; translate it again")
    return FileResponse(stored.path, media_type="application/octet-stream", filename=stored.name, headers=HEADERS)
