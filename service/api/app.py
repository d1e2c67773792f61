"""The app: everything put together, nothing started."""

import asyncio
import gc
import platform
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from service import __version__
from service.api.access import build_gate
from service.api.direct import DirectApp
from service.api.errors import describe
from service.api.file_store import FileStore
from service.api.metrics import Metrics
from service.api.middleware import RequestMiddleware
from service.api.openapi import describe_api
from service.api.problems import NoRoute
from service.api.record import record_of
from service.api.routes import deepl, files, generate, kserve, libretranslate, openai, system, translate, web
from service.api.routing import nearest_shape
from service.api.state import Service
from service.api.tracing import start_tracing
from service.api.watchdog import Watchdog
from service.runtime.version import onnxruntime_version
from service.settings import Settings

NEW_OBJECTS: Final = 5_000  # after which there is a look at them: by default it is a few hundred
STORED_FILES: Final = 20  # of the largest size: what is kept on the disk until it is fetched
# An API is registered by being here.
MODULES: Final = (translate, files, libretranslate, openai, deepl, generate, kserve, system, web)
ROUTERS: Final = tuple(module.router for module in MODULES)


def create_app(settings: Settings, stop: Callable[[], None]) -> FastAPI:
    """The app for one process. Models load when it starts; `stop` has to make the process leave."""
    metrics = Metrics()
    metrics.build_info.labels(__version__, onnxruntime_version(), platform.python_version()).set(1)
    service = Service(settings, metrics, stop)
    metrics.watch_engines(service.read_stats)
    metrics.watch_caches(service.read_cache_stats)
    app = DirectApp(
        service,
        title="Dragoman",
        version=__version__,
        summary="Translation and text generation with encoder-decoder Transformers",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.service = service
    app.state.gate = build_gate(settings)
    app.state.files = FileStore(STORED_FILES * settings.max_file_bytes)
    app.add_middleware(RequestMiddleware, service=service)
    app.add_exception_handler(HTTPException, _http_error)
    for router in ROUTERS:
        app.include_router(router)
    app.answer_directly([*translate.router.routes, *generate.router.routes])
    describe_api(app, ROUTERS)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    store: FileStore = app.state.files
    if endpoint := service.settings.otlp_endpoint:
        service.tracing = start_tracing(endpoint)
    loading = asyncio.create_task(service.load())
    loading.add_done_callback(service.loading_ended)
    loading.add_done_callback(_spare_collector)
    watching = asyncio.create_task(Watchdog(service).run())
    try:
        yield
    finally:
        watching.cancel()
        loading.cancel()
        store.close()
        await service.close()
        if service.tracing:
            await asyncio.to_thread(service.tracing.close)


def _spare_collector(_: asyncio.Task[None]) -> None:
    """Nobody runs while Python looks for garbage: for tens of milliseconds in what is there when all is loaded, which
    stays for good, and for hundreds in what a few large requests have made, if it looked as often as by default.

    It seldom finds anything: what the service makes for a request refers to itself nowhere.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    """404 and 405: raised by the router, outside of every API, answered as the API does that the path looks like."""
    status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.INTERNAL_SERVER_ERROR
    headers = error.headers if isinstance(error, HTTPException) else None
    problem = NoRoute(f"{HTTPStatus(status).phrase}; what this server answers is described at /docs")
    shape = nearest_shape(request.scope["path"], [route for router in ROUTERS for route in router.routes])
    return JSONResponse(shape.body(describe(problem, record_of(request).request_id)), status, headers)
