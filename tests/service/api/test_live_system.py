"""Probes, information, metrics and headers of a real server."""

import re

import httpx
import pytest

from service.settings import Settings
from tests.live import LiveServer
from tests.service.api.observing import eventually, metric


@pytest.mark.parametrize("path", ["/health", "/livez"])
def test_probes_of_a_ready_server(client: httpx.Client, path: str) -> None:
    assert client.get(path).json() == {"status": "ok"}
    assert client.head(path).status_code == 200


def test_readiness_names_the_bundles(client: httpx.Client) -> None:
    answer = client.get("/readyz").json()
    assert (answer["status"], answer["loading"]) == ("ready", [])
    assert sorted(answer["ready"]) == ["tiny-en-de", "tiny-zh-en"]


def test_info_tells_models_provider_versions_and_settings(client: httpx.Client) -> None:
    info = client.get("/info").json()
    assert info["status"] == "ready"
    assert {"python", "onnxruntime"} <= set(info["versions"])
    assert set(info["settings"]) == set(Settings.model_fields)
    assert info["settings"]["max_items"] == 8
    models = {model["name"]: model for model in info["models"]}
    assert models["tiny-zh-en"]["pairs"] == [{"source": "zh", "target": "en"}]
    assert models["tiny-en-de"]["precision"] == "int8"
    assert {model["provider"] for model in models.values()} == {"CPUExecutionProvider"}
    assert {model["max_source_tokens"] for model in models.values()} == {64}


def test_metrics_count_requests_tokens_and_time(client: httpx.Client) -> None:
    def read(name: str, **labels: str) -> float:
        return metric(client, f"dragoman_{name}", **labels)

    names = ("requests_total", "tokens_in_total", "tokens_out_total", "steps_total", "queue_seconds_count")
    labels = {"model": "tiny-en-de"}
    before = {name: read(name, **labels) for name in names}
    client.post("/generate", json={"inputs": "fish", "model": "tiny-en-de", "parameters": {"max_new_tokens": 5}})
    after = {name: read(name, **labels) - before[name] for name in names}
    assert after["requests_total"] == 1
    assert after["tokens_out_total"] == 5
    assert after["steps_total"] == 5
    assert after["queue_seconds_count"] == 1
    assert after["tokens_in_total"] > 1
    assert read("model_info", model="tiny-en-de", precision="int8", provider="CPUExecutionProvider") == 1
    assert read("build_info") == 1
    assert read("rows", model="tiny-en-de") == 48


def test_refusals_are_counted_by_reason(client: httpx.Client) -> None:
    before = metric(client, "dragoman_rejections_total", reason="invalid")
    client.post("/translate", json={"q": "a", "source": "zz", "target": "de"})
    assert metric(client, "dragoman_rejections_total", reason="invalid") == before + 1


def test_labels_never_hold_what_a_client_chose(client: httpx.Client) -> None:
    client.get("/secret-path")
    client.post("/translate/secret-path")
    client.request("SECRET", "/translate")
    client.post("/generate", json={"inputs": "secret-text", "model": "secret-model"})
    client.post("/translate", json={"q": "secret-text", "source": "secret-language", "target": "de"})
    text = client.get("/metrics").text
    assert "secret" not in text.lower()
    described = set(client.get("/openapi.json").json()["paths"])
    own = {"/docs", "/web/{name}", "unmatched"}
    routes = {route.replace("/versions/{version}", "") for route in re.findall(r'route="([^"]*)"', text)}
    assert routes <= described | own


def test_the_log_holds_no_text_of_users(server: LiveServer, client: httpx.Client) -> None:
    request_id = "find-me-in-the-log"
    headers = {"X-Request-Id": request_id}
    for fields in ({"q": "Confidential.", "source": "en"}, {"q": "Confidential." * 500, "source": "Confidential"}):
        client.post("/translate", json={**fields, "target": "de"}, headers=headers)
    client.post("/translate", params={"q": "Confidential.", "source": "en", "target": "de"}, headers=headers)
    client.post("/generate", json={"inputs": "Confidential.", "model": "tiny-en-de"}, headers=headers)
    # A line is written when the answer has been sent.
    assert eventually(lambda: len([line for line in server.log if request_id in line]) == 4)
    assert "Confidential" not in server.text


def test_a_request_id_is_kept_if_it_is_harmless_and_replaced_if_not(client: httpx.Client) -> None:
    def returned(given: str) -> str:
        return client.get("/livez", headers={"X-Request-Id": given}).headers["x-request-id"]

    assert returned("abc-123") == "abc-123"
    assert re.fullmatch("[0-9a-f]{32}", returned("a b"))
    assert re.fullmatch("[0-9a-f]{32}", returned("x" * 65))
    assert re.fullmatch("[0-9a-f]{32}", client.get("/livez").headers["x-request-id"])


def test_browsers_may_call_from_anywhere(client: httpx.Client) -> None:
    for response in (
        client.options("/translate", headers={"Origin": "http://a", "Access-Control-Request-Method": "POST"}),
        client.get("/languages"),
        client.post("/translate", json={}),
        client.get("/nowhere"),
    ):
        assert response.headers["access-control-allow-origin"] == "*"
        assert response.headers["access-control-allow-methods"] == "GET, POST"
        assert "Content-Type" in response.headers["access-control-allow-headers"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("POST", "/nowhere", 404),
        ("GET", "/translate", 405),
        ("POST", "/languages", 405),
        ("GET", "/generate", 405),
        ("DELETE", "/", 405),
    ],
)
def test_what_is_not_there_is_said_in_json(client: httpx.Client, method: str, path: str, status: int) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert "/docs" in response.json()["error"]
    assert ("allow" in response.headers) == (status == 405)


@pytest.mark.parametrize(
    ("method", "path", "where"),
    [
        ("GET", "/v1/embeddings", ("error", "message")),
        ("GET", "/v1/chat/completions", ("error", "message")),
        ("GET", "/v2/glossaries", ("message",)),
        ("POST", "/v2/document", ("message",)),
        ("POST", "/v2/repository/index", ("error",)),
        ("POST", "/v2/logging", ("error",)),
        ("GET", "/v2/trace/setting", ("error",)),
        ("GET", "/v2/systemsharedmemory/status", ("error",)),
        ("GET", "/v2/translate", ("message",)),
        ("GET", "/v2/models/tiny-en-de/config", ("error",)),
        ("GET", "/v2/models/tiny-en-de/infer", ("error",)),
        ("GET", "/generate_stream", ("error",)),
    ],
)
def test_what_is_not_there_is_said_in_the_shape_of_the_api_that_was_meant(
    client: httpx.Client, method: str, path: str, where: tuple[str, ...]
) -> None:
    response = client.request(method, path)
    found = response.json()
    for name in where:
        found = found[name]
    assert response.status_code in (404, 405)
    assert "/docs" in found


@pytest.mark.parametrize("path", ["/languages", "/v1/models", "/v2", "/v2/health/ready", "/info", "/openapi.json"])
def test_head_answers_as_get_without_a_body(client: httpx.Client, path: str) -> None:
    response = client.head(path)
    assert (response.status_code, response.content) == (200, b"")
    assert int(response.headers["content-length"]) == len(client.get(path).content)


def test_the_api_describes_itself(client: httpx.Client) -> None:
    schema = client.get("/openapi.json").json()
    assert {"/translate", "/generate", "/generate_stream", "/languages", "/readyz"} <= set(schema["paths"])
    body = schema["paths"]["/translate"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/TranslateRequest"}
    assert "q" in schema["components"]["schemas"]["TranslateRequest"]["properties"]
    page = client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert all(path in page.text for path in schema["paths"])
