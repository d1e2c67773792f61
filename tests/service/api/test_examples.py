"""The commands that /docs shows work as they are, with the bundles that come with the server."""

import json
import shlex
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from tests.live import LiveServer, serving
from tests.readme import ROOT


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with serving([ROOT / "models" / "bundles"]) as server:
        yield server


def test_every_command_of_the_page_is_answered(server: LiveServer) -> None:
    page = httpx.get(f"{server.url}/docs", trust_env=False).text
    commands = [shlex.split(unescape(part.partition("</pre>")[0])) for part in page.split("<pre>")[1:]]
    assert len(commands) >= 9
    for _, _, url, _, header, _, body in commands:
        assert header == "Content-Type: application/json"
        response = httpx.post(url.replace("{model}", "en-de"), json=json.loads(body), timeout=60, trust_env=False)
        assert response.status_code == 200, (url, response.text)
