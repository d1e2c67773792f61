"""From bundle folders to models that take requests."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from service.api.metrics import Metrics, ModelMetrics
from service.engine.budget import TokenBudget
from service.engine.client import EngineClient
from service.engine.engine import Engine, EngineConfig
from service.engine.options import MAX_SEQUENCES
from service.engine.pool import EnginePool
from service.engine.thread import EngineThread
from service.runtime.bundle import MANIFEST_NAME, TOKENIZER_NAME, Bundle, BundleError, BundleManifest, load_bundle
from service.runtime.capacity import choose_rows, memory_limit
from service.runtime.device import CPU_PROVIDER
from service.runtime.runner import ModelRunner, load_runners
from service.runtime.slots import bytes_per_row
from service.runtime.threads import available_cpus, divide_cpus
from service.runtime.tokenizer import Tokenizer
from service.settings import Settings
from service.text.normalize import Normalizer
from service.text.translator import Translator

SMALL_PARAMETERS: Final = 25_000_000
DEVICE_ENCODE_TOKENS: Final = 1024  # of one encoder run: fewer leave a device idle


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
    runners = _load_runners(bundle, settings, spare_cpus, num_models)
    tokenizer = Tokenizer.from_file(bundle.file(TOKENIZER_NAME))
    normalizer = Normalizer(manifest.source_normalization)
    pool = _make_pool(manifest, runners, settings, ModelMetrics(metrics, manifest.name))
    client = EngineClient(pool)
    metrics.model_info.labels(manifest.name, manifest.precision, runners[0].provider).set(1)
    pool.start()
    return LoadedModel(
        manifest=manifest,
        provider=runners[0].provider,
        workers=len(runners),
        threads=runners[0].threads,
        tokenizer=tokenizer,
        normalizer=normalizer,
        engine=pool,
        client=client,
        translator=Translator(manifest, tokenizer, client, normalizer, cache_bytes=settings.cache_bytes),
    )


def _load_runners(bundle: Bundle, settings: Settings, spare_cpus: int, num_models: int) -> list[ModelRunner]:
    """One for each worker, ready to run."""
    is_small = bundle.manifest.sizes.parameters < SMALL_PARAMETERS
    spared = spare_cpus if is_small and settings.workers is None else 0
    max_rows = _max_rows(bundle.manifest, settings, num_models)
    workers, threads = divide_cpus(
        max(1, available_cpus() - spared),
        workers=settings.workers,
        threads=settings.threads,
        max_workers=max(1, max_rows // MAX_SEQUENCES),
    )
    rows = max_rows // workers
    runners = load_runners(bundle, workers, device=settings.device, num_slots=rows, threads=threads)
    for runner in runners:
        runner.warm_up()
    return runners


def _max_rows(manifest: BundleManifest, settings: Settings, num_models: int) -> int:
    """Rows of all workers together. Those of a GPU's bundle do not lie in this machine's memory."""
    return choose_rows(
        settings.max_rows,
        least=MAX_SEQUENCES,
        row_bytes=bytes_per_row(manifest),
        num_models=num_models,
        limit=None if manifest.precision == "fp16" else memory_limit(),
    )


def engine_config(manifest: BundleManifest, provider: str) -> EngineConfig:
    """What an engine has to know of a model and of where it runs."""
    special = manifest.special_ids
    config = EngineConfig(decoder_start=special.decoder_start, eos=special.eos)
    return config if provider == CPU_PROVIDER else replace(config, max_encode_tokens=DEVICE_ENCODE_TOKENS)


def _make_pool(
    manifest: BundleManifest, runners: Sequence[ModelRunner], settings: Settings, watch: ModelMetrics
) -> EnginePool:
    config = engine_config(manifest, runners[0].provider)
    waiting = -(-settings.max_waiting // len(runners))
    in_rows = sum(runner.num_slots for runner in runners) * manifest.limits.max_source_tokens
    budget = TokenBudget(in_rows + settings.num_waiting_tokens)
    return EnginePool(
        [
            EngineThread(
                Engine(runner, config, observer=watch),
                max_waiting=waiting,
                budget=budget,
                name=f"engine-{manifest.name}-{number}",
            )
            for number, runner in enumerate(runners)
        ]
    )
