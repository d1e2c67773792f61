"""From a bundle to engines: how many, and what they know of the model."""

from pathlib import Path

import pytest

from service.hosting.messages import Order
from service.hosting.opening import engine_config, open_engines
from service.hosting.outgoing import Runs
from service.runtime.bundle import load_bundle
from service.runtime.device import CPU_PROVIDER, CUDA_PROVIDER
from service.runtime.runner import ModelRunner
from tests.service.runtime.manifests import make_manifest


def test_an_encoder_run_is_larger_on_a_device_than_on_a_processor() -> None:
    bounds = [engine_config(make_manifest(), provider).max_encode_tokens for provider in (CPU_PROVIDER, CUDA_PROVIDER)]
    assert bounds == [512, 1024]


def test_every_engine_has_run_its_model_and_has_an_observer_of_its_own(
    tiny_bundles: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first requests would pay for it otherwise: memory, threads and plans of new shapes."""
    warmed: list[int] = []
    monkeypatch.setattr(ModelRunner, "warm_up", lambda runner: warmed.append(runner.num_slots))
    order = Order(load_bundle(tiny_bundles["int8"]), "cpu", num_workers=3, num_slots=2, threads=1, log_level=30)
    engines = open_engines(order, Runs)
    assert warmed == [2, 2, 2]
    assert [opened.engine.num_slots for opened in engines] == [2, 2, 2]
    assert len({id(opened.observer) for opened in engines}) == 3
    assert [opened.runner.threads for opened in engines] == [1, 1, 1]
