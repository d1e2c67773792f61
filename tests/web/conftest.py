"""A headless Chromium, and a running server whose page it shows."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.live import LiveServer, serving
from tests.talkative import talkative
from tests.web.chromium import launch
from tests.web.visiting import Visit


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each module. While it runs, this thread has a running event loop: no other test must come between."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def bundles(tiny_bundles: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """zh-en, en-de, and de-en, which has random weights like the others: two languages that can change places."""
    folder = tmp_path_factory.mktemp("talkative")
    back = {"name": "tiny-de-en", "pairs": [{"source": "de", "target": "en"}]}
    return [
        *(talkative(bundle, folder / bundle.name) for bundle in tiny_bundles.values()),
        talkative(tiny_bundles["int8"], folder / "tiny-de-en", **back),
    ]


@pytest.fixture(scope="session")
def server(bundles: list[Path]) -> Iterator[LiveServer]:
    """The three tiny bundles, with a small limit."""
    with serving(bundles, "--max-text-chars", "20000") as server:
        yield server


@pytest.fixture(scope="session")
def client(server: LiveServer) -> Iterator[httpx.Client]:
    """Asks the same server without the page."""
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        yield client


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that was never here before and asks for English."""
    with browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}) as context:
        context.set_default_timeout(60_000)
        yield context


@pytest.fixture
def visit(context: BrowserContext, server: LiveServer) -> Iterator[Visit]:
    """The page of `server`, ready for use. It must not have complained in the end."""
    visit = Visit(context.new_page())
    visit.open(server.url)
    yield visit
    assert visit.complaints == []
