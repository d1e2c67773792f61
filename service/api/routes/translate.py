"""LibreTranslate's /translate."""

from typing import Final

from fastapi import APIRouter, Request, Response

from service.api.access import admit
from service.api.answers import Shape, StreamedAnswer, respond
from service.api.body import read_parameters
from service.api.catalog import Catalog
from service.api.disconnect import unless_gone
from service.api.errors import LIBRETRANSLATE
from service.api.openapi import json_request, responses
from service.api.order import Order
from service.api.record import record_of
from service.api.results import results_of
from service.api.routing import LibreTranslateRoute
from service.api.schemas.translate import (
    LibreTranslateError,
    TranslateRequest,
    TranslateResponse,
    parse_translate,
)
from service.api.sse import EventStream, StreamShape, write_events
from service.api.state import service_of
from service.api.texts import start_texts
from service.api.translation import Job, start_translation
from service.settings import Settings
from service.text.formats.html import read_fragment

router = APIRouter(route_class=LibreTranslateRoute, tags=["LibreTranslate"])

EXAMPLE: Final = {"q": "Good morning.", "source": "en", "target": "de", "num_beams": 4}
REQUEST: Final = json_request(TranslateRequest, example=EXAMPLE, forms=True)
ERRORS: Final = responses(LibreTranslateError, 400, 403, 413, 415, 429, 500, 503)


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
    catalog, settings = service.catalog, service.settings
    parsed = await _read(request, settings)
    admit(request, parsed.api_key)
    order = parsed.order(settings.num_beams)
    if parsed.is_html:
        return await _marked_up(request, parsed, order, catalog)
    job = await start_translation(order, catalog, settings)
    record_of(request).model = job.model_name
    if parsed.stream:
        return _stream(request, job, _shape(parsed))
    return await _whole(request, job, _shape(parsed))


async def _read(request: Request, settings: Settings) -> TranslateRequest:
    fields, is_json = await read_parameters(request, settings.max_body_bytes)
    return parse_translate(fields, is_json=is_json, max_alternatives=settings.alternatives_limit)


def _shape(parsed: TranslateRequest) -> Shape:
    return Shape(
        is_list=parsed.is_list,
        has_alternatives=parsed.alternatives > 0,
        has_scores=parsed.scores,
        has_alignment=parsed.alignment,
        has_markup=parsed.is_html,
    )


async def _whole(request: Request, job: Job, shape: Shape) -> Response:
    try:
        await unless_gone(request, job.wait())
    finally:
        job.cancel()
    return await respond(results_of(job), shape)


async def _marked_up(request: Request, parsed: TranslateRequest, order: Order, catalog: Catalog) -> Response:
    work = await start_texts(order, catalog, service_of(request).settings, read_fragment)
    try:
        results = await unless_gone(request, work.results())
    finally:
        work.cancel()
        record_of(request).model = work.model_name
    return await respond(results, _shape(parsed))


def _stream(request: Request, job: Job, shape: Shape) -> EventStream:
    service = service_of(request)
    record = record_of(request)
    streamed = StreamedAnswer(job, record, shape)
    events = write_events(
        [run.deltas() for run in job.runs],
        StreamShape(item=streamed.delta, end=streamed.end, error=LIBRETRANSLATE),
        record,
        service.settings.keep_alive_s,
    )
    return EventStream(events, job.cancel)
