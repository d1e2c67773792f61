import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from service.api.metrics import Metrics
from service.api.problems import NotReady, ShuttingDown
from service.api.state import Phase, Service
from service.runtime.bundle import BundleError
from service.settings import Settings


def service(stopped: list[bool], **settings: Any) -> Service:
    return Service(Settings(**settings), Metrics(), lambda: stopped.append(True))


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 30))


def test_before_anything_is_loaded_requests_are_told_what_is_missing() -> None:
    starting = service([])
    starting.progress.loading = ["zh-en", "en-de"]
    with pytest.raises(NotReady, match="still loading zh-en, en-de"):
        _ = starting.catalog


def test_without_open_requests_draining_ends_at_once() -> None:
    async def scenario() -> None:
        stopped: list[bool] = []
        draining = service(stopped)
        draining.begin_drain()
        assert stopped
        with pytest.raises(ShuttingDown):
            _ = draining.catalog

    run(scenario())


def test_draining_ends_with_the_last_open_request() -> None:
    async def scenario() -> None:
        stopped: list[bool] = []
        draining = service(stopped)
        for _ in range(2):
            draining.request_started()
        draining.begin_drain()
        draining.request_ended()
        assert not stopped
        draining.request_ended()
        assert stopped

    run(scenario())


def test_draining_ends_when_its_time_is_over() -> None:
    async def scenario() -> None:
        over = asyncio.Event()
        draining = Service(Settings(drain_timeout_s=0.01), Metrics(), over.set)
        draining.request_started()
        draining.begin_drain()
        await over.wait()

    run(scenario())


def test_requests_are_still_taken_until_a_proxy_has_had_time_to_notice() -> None:
    async def scenario() -> None:
        over = asyncio.Event()
        draining = Service(Settings(drain_delay_s=0.05), Metrics(), over.set)
        draining.begin_drain()
        assert draining.phase is Phase.DRAINING
        with pytest.raises(NotReady):  # not ShuttingDown: this one has not loaded anything
            _ = draining.catalog
        await over.wait()
        with pytest.raises(ShuttingDown):
            _ = draining.catalog

    run(scenario())


def test_a_request_that_ends_while_nothing_drains_stops_nothing() -> None:
    stopped: list[bool] = []
    running = service(stopped)
    running.request_started()
    running.request_ended()
    assert not stopped


@pytest.mark.parametrize(("error", "is_bug"), [(BundleError("x is missing"), False), (KeyError("bug"), True)])
def test_a_failure_to_load_stops_the_server(error: Exception, is_bug: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        stopped: list[bool] = []
        starting = service(stopped)

        async def load() -> None:
            raise error

        loading = asyncio.create_task(load())
        loading.add_done_callback(starting.loading_ended)
        await asyncio.wait([loading])
        await asyncio.sleep(0)
        assert stopped
        assert str(error) in str(starting.failure)

    with caplog.at_level(logging.CRITICAL):
        run(scenario())
    assert str(error) in caplog.text
    assert ("Traceback" in caplog.text) is is_bug


def test_loading_that_was_cancelled_is_no_failure() -> None:
    async def scenario() -> None:
        starting = service([])
        loading = asyncio.create_task(asyncio.sleep(60))
        loading.add_done_callback(starting.loading_ended)
        await asyncio.sleep(0)
        loading.cancel()
        await asyncio.wait([loading])
        await asyncio.sleep(0)
        assert starting.failure is None

    run(scenario())


def test_a_server_without_bundles_does_not_become_ready(tmp_path: Path) -> None:
    async def scenario() -> None:
        starting = service([], bundles=(tmp_path,))
        with pytest.raises(BundleError, match="no bundle in"):
            await starting.load()
        assert starting.phase is Phase.LOADING

    run(scenario())
