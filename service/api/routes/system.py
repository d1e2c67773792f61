"""For operators: probes, what is running, and metrics."""

import platform
from importlib.metadata import version
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from service import __version__
from service.api.docs import render_docs
from service.api.loading import LoadedModel
from service.api.openapi import responses
from service.api.query import check_query
from service.api.routing import LibreTranslateRoute
from service.api.schemas.system import Health, Info, ModelInfo, Readiness, Status
from service.api.state import Service, service_of
from service.runtime.version import onnxruntime_version

router = APIRouter(route_class=LibreTranslateRoute, tags=["operation"])

PACKAGES: Final = ("fastapi", "numpy", "tokenizers", "uvicorn")


@router.get("/livez", response_model=None, responses=responses(Health, 200, 503))
async def livez(request: Request) -> Response:
    """200 while the process works, also while it loads; 503 with the reason once only a restart helps."""
    service = service_of(request)
    if service.trouble:
        error = f"{service.trouble}; restart the server"
        return JSONResponse({"error": error, "error_type": "healthcheck"}, 503)
    return JSONResponse(Health().model_dump())


@router.get("/readyz", response_model=None, responses=responses(Readiness, 200, 503))
async def readyz(request: Request) -> Response:
    """200 when every bundle is loaded and warmed up; until then 503 with what is still loading."""
    service = service_of(request)
    readiness = _readiness(service)
    return JSONResponse(readiness.model_dump(), 200 if readiness.status == "ready" else 503)


@router.get("/health", response_model=None, responses=responses(Health, 200, 503))
async def health(request: Request) -> Response:
    """200 when requests can be answered, as LibreTranslate and text-generation-inference have it."""
    service = service_of(request)
    status = _readiness(service).status
    if status != "ready":
        return JSONResponse({"error": f"unhealthy: {status}", "error_type": "healthcheck"}, 503)
    return JSONResponse(Health().model_dump())


@router.get("/info")
async def info(request: Request) -> Info:
    """Models with their limits, the provider that is really in use, versions and settings."""
    check_query(request)
    service = service_of(request)
    return Info(
        version=__version__,
        versions={
            "python": platform.python_version(),
            "onnxruntime": onnxruntime_version(),
            **{name: version(name) for name in PACKAGES},
        },
        status=_readiness(service).status,
        models=[_model_info(model) for model in service.models],
        settings=service.settings.model_dump(mode="json"),
        **_limits(service),
    )


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """This API for people."""
    return HTMLResponse(render_docs(request.app.openapi(), str(request.base_url)))


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """For Prometheus."""
    service = service_of(request)
    return Response(service.metrics.render(), media_type=CONTENT_TYPE_LATEST)


def _readiness(service: Service) -> Readiness:
    progress = service.progress
    status: Status = service.phase.value if service.is_healthy else "failed"
    return Readiness(status=status, ready=list(progress.loaded), loading=list(progress.loading))


def _limits(service: Service) -> dict[str, Any]:
    """The fields of ServedLimits that depend on a model."""
    default = service.settings.default_model
    is_single = len(service.models) == 1 and not service.progress.loading
    chosen = [model for model in service.models if model.name == default or (default is None and is_single)]
    if not chosen:
        return {}
    limits = chosen[0].manifest.limits
    return {
        "model_id": chosen[0].name,
        "model_pipeline_tag": chosen[0].manifest.task,
        "max_concurrent_requests": chosen[0].engine.max_open(1),
        "max_input_tokens": limits.max_source_tokens,
        "max_total_tokens": limits.max_source_tokens + limits.max_target_tokens,
    }


def _model_info(model: LoadedModel) -> ModelInfo:
    manifest, stats = model.manifest, model.engine.stats()
    return ModelInfo(
        name=manifest.name,
        task=manifest.task,
        pairs=[pair.model_dump() for pair in manifest.pairs],
        precision=manifest.precision,
        parameters=manifest.sizes.parameters,
        licence=manifest.licence,
        provider=model.provider,
        workers=model.workers,
        threads=model.threads,
        max_source_tokens=manifest.limits.max_source_tokens,
        max_target_tokens=manifest.limits.max_target_tokens,
        rows=stats.slots,
        active_rows=stats.active,
        waiting=stats.waiting,
        healthy=stats.is_healthy,
    )
