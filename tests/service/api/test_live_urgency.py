"""Deadlines and priorities on a server that decodes one sequence at a time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.live import serving
from tests.service.api.observing import events_in, eventually, is_idle, metric

MANY = {"q": "fish\n" * 700, "source": "en", "target": "de"}
ONE = {"q": "dog", "source": "en", "target": "de"}


@pytest.fixture(scope="module")
def url(bundles: list[Path]) -> Iterator[str]:
    with serving(bundles, "--max-rows", "1", "--max-waiting", "2000") as server:
        yield server.url


@pytest.fixture
def client(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=120, trust_env=False) as client:
        yield client
        assert eventually(lambda: is_idle(client), 60)


def test_a_request_that_waits_for_longer_than_it_may_is_told_to_come_back(client: httpx.Client) -> None:
    with client.stream("POST", "/translate", json={**MANY, "stream": True}) as response:
        events = events_in(response)
        next(events)
        late = client.post("/translate", json=ONE, headers={"X-Request-Timeout": "0.02"})
    assert late.status_code == 503
    assert late.headers["retry-after"] == "1"
    assert late.json()["error"].startswith("the request may take 0.02 s")
    assert "it was still waiting for its turn by then" in late.json()["error"]


def test_a_stream_whose_time_is_over_ends_with_an_error_and_gives_its_rows_back(client: httpx.Client) -> None:
    headers = {"X-Request-Timeout": "0.2"}
    with client.stream("POST", "/translate", json={**MANY, "stream": True}, headers=headers) as response:
        *_, last = events_in(response)
    assert "may take 0.2 s" in last["error"]
    assert eventually(lambda: is_idle(client))
    assert metric(client, "dragoman_requests_total", route="/translate", outcome="deadline") >= 1


def test_every_api_refuses_a_bad_header_in_its_own_shape(client: httpx.Client) -> None:
    headers = {"X-Priority": "urgent"}
    assert "X-Priority" in client.post("/translate", json=ONE, headers=headers).json()["error"]
    body = {"model": "en-de", "messages": [{"role": "user", "content": "dog"}]}
    refused = client.post("/v1/chat/completions", json=body, headers=headers)
    assert refused.status_code == 400
    assert "X-Priority" in refused.json()["error"]["message"]


def test_an_interactive_request_passes_batch_work_that_waits(client: httpx.Client) -> None:
    with ThreadPoolExecutor(1) as pool:
        batch = pool.submit(client.post, "/translate", json=MANY, headers={"X-Priority": "batch"})
        assert eventually(lambda: metric(client, "dragoman_waiting") > 500)
        assert client.post("/translate", json=ONE).status_code == 200
        assert not batch.done()
        assert batch.result().status_code == 200


@pytest.mark.parametrize("header", ["X-Priority", "X-Request-Timeout"])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/translate", ONE),
        ("/translate", {**ONE, "stream": True}),
        ("/generate", {"inputs": "dog", "model": "tiny-en-de"}),
        ("/generate_stream", {"inputs": "dog", "model": "tiny-en-de"}),
        ("/", {"inputs": "dog", "model": "tiny-en-de"}),
        ("/v1/completions", {"model": "tiny-en-de", "prompt": "dog"}),
        ("/v1/chat/completions", {"model": "en-de", "messages": [{"role": "user", "content": "dog"}]}),
        ("/v2/translate", {"text": ["dog"], "target_lang": "DE"}),
        (
            "/v2/models/tiny-en-de/infer",
            {"inputs": [{"name": "text", "datatype": "BYTES", "shape": [1], "data": ["dog"]}]},
        ),
    ],
)
def test_the_headers_are_read_on_every_route(
    client: httpx.Client, path: str, body: dict[str, object], header: str
) -> None:
    """Each takes the request without the header, and refuses the same with a value that is none."""
    assert client.post(path, json=body).status_code == 200
    refused = client.post(path, json=body, headers={header: "soon"})
    assert 400 <= refused.status_code < 500
    assert header in refused.text


@pytest.mark.parametrize("header", ["X-Priority", "X-Request-Timeout"])
def test_the_headers_are_read_for_files(client: httpx.Client, header: str) -> None:
    files, form = {"file": ("a.txt", b"dog")}, {"source": "en", "target": "de"}
    refused = client.post("/translate_file", files=files, data=form, headers={header: "soon"})
    assert refused.status_code == 400
    assert header in refused.text
