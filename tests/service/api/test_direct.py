"""The shorter way answers as the longer one does, and is only taken where it can be."""

import asyncio

import httpx
import pytest
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from service.api.direct import DirectApp
from service.api.metrics import Metrics
from service.api.middleware import RequestMiddleware
from service.api.problems import InvalidInput
from service.api.routing import LibreTranslateRoute
from service.api.state import Service
from service.settings import Settings

router = APIRouter(route_class=LibreTranslateRoute)


@router.post("/echo", response_model=None)
async def echo(request: Request) -> Response:
    """What was sent, and whether a router has seen it."""
    return PlainTextResponse(await request.body(), headers={"routed": str("router" in request.scope)})


@router.post("/refuse", response_model=None)
async def refuse(request: Request) -> Response:
    """An error of this API."""
    raise InvalidInput("that is too much")


@router.get("/numbers")
async def numbers(request: Request) -> list[int]:
    """Made into a response by FastAPI."""
    return [1, 2]


@router.get("/things/{name}", response_model=None)
async def thing(request: Request, name: str) -> Response:
    """Has a parameter in its path."""
    return PlainTextResponse(name)


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


class Client:
    """Asks an app of these routes, without a server."""

    def __init__(self, metrics: Metrics) -> None:
        service = Service(Settings(), metrics, lambda: None)
        self._app = DirectApp(service)
        self._app.state.service = service
        self._app.add_middleware(RequestMiddleware, service=service)
        self._app.include_router(router)
        self._app.answer_directly(router.routes)

    def ask(
        self, method: str, path: str, content: bytes = b"", headers: dict[str, str] | None = None
    ) -> httpx.Response:
        return asyncio.run(self._ask(method, path, content, headers or {}))

    async def _ask(self, method: str, path: str, content: bytes, headers: dict[str, str]) -> httpx.Response:
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.request(method, path, content=content, headers=headers)


@pytest.fixture
def client(metrics: Metrics) -> Client:
    return Client(metrics)


def test_a_route_that_makes_its_response_is_answered_without_routing(client: Client) -> None:
    response = client.ask("POST", "/echo", b"hello")
    assert (response.text, response.headers["routed"]) == ("hello", "False")


def test_a_direct_answer_has_the_headers_of_all_answers_and_is_counted(client: Client, metrics: Metrics) -> None:
    response = client.ask("POST", "/echo", headers={"X-Request-Id": "mine"})
    assert response.headers["x-request-id"] == "mine"
    assert response.headers["access-control-allow-origin"] == "*"
    assert b'dragoman_requests_total{api="none",model="",outcome="ok",route="/echo"} 1.0' in metrics.render()


def test_an_error_has_the_shape_of_its_api(client: Client) -> None:
    response = client.ask("POST", "/refuse")
    assert (response.status_code, response.json()) == (400, {"error": "that is too much"})


def test_routes_that_need_fastapi_still_have_it(client: Client) -> None:
    assert client.ask("GET", "/numbers").json() == [1, 2]
    assert client.ask("GET", "/things/one").text == "one"


def test_other_methods_and_paths_are_routed_as_ever(client: Client) -> None:
    assert client.ask("GET", "/echo").status_code == 405
    assert client.ask("POST", "/nothing").status_code == 404
