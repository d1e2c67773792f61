"""From bundle folders to models that take requests."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from service.api.metrics import Metrics, ModelMetrics
from service.engine.budget import TokenBudget
from service.engine.client import EngineClient
from service.engine.options import MAX_SEQUENCES
from service.engine.pool import EnginePool
from service.hosting.messages import Order
from service.hosting.processes import start_processes
from service.hosting.started import Admission, Started
from service.runtime.bundle import MANIFEST_NAME, TOKENIZER_NAME, Bundle, BundleError, BundleManifest, load_bundle
from service.runtime.cache_shape import bytes_per_row
from service.runtime.capacity import choose_rows, memory_limit
from service.runtime.threads import available_cpus, divide_cpus
from service.runtime.tokenizer import Tokenizer
from service.settings import Settings
from service.text.normalize import Normalizer
from service.text.translator import Translator

SMALL_PARAMETERS: Final = 25_000_000
DEVICE_PRECISION: Final = "fp16"  # of a bundle whose rows lie in a device's memory, where one engine has them all


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """One bundle, ready for requests."""

    manifest: BundleManifest
    provider: str
    workers: int
    threads: int  # of each worker
    tokenizer: Tokenizer
    normalizer: Normalizer
    engine: EnginePool
    client: EngineClient
    translator: Translator

    @property
    def name(self) -> str:
        """The bundle's name, which requests and metrics use."""
        return self.manifest.name


def find_bundles(paths: Sequence[Path]) -> list[Path]:
    """The bundle folders that `paths` name or contain, in order. Raises BundleError."""
    folders = [folder for path in paths for folder in _bundles_in(path)]
    if not folders:
        raise BundleError(f"no bundle in {', '.join(map(str, paths))}: set DRAGOMAN_BUNDLES to where bundles are")
    return folders


def _bundles_in(path: Path) -> list[Path]:
    if (path / MANIFEST_NAME).is_file():
        return [path]
    if not path.is_dir():
        raise BundleError(f"{path} is not a folder: set DRAGOMAN_BUNDLES to where bundles are")
    return sorted(manifest.parent for manifest in path.glob(f"*/{MANIFEST_NAME}"))


def load_model(
    folder: Path, settings: Settings, metrics: Metrics, *, spare_cpus: int = 0, num_models: int = 1
) -> LoadedModel:
    """Verify a bundle, open it, run it once, and start its engines. Raises BundleError or RuntimeLayerError.

    Memory for rows is shared by `num_models` models. A small model leaves `spare_cpus` to whoever talks to its
    clients: its steps are so short that this is as much work.
    """
    bundle = load_bundle(folder)
    manifest = bundle.manifest
    tokenizer = Tokenizer.from_file(bundle.file(TOKENIZER_NAME))
    normalizer = Normalizer(manifest.source_normalization)
    order = _order(bundle, settings, spare_cpus, num_models)
    started = _start(order, settings, ModelMetrics(metrics, manifest.name))
    metrics.model_info.labels(manifest.name, manifest.precision, started.provider).set(1)
    pool = EnginePool(started.workers)
    client = EngineClient(pool)
    pool.start()
    return LoadedModel(
        manifest=manifest,
        provider=started.provider,
        workers=len(started.workers),
        threads=started.threads,
        tokenizer=tokenizer,
        normalizer=normalizer,
        engine=pool,
        client=client,
        translator=Translator(manifest, tokenizer, client, normalizer, cache_bytes=settings.cache_bytes),
    )


def _order(bundle: Bundle, settings: Settings, spare_cpus: int, num_models: int) -> Order:
    spared = spare_cpus if _is_small(bundle.manifest) and settings.workers is None else 0
    max_rows = _max_rows(bundle.manifest, settings, num_models)
    workers, threads = divide_cpus(
        max(1, available_cpus() - spared),
        workers=settings.workers,
        threads=settings.threads,
        max_workers=max(1, max_rows // MAX_SEQUENCES),
    )
    return Order(
        bundle=bundle,
        device=settings.device,
        num_workers=workers,
        num_slots=max_rows // workers,
        threads=threads,
        log_level=logging.getLogger().getEffectiveLevel(),
    )


def _start(order: Order, settings: Settings, watch: ModelMetrics) -> Started:
    """A small model's engines have a process each: its steps are short, and much of them is Python."""
    manifest = order.bundle.manifest
    num_rows = order.num_workers * order.num_slots
    admission = Admission(
        max_waiting=settings.max_waiting,
        budget=TokenBudget(num_rows * manifest.limits.max_source_tokens + settings.num_waiting_tokens),
        observer=watch,
    )
    if not _has_processes(settings):
        return _start_threads(order, admission)
    is_divided = _is_small(manifest) and manifest.precision != DEVICE_PRECISION
    return start_processes(order, admission, order.num_workers if is_divided else 1)


def _has_processes(settings: Settings) -> bool:
    """On one CPU nothing runs beside anything else, and a process of its own only takes memory."""
    return available_cpus() > 1 if settings.engine_processes is None else settings.engine_processes


def _start_threads(order: Order, admission: Admission) -> Started:
    """What engines need takes a server 100 MB and a second: it is imported only where they run in its process."""
    started: Started = import_module("service.hosting.threads").start_threads(order, admission)
    return started


def _is_small(manifest: BundleManifest) -> bool:
    return manifest.sizes.parameters < SMALL_PARAMETERS


def _max_rows(manifest: BundleManifest, settings: Settings, num_models: int) -> int:
    """Rows of all workers together. Those of a GPU's bundle do not lie in this machine's memory."""
    return choose_rows(
        settings.max_rows,
        least=MAX_SEQUENCES,
        row_bytes=bytes_per_row(manifest),
        num_models=num_models,
        limit=None if manifest.precision == DEVICE_PRECISION else memory_limit(),
    )
