"""Keys and rate limits, on a real server: each API refuses in its own words."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import LiveServer, serving

CHAT = {"model": "tiny-en-de", "messages": [{"role": "user", "content": "fish"}]}
TENSOR = {"inputs": [{"name": "text", "shape": [1], "datatype": "BYTES", "data": ["fish"]}]}
DEEPL = {"text": ["fish"], "target_lang": "DE", "source_lang": "EN"}
LIBRE = {"q": "fish", "source": "en", "target": "de"}
CALLS: list[tuple[str, Any, int, int]] = [  # path, body, and the statuses without a key and with a wrong one
    ("/translate", LIBRE, 400, 403),
    ("/detect", {"q": "fish"}, 400, 403),
    ("/v1/chat/completions", CHAT, 401, 401),
    ("/v1/completions", {"model": "tiny-en-de", "prompt": "fish", "max_tokens": 2}, 401, 401),
    ("/v2/translate", DEEPL, 403, 403),
    ("/generate", {"inputs": "fish", "parameters": {"max_new_tokens": 2}}, 401, 401),
    ("/generate_stream", {"inputs": "fish", "parameters": {"max_new_tokens": 2}}, 401, 401),
    ("/", {"inputs": "fish", "parameters": {"max_new_tokens": 2}}, 401, 401),
    ("/v2/models/tiny-en-de/infer", TENSOR, 401, 401),
]
READS = ("/v1/models", "/v1/models/tiny-en-de", "/v2/languages", "/v2/usage", "/v2/models/tiny-en-de")
OPEN = ("/languages", "/health", "/livez", "/readyz", "/info", "/metrics", "/docs", "/v2", "/v2/health/ready")


@pytest.fixture(scope="module")
def server(bundles: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    file = tmp_path_factory.mktemp("keys") / "keys.txt"
    file.write_text("from-the-file\n\n", "utf-8")
    with serving(
        bundles[1:], environ={"DRAGOMAN_API_KEYS": "first,second", "DRAGOMAN_API_KEYS_FILE": str(file)}
    ) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client:
        yield client


def error_of(response: httpx.Response) -> str:
    body = response.json()
    error = body.get("error", body.get("message"))
    return str(error["message"] if isinstance(error, dict) else error)


@pytest.mark.parametrize(("path", "body", "missing", "wrong"), CALLS)
def test_a_key_opens_what_is_closed_without_one(
    client: httpx.Client, path: str, body: Any, missing: int, wrong: int
) -> None:
    without = client.post(path, json=body)
    assert without.status_code == missing
    assert "contact the server operator to get an API key" in error_of(without)
    refused = client.post(path, json=body, headers={"Authorization": "Bearer third"})
    assert (refused.status_code, error_of(refused)) == (wrong, "Invalid API key")
    for key in ("Bearer first", "bearer second", "DeepL-Auth-Key from-the-file"):
        assert client.post(path, json=body, headers={"Authorization": key}).status_code == 200


@pytest.mark.parametrize("path", READS)
def test_what_only_callers_need_is_closed_too(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code in (401, 403)
    assert client.get(path, headers={"Authorization": "Bearer first"}).status_code == 200


@pytest.mark.parametrize("path", OPEN)
def test_what_probes_and_pages_need_is_open(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 200


def test_the_key_may_be_a_field_of_the_body(client: httpx.Client) -> None:
    assert client.post("/translate", json=LIBRE | {"api_key": "second"}).status_code == 200
    assert client.post("/translate", data=LIBRE | {"api_key": "second"}).status_code == 200
    assert client.post("/translate", json=LIBRE | {"api_key": "third"}).status_code == 403
    assert client.post("/translate", json=LIBRE | {"api_key": ""}).status_code == 400
    assert client.post("/detect", json={"q": "fish", "api_key": "second"}).status_code == 200


def test_pages_are_told_that_a_key_is_needed(client: httpx.Client) -> None:
    settings = client.get("/frontend/settings").json()
    assert (settings["apiKeys"], settings["keyRequired"]) == (True, True)


def test_no_key_is_shown_anywhere(server: LiveServer, client: httpx.Client) -> None:
    client.post("/translate", json=LIBRE | {"api_key": "guess-77"})
    client.post("/generate", json={}, headers={"Authorization": "Bearer guess-77"})
    shown = client.get("/info").text + client.get("/metrics").text + server.text
    for secret in ("second", "from-the-file", "guess-77", "127.0.0.1:"):
        assert secret not in shown.replace("_seconds", "").replace("listening on http://127.0.0.1:", "")


def limited(bundles: list[Path], **environ: str) -> Any:
    return serving(bundles[1:], environ={f"DRAGOMAN_{name.upper()}": value for name, value in environ.items()})


def test_too_many_requests_of_a_key_are_refused_until_there_is_room(bundles: list[Path]) -> None:
    with limited(bundles, api_keys="a,b", rate_limit="2/hour") as server, httpx.Client(base_url=server.url) as client:
        by_a, by_b = {"Authorization": "Bearer a"}, {"Authorization": "Bearer b"}
        for _ in range(2):
            assert client.post("/translate", json=LIBRE, headers=by_a).status_code == 200
        for path, body, _, _ in CALLS:
            refused = client.post(path, json=body, headers=by_a)
            assert refused.status_code == 429
            assert "2 per 1 hour" in error_of(refused)
            assert 3500 < int(refused.headers["retry-after"]) <= 3600
        assert client.post("/translate", json=LIBRE, headers=by_b).status_code == 200
        assert client.get("/languages").status_code == 200
        assert 'dragoman_rejections_total{reason="rate_limited"}' in client.get("/metrics").text


def test_without_keys_an_address_is_limited_and_only_trusted_proxies_may_tell_it(bundles: list[Path]) -> None:
    for trusted, expected in (("127.0.0.1", [200, 200, 429]), ("10.0.0.1", [200, 429, 429])):
        with limited(bundles, rate_limit="1/hour", trusted_proxies=trusted) as server:
            found = [
                httpx.post(f"{server.url}/translate", json=LIBRE, headers={"X-Forwarded-For": address}).status_code
                for address in ("192.0.2.1", "192.0.2.2", "192.0.2.2")
            ]
        assert found == expected
