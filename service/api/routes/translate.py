"""LibreTranslate's routes: /translate and /languages."""

from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from service.api.answers import StreamedAnswer, answer
from service.api.body import is_json, media_type, read_fields, read_json
from service.api.disconnect import unless_gone
from service.api.errors import LIBRETRANSLATE
from service.api.languages import by_name
from service.api.openapi import json_request, responses
from service.api.problems import BadRequest
from service.api.record import record_of
from service.api.routing import LibreTranslateRoute
from service.api.schemas.translate import (
    LanguageEntry,
    LibreTranslateError,
    TranslateRequest,
    TranslateResponse,
    parse_translate,
)
from service.api.sse import EventStream, StreamShape, write_events
from service.api.state import service_of
from service.api.translation import Job, start_translation

router = APIRouter(route_class=LibreTranslateRoute, tags=["LibreTranslate"])

REQUEST: Final = json_request(TranslateRequest, forms=True)
ERRORS: Final = responses(LibreTranslateError, 400, 413, 415, 429, 500, 503)


@router.post(
    "/translate", response_model=None, openapi_extra=REQUEST, responses=responses(TranslateResponse, 200) | ERRORS
)
async def translate(request: Request) -> Response:
    """Translate a text, or a list of texts together. Fields may also come as a form or in the query string.

    With `"stream": true` the answer is a stream of events: `{"delta": "..."}` (with the `index` of the text for a
    list), and at the end the whole answer with `finishReason`, `usage` and `timings`. `num_beams` searches with that
    many beams, which can be streamed too: a delta is what all beams agree on.
    """
    service = service_of(request)
    catalog = service.catalog
    parsed = await _read(request, service.settings.max_body_bytes)
    job = await start_translation(parsed.order(service.settings.num_beams), catalog, service.settings)
    record_of(request).model = job.model_name
    if parsed.stream:
        return _stream(request, job, is_list=parsed.is_list)
    return await _whole(request, job, is_list=parsed.is_list)


async def _read(request: Request, max_bytes: int) -> TranslateRequest:
    if not is_json(media_type(request)):
        return parse_translate(await read_fields(request, max_bytes), is_json=False)
    if request.scope["query_string"]:
        raise BadRequest("parameters are in the JSON body and in the query string; send them in one place")
    return parse_translate(await read_json(request, max_bytes), is_json=True)


async def _whole(request: Request, job: Job, *, is_list: bool) -> Response:
    try:
        await unless_gone(request, job.wait())
    finally:
        job.cancel()
    return JSONResponse(answer(job, is_list=is_list))


def _stream(request: Request, job: Job, *, is_list: bool) -> EventStream:
    service = service_of(request)
    record = record_of(request)
    streamed = StreamedAnswer(job, record, is_list=is_list)
    shape = StreamShape(item=streamed.delta, end=streamed.end, error=LIBRETRANSLATE)
    events = write_events([run.deltas() for run in job.runs], shape, record, service.settings.keep_alive_s)
    return EventStream(events, job.cancel)


@router.get("/languages", responses=responses(LibreTranslateError, 500, 503))
async def languages(request: Request) -> list[LanguageEntry]:
    """What can be translated from and to. A language can always be asked for as its own target: text stays as it is."""
    service = service_of(request)
    catalog = service.catalog
    return [
        LanguageEntry(code=language.wire, name=language.name, targets=catalog.targets_of(language))
        for language in by_name(catalog.languages())
    ]
