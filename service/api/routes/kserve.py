"""The Open Inference Protocol's routes (KServe, version 2): health, metadata and inference."""

from functools import partial
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from service import __version__
from service.api.access import admit
from service.api.answers import warnings_of
from service.api.body import FORM, is_json, media_type, parse_beside, read_body
from service.api.disconnect import unless_gone
from service.api.loading import LoadedModel
from service.api.openapi import ModelName, json_request, responses
from service.api.problems import UnknownModel, UnsupportedContentType
from service.api.query import check_query
from service.api.record import record_of
from service.api.results import results_of, writing_cost
from service.api.routing import ShapedRoute
from service.api.schemas.kserve import (
    KSERVE,
    VERSION,
    BinaryTensor,
    InferRequest,
    InferResponse,
    KServeError,
    KServeWarning,
    Live,
    ModelMetadata,
    ModelReady,
    Ready,
    ResultTensor,
    ServerMetadata,
    parse_infer,
)
from service.api.state import Phase, Service, service_of
from service.api.tensors import HEADER, pack_strings, split_body
from service.api.translation import Job, start_translation
from service.text.offload import off_loop


class KServeRoute(ShapedRoute):
    """Errors as `{"error": "..."}`."""

    shape = KSERVE
    absent = ("/v2/repository", "/v2/logging", "/v2/trace", "/v2/systemsharedmemory", "/v2/cudasharedmemory")


router = APIRouter(route_class=KServeRoute, tags=["KServe"])

BINARY: Final = "application/octet-stream"
# Clients of this protocol say nothing of their body's type, or what their HTTP library says of bytes.
MEDIA_TYPES: Final = frozenset({"", BINARY, FORM})
EXAMPLE: Final = {"inputs": [{"name": "text", "shape": [1], "datatype": "BYTES", "data": ["Good morning."]}]}
ERRORS: Final = responses(KServeError, 400, 401, 404, 413, 415, 429, 500, 503)


@router.get("/v2/health/live", response_model=None, responses=responses(Live, 200, 503))
async def live(request: Request) -> Response:
    """200 while the process works; 503 once an engine is broken."""
    is_live = service_of(request).is_healthy
    return JSONResponse(Live(live=is_live).model_dump(), 200 if is_live else 503)


@router.get("/v2/health/ready", response_model=None, responses=responses(Ready, 200, 503))
async def ready(request: Request) -> Response:
    """200 when every bundle is loaded and warmed up."""
    is_ready = _is_ready(service_of(request))
    return JSONResponse(Ready(ready=is_ready).model_dump(), 200 if is_ready else 503)


@router.get("/v2", response_model=None, responses=responses(ServerMetadata, 200))
async def server(request: Request) -> Response:
    """What this server is."""
    return JSONResponse(ServerMetadata(name="dragoman", version=__version__).model_dump())


@router.get("/v2/models/{model}", response_model=None, responses=responses(ModelMetadata, 200) | ERRORS)
@router.get("/v2/models/{model}/versions/{version}", include_in_schema=False)
async def metadata(request: Request, model: ModelName) -> Response:
    """What a model reads and writes. As for all that is asked of a model, `/versions/1` may stand behind its name."""
    admit(request)
    check_query(request)
    return JSONResponse(ModelMetadata(name=_model(request, model).name).model_dump())


@router.get("/v2/models/{model}/ready", response_model=None, responses=responses(ModelReady, 200) | ERRORS)
@router.get("/v2/models/{model}/versions/{version}/ready", include_in_schema=False)
async def model_ready(request: Request, model: ModelName) -> Response:
    """200 when this model can answer."""
    found = _model(request, model)
    is_ready = found.engine.is_healthy
    return JSONResponse(ModelReady(name=found.name, ready=is_ready).model_dump(), 200 if is_ready else 503)


@router.post(
    "/v2/models/{model}/infer",
    response_model=None,
    openapi_extra=json_request(InferRequest, example=EXAMPLE),
    responses=responses(InferResponse, 200) | ERRORS,
)
@router.post("/v2/models/{model}/versions/{version}/infer", include_in_schema=False)
async def infer(request: Request, model: ModelName) -> Response:
    """Translate a tensor of texts, each by itself, into one of the same shape.

    Their strings may stand behind the JSON, as in the protocol's extension for binary tensors, and be answered so.
    """
    admit(request)
    check_query(request)
    service = service_of(request)
    catalog, settings = service.catalog, service.settings
    found = _model(request, model)
    parsed = await _read(request, settings.max_body_bytes)
    job = await start_translation(parsed.order(found, settings.num_beams), catalog, settings)
    record_of(request).model = found.name
    try:
        await unless_gone(request, job.wait())
    finally:
        job.cancel()
    writing = partial(_answer, parsed, found, job)
    return await off_loop(writing, num_chars=writing_cost(results_of(job)))


async def _read(request: Request, limit: int) -> InferRequest:
    media = media_type(request)
    if media not in MEDIA_TYPES and not is_json(media):
        raise UnsupportedContentType(media, ("application/json", BINARY))
    head, binary = split_body(await read_body(request, limit), request.headers.get(HEADER))
    return parse_infer(await parse_beside(head, limit), binary)


def _answer(parsed: InferRequest, model: LoadedModel, job: Job) -> Response:
    found = [
        KServeWarning(code=warning.code, message=warning.message, index=warning.index, values=warning.values)
        for warning in warnings_of(job, is_list=True)
    ]
    texts = [run.translation.text for run in job.runs]
    binary = pack_strings(texts) if parsed.wants_binary else None
    tensor = ResultTensor(
        shape=parsed.inputs[0].shape,
        data=texts if binary is None else None,
        parameters=None if binary is None else BinaryTensor(binary_data_size=len(binary)),
    )
    answer = InferResponse(model_name=model.name, id=parsed.id, outputs=[tensor], warnings=found or None)
    response = JSONResponse(answer.model_dump(exclude_none=True))
    if binary is None:
        return response
    head = bytes(response.body)
    return Response(head + binary, headers={HEADER: str(len(head))}, media_type=BINARY)


def _model(request: Request, name: str) -> LoadedModel:
    models = service_of(request).catalog.models
    if name not in models:
        raise UnknownModel(f"model {name[:64]!a} is not loaded; loaded are {', '.join(models)}")
    version = request.path_params.get("version", VERSION)
    if version != VERSION:
        raise UnknownModel(f"model {name} has no version {version[:64]!a}, only {VERSION}")
    return models[name]


def _is_ready(service: Service) -> bool:
    return service.phase is Phase.READY and service.is_healthy
