"""From a verified bundle to engines that have run once."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from service.engine.engine import Engine, EngineConfig
from service.engine.stats import EngineObserver
from service.hosting.messages import Order
from service.runtime.bundle import BundleManifest
from service.runtime.device import CPU_PROVIDER
from service.runtime.runner import ModelRunner, load_runners

DEVICE_ENCODE_TOKENS: Final = 1024  # of one encoder run: fewer leave a device idle

Observer = TypeVar("Observer", bound=EngineObserver)


@dataclass(frozen=True, slots=True)
class OpenEngine(Generic[Observer]):
    """An engine, and the two that it works with."""

    engine: Engine
    runner: ModelRunner
    observer: Observer


def open_engines(order: Order, make_observer: Callable[[], Observer]) -> list[OpenEngine[Observer]]:
    """One for each worker; on a device one for all of them. Raises BundleError or RuntimeLayerError."""
    runners = load_runners(
        order.bundle, order.num_workers, device=order.device, num_slots=order.num_slots, threads=order.threads
    )
    for runner in runners:
        runner.warm_up()
    return [_open(runner, make_observer()) for runner in runners]


def _open(runner: ModelRunner, observer: Observer) -> OpenEngine[Observer]:
    engine = Engine(runner, engine_config(runner.manifest, runner.provider), observer=observer)
    return OpenEngine(engine, runner, observer)


def engine_config(manifest: BundleManifest, provider: str) -> EngineConfig:
    """What an engine has to know of a model and of where it runs."""
    special = manifest.special_ids
    config = EngineConfig(decoder_start=special.decoder_start, eos=special.eos)
    return config if provider == CPU_PROVIDER else replace(config, max_encode_tokens=DEVICE_ENCODE_TOKENS)
