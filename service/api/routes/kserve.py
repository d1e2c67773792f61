"""The Open Inference Protocol's routes (KServe, version 2): health, metadata and inference."""

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from service import __version__
from service.api.access import admit
from service.api.answers import warnings_of
from service.api.body import read_json
from service.api.disconnect import unless_gone
from service.api.loading import LoadedModel
from service.api.openapi import json_request, responses
from service.api.problems import UnknownModel
from service.api.record import record_of
from service.api.routing import ShapedRoute
from service.api.schemas.kserve import (
    KSERVE,
    VERSION,
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
from service.api.translation import Job, start_translation


class KServeRoute(ShapedRoute):
    """Errors as `{"error": "..."}`."""

    shape = KSERVE


router = APIRouter(route_class=KServeRoute, tags=["KServe"])

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
async def metadata(request: Request, model: str) -> Response:
    """What a model reads and writes. As for all that is asked of a model, `/versions/1` may stand behind its name."""
    admit(request)
    return JSONResponse(ModelMetadata(name=_model(request, model).name).model_dump())


@router.get("/v2/models/{model}/ready", response_model=None, responses=responses(ModelReady, 200) | ERRORS)
@router.get("/v2/models/{model}/versions/{version}/ready", include_in_schema=False)
async def model_ready(request: Request, model: str) -> Response:
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
async def infer(request: Request, model: str) -> Response:
    """Translate a tensor of texts, each by itself, into one of the same shape."""
    admit(request)
    service = service_of(request)
    catalog, settings = service.catalog, service.settings
    found = _model(request, model)
    parsed = parse_infer(await read_json(request, settings.max_body_bytes))
    job = await start_translation(parsed.order(found, settings.num_beams), catalog, settings)
    record_of(request).model = found.name
    try:
        await unless_gone(request, job.wait())
    finally:
        job.cancel()
    return JSONResponse(_answer(parsed, found, job))


def _answer(parsed: InferRequest, model: LoadedModel, job: Job) -> dict[str, Any]:
    found = [
        KServeWarning(code=warning.code, message=warning.message, index=warning.index)
        for warning in warnings_of(job, is_list=True)
    ]
    tensor = ResultTensor(shape=parsed.inputs[0].shape, data=[run.translation.text for run in job.runs])
    answer = InferResponse(model_name=model.name, id=parsed.id, outputs=[tensor], warnings=found or None)
    return answer.model_dump(exclude_none=True)


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
