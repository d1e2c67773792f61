"""Python's collector stops everybody while it looks: it has little to look at, seldom, and nothing to find."""

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from service.api.app import NEW_OBJECTS, create_app
from service.api.state import Phase, Service
from service.settings import Settings

TEXT = "The child sees 3 fish & <b>one</b> dog."
MESSAGES = [{"role": "user", "content": TEXT}]
REQUESTS: Final[dict[str, dict[str, Any] | None]] = {
    "/translate": {"q": TEXT, "source": "en", "target": "de"},
    "/translate, of HTML, with alternatives": {
        "q": TEXT, "source": "en", "target": "de", "format": "html", "alternatives": 2,
    },
    "/translate, bad": {"q": TEXT, "source": "en", "target": "xx"},
    "/v1/completions": {"model": "tiny-en-de", "prompt": TEXT, "n": 2, "temperature": 1, "logprobs": 2},
    "/v1/chat/completions": {"model": "tiny-en-de", "messages": MESSAGES},
    "/v1/chat/completions, streamed": {"model": "tiny-en-de", "messages": MESSAGES, "stream": True},
    "/v2/translate": {"text": [TEXT], "source_lang": "EN", "target_lang": "DE"},
    "/generate": {"inputs": TEXT},
    "/generate_stream": {"inputs": TEXT},
    "/health": None,
    "/metrics": None,
    "/nowhere": None,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    """The collector's settings are those of the process: what a server does to them is undone."""
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_debug(0)
    gc.garbage.clear()
    gc.set_threshold(*threshold)


@asynccontextmanager
async def ready(bundle: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app that has loaded its bundle."""
    app = create_app(Settings(bundles=(bundle,), cache_bytes=0), lambda: None)
    service: Service = app.state.service
    async with app.router.lifespan_context(app):
        while service.phase is not Phase.READY:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0)  # what is done when it is ready
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
            yield client


async def send(client: httpx.AsyncClient, name: str, body: dict[str, Any] | None) -> None:
    path = name.partition(",")[0]
    response = await (client.get(path) if body is None else client.post(path, json=body))
    assert response.status_code < 500


def test_what_is_there_once_all_is_loaded_is_not_looked_at_again(bundles: list[Path]) -> None:
    async def frozen() -> tuple[int, int]:
        async with ready(bundles[1]):
            return gc.get_freeze_count(), gc.get_threshold()[0]

    before = gc.get_freeze_count()
    num_frozen, threshold = asyncio.run(frozen())
    assert num_frozen - before > 50_000
    assert threshold == NEW_OBJECTS


def test_requests_leave_nothing_of_the_service_as_garbage(bundles: list[Path]) -> None:
    async def found() -> dict[str, Counter[str]]:
        async with ready(bundles[1]) as client:
            return {name: await garbage_of(client, name, body) for name, body in REQUESTS.items()}

    assert {name: kinds for name, kinds in asyncio.run(found()).items() if kinds} == {}


async def garbage_of(client: httpx.AsyncClient, name: str, body: dict[str, Any] | None) -> "Counter[str]":
    """The service's objects that only the collector would remove, after a few requests, by class."""
    await send(client, name, body)  # what is made once
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    for _ in range(3):
        await send(client, name, body)
    gc.collect()
    kinds = Counter(type(each).__qualname__ for each in gc.garbage if type(each).__module__.startswith("service."))
    gc.set_debug(0)
    gc.garbage.clear()
    return kinds
