"""A server whose line is bounded in source tokens more tightly than in sentences."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.live import serving
from tests.service.api.observing import events_in, eventually, is_idle, metric

IN_THE_ROW = 64  # the longest source
LIMIT = 1500
PAIR = {"source": "en", "target": "de"}
MANY_SHORT = {**PAIR, "q": "fish\n" * 600}
LONG_SENTENCE = "fish " * 50
FEW_LONG = {**PAIR, "q": [LONG_SENTENCE] * 15}
TOO_MUCH = {**PAIR, "q": [LONG_SENTENCE] * 32}
REFUSAL = re.compile(r"(\d+) source tokens are open already, (\d+) more would be above the limit of 1500; try again in")


@pytest.fixture(scope="module")
def url(bundles: list[Path]) -> Iterator[str]:
    flags = ("--max-rows", "1", "--max-waiting", "5000", "--max-waiting-tokens", str(LIMIT - IN_THE_ROW))
    with serving(bundles, *flags, "--cache-bytes", "0") as server:
        yield server.url


@pytest.fixture
def client(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=120, trust_env=False) as client:
        yield client
        assert eventually(lambda: is_idle(client), 60)


def test_a_few_long_sources_are_too_much_for_a_line_that_has_places_enough(client: httpx.Client) -> None:
    with client.stream("POST", "/translate", json={**MANY_SHORT, "stream": True}) as response:
        events = events_in(response)
        next(events)
        assert 0 < metric(client, "dragoman_waiting_tokens") <= LIMIT
        refused = client.post("/translate", json=FEW_LONG)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        found = REFUSAL.match(refused.json()["error"])
        assert found
        held, given = map(int, found.groups())
        assert held <= LIMIT < held + given <= LIMIT + IN_THE_ROW
        assert metric(client, "dragoman_rejections_total", reason="tokens_full") == 1
        assert client.post("/translate", json={**PAIR, "q": "dog"}).status_code == 200, "a short one finds room"
    assert eventually(lambda: is_idle(client))
    assert metric(client, "dragoman_waiting_tokens") == 0
    assert client.post("/translate", json=FEW_LONG).status_code == 200


def test_what_is_longer_than_all_that_may_be_open_is_told_not_to_come_again(client: httpx.Client) -> None:
    refused = client.post("/translate", json=TOO_MUCH)
    assert refused.status_code == 400
    assert "retry-after" not in refused.headers
    assert "more than 1500 source tokens, the most taken at once; send parts" in refused.json()["error"]


def test_each_api_says_so_in_its_own_shape(client: httpx.Client) -> None:
    with client.stream("POST", "/translate", json={**MANY_SHORT, "stream": True}) as response:
        events = events_in(response)
        next(events)
        body = {"model": "tiny-en-de", "messages": [{"role": "user", "content": f"{LONG_SENTENCE}\n" * 15}]}
        openai = client.post("/v1/chat/completions", json=body)
        deepl = client.post("/v2/translate", json={"text": FEW_LONG["q"], "source_lang": "EN", "target_lang": "DE"})
    assert (openai.status_code, deepl.status_code) == (429, 429)
    assert openai.json()["error"]["code"] == "server_overloaded"
    assert "source tokens are open already" in deepl.json()["message"]


def test_every_api_with_lists_refuses_for_good_what_an_idle_server_could_not_take(client: httpx.Client) -> None:
    texts = [LONG_SENTENCE] * 32
    tensor = {"name": "text", "shape": [32], "datatype": "BYTES", "data": texts}
    answers = {
        path: client.post(path, json=body)
        for path, body in {
            "/v1/completions": {"model": "tiny-en-de", "prompt": texts},
            "/v1/chat/completions": {
                "model": "tiny-en-de",
                "messages": [{"role": "user", "content": "\n".join(texts)}],
            },
            "/v2/translate": {"text": texts, "source_lang": "EN", "target_lang": "DE"},
            "/v2/models/tiny-en-de/infer": {"inputs": [tensor]},
        }.items()
    }
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(answers, 400)
    for answer in answers.values():
        assert "retry-after" not in answer.headers
        assert re.search(r"1[5-9]\d\d source tokens at least\b.*\b1500\b", answer.text), answer.text
