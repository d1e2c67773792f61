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


@pytest.fixture(scope="module")
def commands(server: LiveServer) -> list[list[str]]:
    page = httpx.get(f"{server.url}/docs", trust_env=False).text
    return [shlex.split(unescape(part.partition("</pre>")[0])) for part in page.split("<pre>")[1:]]


def sent(command: list[str]) -> httpx.Response:
    """What curl would get."""
    match command:
        case ["curl", url]:
            return httpx.get(url, trust_env=False)
        case ["curl", "-N", url, "-H", "Content-Type: application/json", "-d", body]:
            return httpx.post(url, json=json.loads(body), timeout=60, trust_env=False)
        case ["printf", "%s", text, "|", "curl", "-N", url, "-F", "file=@-;filename=example.txt", *form]:
            fields = dict(part.split("=", 1) for part in form if part != "-F")
            files = {"file": ("example.txt", text)}
            return httpx.post(url, files=files, data=fields, timeout=60, trust_env=False)
    raise AssertionError(f"this is no command of the page: {command}")


def test_every_command_of_the_page_is_answered(commands: list[list[str]]) -> None:
    for command in commands:
        response = sent(command)
        assert response.status_code == 200, (command, response.text)


def test_every_route_has_a_command_but_those_of_which_nothing_can_be_asked(
    server: LiveServer, commands: list[list[str]]
) -> None:
    """A file that was translated has a name that nobody can know before, and suggestions are not taken."""
    paths = httpx.get(f"{server.url}/openapi.json", trust_env=False).json()["paths"]
    shown = {word.removeprefix(server.url) for command in commands for word in command if word.startswith(server.url)}
    wanted = {path.replace("{model}", "en-de") for path in paths}
    assert wanted - shown == {"/download_file/{name}", "/suggest"}
