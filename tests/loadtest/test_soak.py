"""The soak asks everything that a real server describes, and complains about exactly what is wrong."""

import asyncio
import random

import httpx
import pytest

from loadtest.soak import MODEL, Soak, soak
from loadtest.soak_routes import Route, routes_of, spoilt
from loadtest.soak_traffic import Traffic
from loadtest.vitals import Growth, Vitals
from tests.live import ROOT, serving

DESCRIPTION = {
    "paths": {
        "/translate": {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {"$ref": "#/components/schemas/Translate"},
                            "example": {"q": ["Good morning."], "source": "en"},
                        }
                    }
                }
            }
        },
        "/models/{model}/versions/{version}": {"get": {}},
        "/translate_file": {"post": {}},
    },
    "components": {"schemas": {"Translate": {"properties": {"q": {}, "stream": {}}}}},
}
CALM = [Vitals(float(number), 400.0, 20, 10) for number in range(4)]


def test_routes_come_from_the_description() -> None:
    translate, version = routes_of(DESCRIPTION)
    assert str(translate) == "POST /translate"
    assert translate.can_stream
    assert translate.body("A text.", is_streamed=True) == {"q": ["A text."], "source": "en", "stream": True}
    assert version.address("en-de") == "/models/en-de/versions/1"
    assert version.example is None


def test_a_spoilt_body_is_another_one() -> None:
    body = {"q": "A text.", "source": "en"}
    assert all(spoilt(body, random.Random(seed)) != body for seed in range(20))


def test_a_real_server_stands_it() -> None:
    """Every route and every kind within a few seconds, since the seed is fixed."""
    with serving([ROOT / "models" / "bundles"]) as server:
        found = asyncio.run(soak(server.url, server.process.pid, seconds=8, num_clients=8))
    assert found.problems(Growth(rss=2.0)) == []
    kinds = {kind for _, kind in found.traffic.counts}
    assert kinds == {"whole", "streamed", "left early", "bad input"}
    routes = {route for route, _ in found.traffic.counts}
    assert {"POST /translate", "POST /v1/chat/completions", "POST /translate_file", "GET /metrics"} <= routes
    *rows, (name, *sums) = found.requests()
    assert name == "all"
    assert len(rows) == len(routes)
    assert sum(number for number in sums if isinstance(number, int)) == found.traffic.counts.total()


@pytest.mark.parametrize(("status", "is_problem"), [(200, False), (404, True), (500, True)])
def test_an_answer_that_is_not_as_it_should_be_is_a_problem(status: int, is_problem: bool) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(status if request.method == "GET" else 400, json={"translatedFileUrl": "/"})

    async def sent() -> Traffic:
        route = Route("GET", "/livez", None, False)
        post = Route("POST", "/translate", {"q": "A text."}, False)
        async with httpx.AsyncClient(transport=httpx.MockTransport(answer), base_url="http://x") as client:
            traffic = Traffic(client, [route], MODEL)
            await traffic._whole()
            await Traffic(client, [post], MODEL)._bad_input()
        return traffic

    problems = Soak(asyncio.run(sent()), CALM, 0).problems(Growth())
    assert problems == ([f"GET /livez, whole: {status} (1 times)"] if is_problem else [])


def test_what_is_left_over_is_a_problem() -> None:
    traffic = Traffic(httpx.AsyncClient(), [], MODEL)
    assert Soak(traffic, CALM, 2).problems(Growth()) == [
        "2 sequences are still running or waiting though every client is gone"
    ]
