"""text-generation-inference's routes: /generate, /generate_stream, and / for clients that know only the address."""

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from service.api.access import admit
from service.api.body import read_json
from service.api.disconnect import unless_gone
from service.api.generation import GenerationRun, start_generation
from service.api.openapi import event_stream, json_request, responses
from service.api.pairs import generating_model
from service.api.query import check_query
from service.api.record import RequestRecord, record_of
from service.api.routing import ShapedRoute
from service.api.schemas.generate import GenerateRequest, parse_generate
from service.api.schemas.generated import GenerateResponse, StreamEvent, TgiError
from service.api.schemas.tgi_errors import TGI
from service.api.sse import EventStream, FromSource, StreamShape, write_events
from service.api.state import service_of


class TgiRoute(ShapedRoute):
    """Errors as `{"error": "...", "error_type": "..."}`."""

    shape = TGI


router = APIRouter(route_class=TgiRoute, tags=["text-generation-inference"])

EXAMPLE: Final = {"inputs": "Good morning.", "model": "en-de", "parameters": {"num_beams": 4, "details": True}}
STREAM_EXAMPLE: Final = {"inputs": "Good morning.", "model": "en-de", "parameters": {"max_new_tokens": 20}}
REQUEST: Final = json_request(GenerateRequest, example=EXAMPLE)
STREAM_REQUEST: Final = json_request(GenerateRequest, example=STREAM_EXAMPLE)
ERRORS: Final = responses(TgiError, 401, 413, 415, 422, 424, 429, 500, 503)


@router.post(
    "/generate", response_model=None, openapi_extra=REQUEST, responses=responses(GenerateResponse, 200) | ERRORS
)
async def generate(request: Request) -> Response:
    """Generate for one source text; with `"stream": true` as /generate_stream does."""
    run = await _start(request)
    if run.is_streamed:
        return _stream(request, run)
    return JSONResponse(await _whole(request, run), headers=_headers(run, record_of(request)))


@router.post(
    "/generate_stream",
    response_model=None,
    openapi_extra=STREAM_REQUEST,
    responses=event_stream("One event per token, as StreamEvent; the last has the text and the details") | ERRORS,
)
async def generate_stream(request: Request) -> Response:
    """Generate for one source text, token by token."""
    return _stream(request, await _start(request, streams_always=True))


@router.post("/", response_model=None, openapi_extra=REQUEST, responses=ERRORS)
async def generate_at_root(request: Request) -> Response:
    """As /generate, with the answer in a list: what clients of the Inference API send to a bare address.

    The text stands there twice: `translation_text` is what those clients read that ask for a translation.
    """
    run = await _start(request)
    if run.is_streamed:
        return _stream(request, run)
    answer = await _whole(request, run)
    entry = answer | {"translation_text": answer["generated_text"]}
    return JSONResponse([entry], headers=_headers(run, record_of(request)))


async def _start(request: Request, *, streams_always: bool = False) -> GenerationRun:
    """Everything that can be refused with a proper status happens here, before any answer begins."""
    admit(request)
    check_query(request)
    service = service_of(request)
    catalog = service.catalog
    parsed = parse_generate(await read_json(request, service.settings.max_body_bytes))
    model = generating_model(parsed, catalog)
    record_of(request).model = model.name
    is_streamed = streams_always or bool(parsed.stream)
    return await start_generation(model, parsed, is_streamed=is_streamed, max_chars=service.settings.max_text_chars)


async def _whole(request: Request, run: GenerationRun) -> dict[str, Any]:
    try:
        answer = await unless_gone(request, run.result())
    finally:
        run.cancel()
    return answer.model_dump()


def _stream(request: Request, run: GenerationRun) -> EventStream:
    service = service_of(request)
    shape = StreamShape(item=_event, end=lambda: None, error=TGI)
    events = write_events([run.events()], shape, record_of(request), service.settings.keep_alive_s)
    return EventStream(events, run.cancel, _compute_headers(run))


def _event(entry: FromSource[StreamEvent]) -> dict[str, Any]:
    return entry.item.model_dump()


def _compute_headers(run: GenerationRun) -> dict[str, str]:
    return {
        "x-compute-type": run.model.provider.removesuffix("ExecutionProvider").lower(),
        "x-compute-characters": str(len(run.request.inputs)),
    }


def _headers(run: GenerationRun, record: RequestRecord) -> dict[str, str]:
    """Times in milliseconds, except for x-compute-time, which is in seconds."""
    headers = _compute_headers(run)
    if run.finished is not None:
        timings, num_tokens = run.finished.timings, len(run.finished.best.tokens)
        inference_s = timings.encode_s + timings.decode_s
        total_s = record.elapsed_s
        headers |= {
            "x-compute-time": f"{total_s:.6f}",
            "x-total-time": _ms(total_s),
            "x-validation-time": _ms(max(0.0, total_s - timings.queue_s - inference_s)),
            "x-queue-time": _ms(timings.queue_s),
            "x-inference-time": _ms(inference_s),
            "x-time-per-token": _ms(inference_s / num_tokens),
            "x-prompt-tokens": str(run.input_length),
            "x-generated-tokens": str(num_tokens),
        }
    return headers


def _ms(seconds: float) -> str:
    return str(round(seconds * 1000))
