"""What lives as long as the server: the models, and how far starting or stopping has come."""

import asyncio
import enum
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fastapi import Request

from service.api.catalog import Catalog, build_catalog
from service.api.loading import LoadedModel, find_bundles, load_model
from service.api.metrics import Metrics
from service.api.problems import NotReady, ShuttingDown
from service.api.tracing import Tracing
from service.engine.stats import EngineStats
from service.runtime.bundle import BundleError
from service.runtime.errors import RuntimeLayerError
from service.settings import Settings
from service.text.cache import CacheStats

logger = logging.getLogger(__name__)


# So long clients and probes get to hear of it before the process leaves.
GIVE_UP_GRACE_S: Final = 2.0
# A step that does not end in this time, when the engines are to stop, is taken for hung.
CLOSE_TIMEOUT_S: Final = 5.0


class Phase(enum.Enum):
    """Where the server is; it only ever moves down this list."""

    LOADING = "loading"
    READY = "ready"
    DRAINING = "draining"


@dataclass(slots=True)
class Progress:
    """Which bundles are loaded and which are not yet; filled while the server loads."""

    loading: list[str] = field(default_factory=lambda: ["bundles"])
    loaded: list[str] = field(default_factory=list)


class Service:
    """Loads the models, hands them to requests, and lets running requests end before the server does.

    `stop` makes the process leave; it is called when loading fails or when draining is over. All methods belong
    to the event loop.
    """

    def __init__(self, settings: Settings, metrics: Metrics, stop: Callable[[], None]) -> None:
        self.settings = settings
        self.metrics = metrics
        self.phase = Phase.LOADING
        self.progress = Progress()
        self.failure: str | None = None  # why loading failed, or serving
        self.num_deepl_characters = 0  # what /v2/usage tells
        self.tracing: Tracing | None = None  # set while the server runs, if traces are wanted
        self.has_given_up = False  # on an engine, whose thread may still be at work
        self._stop = stop
        self._catalog: Catalog | None = None
        self._models: list[LoadedModel] = []
        self._num_open = 0
        self._takes_no_more = False
        self._closing: asyncio.Task[None] | None = None  # kept, or it might be collected in the middle

    async def load(self) -> None:
        """Load and warm up every bundle, then be ready."""
        folders = find_bundles(self.settings.bundles)
        self.progress.loading = [folder.name for folder in folders]
        models = await asyncio.gather(*(self._load_one(folder, len(folders)) for folder in folders))
        self._catalog = build_catalog(models, self.settings.default_model)
        if self.phase is Phase.LOADING:
            self.phase = Phase.READY
            logger.info("ready: %s", ", ".join(self.progress.loaded))

    def loading_ended(self, task: asyncio.Task[None]) -> None:
        """Stop the server if `load` failed: without its models it is of no use."""
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        is_expected = isinstance(error, BundleError | RuntimeLayerError)
        self.failure = str(error) if is_expected else f"{type(error).__name__}: {error}"
        logger.critical("cannot start: %s", self.failure, exc_info=None if is_expected else error)
        self._stop()

    async def _load_one(self, folder: Path, num_models: int) -> LoadedModel:
        model = await asyncio.to_thread(
            load_model, folder, self.settings, self.metrics, spare_cpus=1, num_models=num_models
        )
        self._models.append(model)
        self.progress.loading.remove(folder.name)
        self.progress.loaded.append(model.name)
        logger.info(
            "%s is loaded on %s with %d workers of %d threads",
            model.name,
            model.provider,
            model.workers,
            model.threads,
        )
        return model

    @property
    def catalog(self) -> Catalog:
        """The models, for a request that may start now. Raises NotReady or ShuttingDown."""
        if self._takes_no_more:
            raise ShuttingDown
        if self._catalog is None:
            raise NotReady(self.progress.loading)
        return self._catalog

    @property
    def models(self) -> Sequence[LoadedModel]:
        """The models that are loaded so far."""
        return self._models

    @property
    def trouble(self) -> str | None:
        """Why only a restart helps; None while every engine that was started works."""
        troubles = (f"{model.name}: {model.engine.trouble}" for model in self._models if model.engine.trouble)
        return self.failure or next(troubles, None)

    @property
    def is_healthy(self) -> bool:
        """Whether there is no trouble."""
        return self.trouble is None

    def give_up(self, model: LoadedModel, reason: str) -> None:
        """Answer everybody who waits for a model that will never answer, then leave, for a supervisor to see."""
        self.failure = f"{model.name}: {reason}"
        self.has_given_up = True
        logger.critical("giving up: %s", self.failure)
        model.engine.abandon(reason)
        asyncio.get_running_loop().call_later(GIVE_UP_GRACE_S, self._stop)

    def read_stats(self) -> dict[str, EngineStats]:
        """A snapshot of every engine, by model name."""
        return {model.name: model.engine.stats() for model in self._models}

    def read_cache_stats(self) -> dict[str, CacheStats]:
        """A snapshot of every sentence cache, by model name."""
        return {model.name: model.translator.cache_stats() for model in self._models}

    def request_started(self) -> None:
        """Count a request in."""
        self._num_open += 1

    def request_ended(self) -> None:
        """Count a request out; the last one lets a draining server leave."""
        self._num_open -= 1
        self._leave_when_drained()

    @property
    def is_draining(self) -> bool:
        """Whether the server was told to leave."""
        return self.phase is Phase.DRAINING

    def begin_drain(self) -> None:
        """Be ready no more; then take no new work, and leave when what runs has ended, or when its time is over."""
        self.phase = Phase.DRAINING
        logger.info("draining: %d requests are running", self._num_open)
        if self.settings.drain_delay_s:
            asyncio.get_running_loop().call_later(self.settings.drain_delay_s, self._take_no_more)
        else:
            self._take_no_more()

    def _take_no_more(self) -> None:
        self._takes_no_more = True
        asyncio.get_running_loop().call_later(self.settings.drain_timeout_s, self._cut_off)
        self._leave_when_drained()

    def _cut_off(self) -> None:
        """Let everybody know who still waits, then leave."""
        self._closing = asyncio.create_task(self.close())
        self._closing.add_done_callback(self._leave_soon)

    def _leave_soon(self, _: asyncio.Task[None]) -> None:
        asyncio.get_running_loop().call_later(GIVE_UP_GRACE_S, self._stop)

    def _leave_when_drained(self) -> None:
        if self._takes_no_more and self._num_open == 0:
            self._stop()

    async def close(self) -> None:
        """Stop the engines; what still runs there fails. One that does not come back is left behind."""
        reason = f"it was shut down and this request was not done within {self.settings.drain_timeout_s:g} s"
        for model in self._models:
            if not await asyncio.to_thread(model.engine.stop, CLOSE_TIMEOUT_S, reason=reason):
                self.failure = f"{model.name}: a step has not ended while the server was shutting down"
                self.has_given_up = True
                logger.critical("leaving it behind: %s", self.failure)
                model.engine.abandon(reason)


def service_of(request: Request) -> Service:
    """The service of the app that a request came to."""
    service: Service = request.app.state.service
    return service
