"""From bundle folders to models that take requests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from service.api.metrics import Metrics, ModelMetrics
from service.engine.client import EngineClient
from service.engine.engine import Engine, EngineConfig
from service.engine.request import GenerationRequest
from service.engine.sequence import Sink
from service.engine.thread import EngineThread
from service.runtime.bundle import MANIFEST_NAME, TOKENIZER_NAME, BundleError, BundleManifest, load_bundle
from service.runtime.runner import load_runner
from service.runtime.tokenizer import Tokenizer
from service.settings import Settings
from service.text.normalize import Normalizer
from service.text.translator import Translator


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """One bundle, ready for requests."""

    manifest: BundleManifest
    provider: str
    threads: int
    tokenizer: Tokenizer
    normalizer: Normalizer
    engine: EngineThread
    client: EngineClient
    translator: Translator

    @property
    def name(self) -> str:
        """The bundle's name, which requests and metrics use."""
        return self.manifest.name


class WatchedEngineThread(EngineThread):
    """An engine thread whose finished sequences are measured."""

    def __init__(self, engine: Engine, *, max_waiting: int, name: str, metrics: ModelMetrics) -> None:
        super().__init__(engine, max_waiting=max_waiting, name=name)
        self._metrics = metrics

    def submit(self, request: GenerationRequest, sink: Sink, *, after_step: Callable[[], None] | None = None) -> None:
        """As the base class, with the sink's Finished event recorded on its way."""
        super().submit(request, self._metrics.watch(sink), after_step=after_step)


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


def load_model(folder: Path, settings: Settings, metrics: Metrics) -> LoadedModel:
    """Verify a bundle, open it, run it once, and start its engine. Raises BundleError or DeviceError."""
    bundle = load_bundle(folder)
    manifest = bundle.manifest
    runner = load_runner(bundle, device=settings.device, num_slots=settings.max_rows, threads=settings.threads)
    runner.warm_up()
    tokenizer = Tokenizer.from_file(bundle.file(TOKENIZER_NAME))
    normalizer = Normalizer(manifest.source_normalization)
    watch = ModelMetrics(metrics, manifest.name)
    config = EngineConfig(decoder_start=manifest.special_ids.decoder_start, eos=manifest.special_ids.eos)
    engine = WatchedEngineThread(
        Engine(runner, config, observer=watch),
        max_waiting=settings.max_waiting,
        name=f"engine-{manifest.name}",
        metrics=watch,
    )
    client = EngineClient(engine)
    metrics.model_info.labels(manifest.name, manifest.precision, runner.provider).set(1)
    engine.start()
    return LoadedModel(
        manifest=manifest,
        provider=runner.provider,
        threads=runner.threads,
        tokenizer=tokenizer,
        normalizer=normalizer,
        engine=engine,
        client=client,
        translator=Translator(manifest, tokenizer, client, normalizer),
    )
