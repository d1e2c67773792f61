"""Query strings on a real server: what nobody looks at is refused, in the shape of each API."""

from typing import Any

import httpx
import pytest

CHAT = {"model": "en-de", "messages": [{"role": "user", "content": "fish"}]}
SENT = "unknown parameter colour in the query string; "


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/languages", None, 400),
        ("GET", "/frontend/settings", None, 400),
        ("GET", "/info", None, 400),
        ("POST", "/translate_file", None, 400),
        ("GET", "/v1/models", None, 400),
        ("GET", "/v1/models/tiny-en-de", None, 400),
        ("POST", "/v1/chat/completions", CHAT, 400),
        ("POST", "/v1/completions", {"model": "tiny-en-de", "prompt": "fish"}, 400),
        ("POST", "/generate", {"inputs": "fish", "model": "tiny-en-de"}, 422),
        ("POST", "/generate_stream", {"inputs": "fish", "model": "tiny-en-de"}, 422),
        ("POST", "/", {"inputs": "fish", "model": "tiny-en-de"}, 422),
        ("GET", "/v2/languages", None, 400),
        ("GET", "/v2/usage", None, 400),
        ("GET", "/v2/models/tiny-en-de", None, 400),
        ("POST", "/v2/models/tiny-en-de/infer", {}, 400),
    ],
)
def test_a_parameter_that_would_be_ignored_is_refused(
    client: httpx.Client, method: str, path: str, body: Any, status: int
) -> None:
    response = client.request(method, path, params={"colour": "red"}, json=body)
    assert response.status_code == status
    assert SENT in response.text


def test_known_parameters_are_named(client: httpx.Client) -> None:
    answer = client.get("/v2/languages", params={"type": "target", "colour": "red"}).json()
    assert answer == {"message": f"{SENT}known are type"}


def test_names_of_languages_are_in_english_only(client: httpx.Client) -> None:
    plain = client.get("/languages").json()
    assert client.get("/languages", params={"lang": "en"}).json() == plain
    assert client.get("/languages", params={"lang": "en-GB"}).json() == plain
    response = client.get("/languages", params={"lang": "de"})
    assert (response.status_code, response.json()) == (
        400,
        {"error": "Invalid request: lang parameter must be en: names of languages are in English"},
    )


def test_probes_are_answered_whatever_stands_behind_them(client: httpx.Client) -> None:
    for path in ("/health", "/livez", "/readyz", "/metrics", "/v2/health/ready", "/docs", "/"):
        assert client.get(path, params={"colour": "red"}).status_code == 200
