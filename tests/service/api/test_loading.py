"""How many workers and rows a bundle gets. The bundles are tiny, so they count as small."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from loadtest.memory import family
from service.api import loading
from service.api.loading import LoadedModel, load_model
from service.api.metrics import Metrics
from service.engine.thread import EngineThread
from service.hosting.hosted import HostedEngine
from service.settings import Settings

CPUS = 4


@pytest.fixture(autouse=True)
def cpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "available_cpus", lambda: CPUS)


@contextmanager
def loaded(folder: Path, spare_cpus: int, **settings: Any) -> Iterator[LoadedModel]:
    model = load_model(folder, Settings(**({"engine_processes": False} | settings)), Metrics(), spare_cpus=spare_cpus)
    yield model
    model.engine.stop()


@pytest.mark.parametrize(
    ("settings", "spare_cpus", "expected"),
    [
        ({}, 0, (4, 1)),
        ({}, 1, (3, 1)),
        ({"workers": 2}, 1, (2, 2)),  # asked for: nothing is spared
        ({"threads": 3}, 1, (1, 3)),
        ({"max_rows": 16}, 0, (2, 2)),
    ],
)
def test_a_small_model_leaves_cpus_to_whoever_talks_to_its_clients(
    settings: dict[str, int], spare_cpus: int, expected: tuple[int, int], tiny_bundles: dict[str, Path]
) -> None:
    with loaded(tiny_bundles["int8"], spare_cpus, **settings) as model:
        assert (model.workers, model.threads) == expected


def test_a_large_model_leaves_none(tiny_bundles: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SMALL_PARAMETERS", 1)
    with loaded(tiny_bundles["int8"], 1) as model:
        assert model.workers == CPUS


def test_all_workers_together_have_no_more_rows_than_the_setting(tiny_bundles: dict[str, Path]) -> None:
    with loaded(tiny_bundles["int8"], 0, workers=3, max_rows=10) as model:
        assert model.engine.stats().slots == 9
        assert model.engine.max_open(1) >= 9 + Settings().max_waiting


@pytest.mark.parametrize(
    ("settings", "waiting"),
    [({}, 64 * 1024), ({"max_waiting": 10}, 640), ({"max_waiting_tokens": 7}, 7)],
)
def test_as_many_source_tokens_are_open_as_the_rows_hold_and_some_more(
    settings: dict[str, int], waiting: int, tiny_bundles: dict[str, Path]
) -> None:
    with loaded(tiny_bundles["int8"], 0, workers=3, max_rows=10, **settings) as model:
        assert model.engine.max_open_tokens == 9 * 64 + waiting, "9 rows, and sources of at most 64 tokens"


@pytest.mark.parametrize(
    ("cpus", "setting", "kind"),
    [(1, None, EngineThread), (2, None, HostedEngine), (1, True, HostedEngine), (2, False, EngineThread)],
)
def test_engines_have_processes_of_their_own_where_there_is_more_than_one_cpu(
    cpus: int, setting: bool | None, kind: type, tiny_bundles: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "available_cpus", lambda: cpus)
    with loaded(tiny_bundles["int8"], 0, engine_processes=setting) as model:
        assert {type(worker) for worker in model.engine.workers} == {kind}


@pytest.mark.parametrize(("small", "expected"), [(None, 2), (1, 1)])
def test_engines_of_a_large_model_share_a_process_and_its_weights(
    small: int | None, expected: int, tiny_bundles: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small model has one for each."""
    if small is not None:
        monkeypatch.setattr(loading, "SMALL_PARAMETERS", small)
    others = set(family(os.getpid()))
    with loaded(tiny_bundles["int8"], 0, workers=2, engine_processes=True) as model:
        assert model.workers == 2
        assert len(set(family(os.getpid())) - others) == expected
